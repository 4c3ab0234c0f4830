import { RUN_OPTIONS } from "../../options/run-options.ts"
import { mayAs, type Person, type Role } from "../../protocol/api/team-api.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { ApiFailure } from "../http/failure.ts"
import type { RunHost, StartWish } from "../runs/run-host.ts"

/** Throws where a person may not do it; nobody in particular may do everything. */
export function requireRole(person: Person | undefined, least: Role, what: string): void {
  if (person === undefined || mayAs(person, least)) return
  throw new ApiFailure(
    403,
    "forbidden_role",
    `${what} needs the role "${least}"; the token "${person.name}" has "${person.role}".`,
    {
      hint: "Whoever runs the server gives another token: keelson token add.",
    },
  )
}

/** To allow or deny is for those who may approve, whichever way the answer comes. */
export function requireMayAnswer({ person }: Pick<RunHost, "person">, { kind }: Answer): void {
  if (kind === "approval") requireRole(person, "approve", "To decide on an approval")
}

/** A run that asks less than the server would have it asks nobody who could say no. */
export async function requireMayStart(host: Pick<RunHost, "person" | "settings">, wish: StartWish): Promise<void> {
  const { person } = host
  requireRole(person, "run", "To start a run")
  if (person === undefined || mayAs(person, "approve")) return
  const { strictest } = RUN_OPTIONS.approve
  const usual = (await host.settings()).approve
  if (wish.approve !== undefined && strictest.indexOf(wish.approve) > strictest.indexOf(usual))
    requireRole(person, "approve", `To start a run with approve "${wish.approve}"`)
}
