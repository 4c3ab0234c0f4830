import { recordedRun } from "../../host/recorded-run.ts"
import { agentToReopen } from "../../host/runs/reopen-run.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { GivenLimits } from "../../protocol/log/limits.ts"
import type { RunState } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { consentHere } from "../asking/consent.ts"
import type { ResumeFlags } from "../flags/flags.ts"
import { givenLimits } from "../flags/given-limits.ts"
import { withSurroundings } from "../following/command-stage.ts"
import { conduct, type Ending } from "../following/follow-to-end.ts"
import { openRuns } from "../runs/open-runs.ts"
import { pickRun } from "../runs/pick-run.ts"
import { wantedLimits } from "../runs/raise-limits.ts"

/** Any run that is not done can be gone on with. */
export async function resumeCommand(named: string | undefined, flags: ResumeFlags): Promise<number> {
  const store = await openRuns()
  const accepts = (state: RunState) => flags.from !== undefined || state !== "DONE"
  const id = await pickRun(store, named, { accepts, lacking: "can be resumed" })
  return resumeInForeground(store, id, flags)
}

/** How a run is gone on with, beside the flags. */
type GoingOn = { readonly limits?: GivenLimits; readonly ending?: Ending; readonly asLeft?: boolean }

/** Goes on with a run where its log ends; what flags don't say is as it was recorded. Closes the store. */
export function resumeInForeground(
  store: RunStore,
  id: string,
  flags: ResumeFlags,
  { limits = givenLimits(flags), ending = {}, asLeft = false }: GoingOn = {},
): Promise<number> {
  return whileWanted(flags, ending, (seen) =>
    withSurroundings(flags, store, async ({ surroundings, display, notify }) => {
      const wish = { ...flags, limits, consent: consentHere(flags) }
      const { agent, options } = await agentToReopen(await recordedRun(store, id), wish, surroundings, notify)
      const from = flags.from === undefined ? {} : { from: flags.from }
      const isForked = flags.fork || flags.from !== undefined
      const going = isForked ? agent.fork(id, { ...options, ...from }) : agent.resume(id, { ...options, asLeft })
      return conduct(await going, display, { quiet: flags.quiet, diff: agent.diff, ...ending, seen })
    }),
  )
}

/** Carries a run out; where one of its own limits ended it and the user wants to, it goes on with as much again. */
export async function whileWanted(
  flags: ResumeFlags,
  ending: Ending,
  carryOut: (seen: NonNullable<Ending["seen"]>) => Promise<number>,
): Promise<number> {
  const ended: RunResult[] = []
  const code = await carryOut((result) => {
    ended.push(result)
    ending.seen?.(result)
  })
  const result = ended.at(-1)
  const limits = result && (await wantedLimits(result, flags))
  if (!limits) return code
  return resumeInForeground(
    await openRuns(),
    result.run_id,
    { ...flags, fork: false, from: undefined },
    { limits, ending },
  )
}
