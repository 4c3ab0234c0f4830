import type { DoctorFinding } from "../doctor-checks.ts"
import { listExtras } from "./standing.ts"

/** One line for each extra that is a matter of choice here. None is needed before somebody wants what it brings. */
export function checkExtras(): DoctorFinding[] {
  return listExtras("en")
    .filter(({ place }) => place !== "bundled")
    .map(({ name, place, brings, stands }) => {
      const finding = { check: `extra ${name}`, text: `${brings}: ${stands}` }
      if (place === "beside" || place === "own") return { ...finding, level: "ok" }
      const level = name === "seatbelt" || place === "workspace" ? "warn" : "ok"
      return { ...finding, level, advice: `Install it with: keelson install ${name}` }
    })
}
