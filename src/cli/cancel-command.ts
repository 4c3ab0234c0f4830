import { isEnd } from "../protocol/outcome.ts"
import { agentForRun, openRuns, recordedRun } from "./compose.ts"
import { tell } from "./output.ts"
import { pickRun } from "./pick-run.ts"
import { printMessage } from "./tell-end.ts"
import { NOBODY } from "./thinker.ts"

/** Ends the run here if nobody carries it out, else asks the process that does. */
export async function cancelCommand(named: string | undefined): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickRun(store, named, { accepts: (state) => !isEnd(state), lacking: "is going on" })
    const recorded = await recordedRun(store, id)
    const agent = await agentForRun(recorded, NOBODY, { store, responder: undefined, onFault: () => {} }, {})
    const result = await agent.cancel(id)
    if (result) printMessage(result)
    else tell(`The process that carries run ${id} out was asked to end it with a report.`)
    return 0
  } finally {
    await store.close()
  }
}
