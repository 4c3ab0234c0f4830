import { placeOf } from "../../extras/find-package.ts"
import type { DoctorFinding } from "../doctor/doctor-checks.ts"
import { type ExtraStanding, listExtras } from "./standing.ts"

/** One line for each extra that is a matter of choice here, one for all providers. None is needed before somebody wants what it brings. */
export function checkExtras(): DoctorFinding[] {
  const all = listExtras("en")
  const isBundled = ({ place }: ExtraStanding) => place === "bundled"
  return [...all.filter((extra) => !isBundled(extra)).map(findingOf), ofProviders(all.filter(isBundled))]
}

function findingOf({ name, place, brings, stands }: ExtraStanding): DoctorFinding {
  if (place === "elsewhere") return { check: `extra ${name}`, level: "ok", text: stands }
  const finding = { check: `extra ${name}`, text: `${brings}: ${stands}` }
  if (place === "beside" || place === "own") return { ...finding, level: "ok" }
  const level = name === "seatbelt" || place === "workspace" ? "warn" : "ok"
  return { ...finding, level, advice: `Install it with: keelson install ${name}` }
}

/** Apps that use the library do not have what is in the command line's bundle. */
function ofProviders(providers: readonly ExtraStanding[]): DoctorFinding {
  const names = providers.map(({ name }) => name).join(", ")
  const forApps = providers.filter(({ name }) => ["own", "beside"].includes(placeOf(name))).map(({ name }) => name)
  const installed = forApps.length === 0 ? "none is installed" : `installed: ${forApps.join(", ")}`
  return {
    check: "providers",
    level: "ok",
    text: `${names}: come along with the command line; for apps ${installed}`,
    advice: "Install one with: keelson install NAME",
  }
}
