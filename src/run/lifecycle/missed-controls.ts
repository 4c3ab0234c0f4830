import type { Model } from "../../model/seam/model.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { RunParts } from "../core/run-parts.ts"
import { modelFor } from "../model-call/call-model.ts"

/** After so many runs that did without it a control is not asked for where there is a choice. */
const RUNS_TO_REMEMBER = 2

/** One run more that a control could not be had in; what is remembered is the endpoint's. */
export async function rememberMissed(parts: RunParts, control: string): Promise<void> {
  const { learn, traits } = modelFor(parts, control)
  const missed = traits?.missed ?? {}
  await learn?.({ missed: { ...missed, [control]: (missed[control] ?? 0) + 1 } })
}

/** What is known at the start of a run not to be had, among these; recorded, so that a resumed run takes the same way. */
export function knownMissed(model: Model, controls: readonly string[]): Pick<Environment, "missed"> {
  const missed = controls.filter((control) => {
    const { traits } = model.forControl?.(control) ?? model
    return (traits?.missed?.[control] ?? 0) >= RUNS_TO_REMEMBER
  })
  return missed.length === 0 ? {} : { missed }
}
