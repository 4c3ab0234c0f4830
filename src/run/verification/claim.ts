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
  const isMended = here.log.fact("recovering", "state.changed") !== undefined
  const report = await placeOf(here, isMended).verify("end")
  return { here, report, mayMend: report.status === "failed" && mayMend(here, claim) }
}

/** A run that is taken up again after its end gets one more each time; what was mended once stays so. */
function mayMend(here: RunContext, claim: number): boolean {
  return here.decide("mend", () => claim <= here.environment.limits.max_replans + here.epoch - 1, {
    anew: (may) => !may,
  })
}

/** What ended an earlier epoch is looked at again: by now somebody may have mended it. */
function placeOf(here: RunContext, isMended: boolean): RunContext {
  const later = Array.from({ length: here.epoch - 1 }, (_, index) => here.at(`epoch-${index + 2}`))
  const last = [here, ...later].findLast((place) => place.log.has("verify-end")) ?? here
  return !isMended && last.log.isOfEarlierEpoch("verify-end") ? here.at(`epoch-${here.epoch}`) : last
}
