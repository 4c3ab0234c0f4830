import type { RunContext } from "../run-context.ts"
import type { CheckReport } from "./check-report.ts"

/** What the project's checks say of work that is called done. */
export type Claim = {
  readonly here: RunContext
  readonly report: CheckReport
  /** Whether what fails may be mended: as often as a plan may be made anew. */
  readonly mayMend: boolean
}

/** The work is called done, for the `claim`-th time: every check has its say. */
export async function checkClaim(run: RunContext, claim: number): Promise<Claim> {
  const here = run.at(`claim-${claim}`)
  const isMended = here.logged("recovering", "state.changed") !== undefined
  // A run that is taken up again after its end gets one more each time; what was mended once stays so.
  const mayMend = isMended || claim <= run.environment.limits.max_replans + run.epoch - 1
  return { here, mayMend, report: await placeOf(here, isMended).verify("end") }
}

/** What ended an earlier epoch is looked at again: by now somebody may have mended it. */
function placeOf(here: RunContext, isMended: boolean): RunContext {
  const later = Array.from({ length: here.epoch - 1 }, (_, index) => here.at(`epoch-${index + 2}`))
  const last = [here, ...later].findLast((place) => place.has("verify-end")) ?? here
  return !isMended && last.isFromEarlierEpoch("verify-end") ? here.at(`epoch-${here.epoch}`) : last
}
