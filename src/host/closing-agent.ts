import type { Agent, Run } from "../agent.ts"
import { closeBehind } from "./pending-closings.ts"

/** The same agent; what its run needed is ended once the run ends, waits, is left, or could not begin. */
export function closingAgent(agent: Agent, close: () => Promise<void>): Agent {
  const thenClose = async (starting: Promise<Run>): Promise<Run> => {
    try {
      const run = await starting
      // Nobody waits for it but the process before it leaves: see `closingsDone`.
      run.result.catch(() => {}).finally(() => closeBehind(close()))
      return run
    } catch (error) {
      await close()
      throw error
    }
  }
  const closed = async <T>(work: Promise<T>): Promise<T> => work.finally(close)
  const { forOthers } = agent
  return {
    ...agent,
    forOthers: {
      start: (request, options) => closed(forOthers.start(request, options)),
      resume: (runId, options) => closed(forOthers.resume(runId, options)),
      fork: (runId, options) => closed(forOthers.fork(runId, options)),
    },
    deliver: (runId) => closed(agent.deliver(runId)),
    start: (request, options) => thenClose(agent.start(request, options)),
    run: async (request) => (await thenClose(agent.start(request))).result,
    resume: (runId, options) => thenClose(agent.resume(runId, options)),
    fork: (runId, options) => thenClose(agent.fork(runId, options)),
  }
}
