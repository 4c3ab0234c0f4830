import { openRuns, type RunStore, recordedRun } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { consentHere } from "./consent.ts"
import type { ResumeFlags } from "./flags.ts"
import { givenLimits } from "./given-limits.ts"
import { pickRun } from "./pick-run.ts"
import { agentToReopen } from "./reopen.ts"
import { withSurroundings } from "./surroundings.ts"

/** Any run that is not done can be gone on with. */
export async function resumeCommand(named: string | undefined, flags: ResumeFlags): Promise<number> {
  const store = await openRuns()
  const id = await pickRun(store, named, { accepts: (state) => state !== "DONE", lacking: "can be resumed" })
  return resumeInForeground(store, id, flags)
}

/** Goes on with a run where its log ends; what flags don't say is as it was recorded. Closes the store. */
export async function resumeInForeground(store: RunStore, id: string, flags: ResumeFlags): Promise<number> {
  return withSurroundings(flags, store, async ({ surroundings, display, notify }) => {
    const wish = { ...flags, limits: givenLimits(flags), consent: consentHere(flags) }
    const { agent, options } = await agentToReopen(await recordedRun(store, id), wish, surroundings, notify)
    const goOn = flags.fork ? agent.fork : agent.resume
    return conduct(await goOn(id, options), display)
  })
}
