import type { Environment } from "../../protocol/log/environment.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { RunParts } from "../core/run-parts.ts"
import { type Constraints, confines, constraintsFor } from "./constraints.ts"
import type { Recognition } from "./recognise.ts"

/** Sets what the run may use and change, once; a replayed or resumed run keeps what was set. */
export async function constrain(
  parts: RunParts,
  recognition: Recognition,
  writeScope: readonly string[] = [],
): Promise<Constraints> {
  const known = parts.tally.view.constraints
  if (known) return known
  const { environment } = parts
  const constraints = constraintsFor(recognition, [...parts.tools.values()], environment.constraints)
  const event: DurableEvent = {
    type: "constraints.set",
    ...mutable(constraints),
    write_scope: [...new Set([...(environment.scope ?? []), ...writeScope])],
    ...(writeScope.length > 0 ? { request_scope: [...writeScope] } : {}),
    reason: recognition.reason,
  }
  await parts.journal.record(factKey("constraints", "constraints.set"), event)
  return constraints
}

type Run = { readonly environment: Pick<Environment, "scope"> }

/** What the model is told of them; empty where nothing is confined. `own`: a scope that is not the run's alone. */
export function constraintsNote({ environment }: Run, constraints: Constraints, own?: readonly string[]): string {
  const scope = own ?? environment.scope ?? []
  const { task_type, forbidden, late, ends_with = [] } = constraints
  const lines = [
    ...(scope.length > 0 ? [`Change only these files: ${scope.join(", ")}`] : []),
    ...(confines(constraints)
      ? [`This is a ${task_type} task. If you need something that its rules forbid, use request_exception.`]
      : []),
    ...(forbidden.length > 0 ? [`Not allowed: ${forbidden.join(", ")}`] : []),
    ...(late.length > 0 ? [`Only at the end, when the work they are based on is done: ${late.join(", ")}`] : []),
    ...(ends_with.length > 0 ? [`The last step must produce the result, with ${ends_with.join(" or ")}.`] : []),
  ]
  return lines.join("\n")
}

function mutable({ allowed, forbidden, late, ends_with = [], ...rest }: Constraints) {
  const made = ends_with.length > 0 ? { ends_with: [...ends_with] } : {}
  return { ...rest, allowed: [...allowed], forbidden: [...forbidden], late: [...late], ...made }
}
