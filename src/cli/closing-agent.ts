import type { Agent, Run } from "../agent.ts"

/** The same agent; what its run needed is ended as soon as the run ends, waits, or could not begin. */
export function closingAgent(agent: Agent, close: () => Promise<void>): Agent {
  const thenClose = async (starting: Promise<Run>): Promise<Run> => {
    try {
      const run = await starting
      const result = run.result.finally(close)
      result.catch(() => {})
      return { ...run, result, detach: () => run.detach().finally(close) }
    } catch (error) {
      await close()
      throw error
    }
  }
  return {
    ...agent,
    start: (request, options) => thenClose(agent.start(request, options)),
    run: async (request) => (await thenClose(agent.start(request))).result,
    resume: (runId, options) => thenClose(agent.resume(runId, options)),
    fork: (runId, options) => thenClose(agent.fork(runId, options)),
  }
}
