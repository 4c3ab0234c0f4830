import { agentForRun } from "../../host/agent-from-config.ts"
import { NOBODY } from "../../host/model/configured-model.ts"
import { recordedRun } from "../../host/recorded-run.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import { printMessage } from "../following/tell-end.ts"
import { openRuns } from "../runs/open-runs.ts"
import { pickRun } from "../runs/pick-run.ts"
import { notify } from "../terminal/long-running.ts"
import { tell } from "../terminal/output.ts"

/** Ends the run here if nobody carries it out, else asks the process that does. */
export async function cancelCommand(named: string | undefined): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickRun(store, named, { accepts: (state) => !isEnd(state), lacking: "is going on" })
    const recorded = await recordedRun(store, id)
    const agent = await agentForRun(recorded, NOBODY, { store, onFault: () => {}, notify }, {})
    const result = await agent.cancel(id)
    if (result) printMessage(result)
    else tell(`The process that carries run ${id} out was asked to end it with a report.`)
    return 0
  } finally {
    await store.close()
  }
}
