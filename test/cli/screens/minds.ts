import type { ServerScript } from "../../../src/testing/index.ts"
import type { ChatBody } from "../../../src/testing/server-reply.ts"
import { ANALYSIS, story } from "../scripts.ts"

/** Minds by words of the requests that they are for; each request has one of its own, from its analysis to its end. */
export function byRequest(minds: Readonly<Record<string, () => ServerScript>>): ServerScript {
  let mind: ServerScript = []
  return (body, n) => {
    if (body.messages.at(-1)?.content?.includes("Due: request_analyser")) mind = mindFor(body, minds)
    if (typeof mind !== "function") throw new Error("Nobody has asked for anything yet.")
    return mind(body, n)
  }
}

/** What was asked for last is what is asked for. */
function mindFor({ messages }: ChatBody, minds: Readonly<Record<string, () => ServerScript>>): ServerScript {
  const said = JSON.stringify(messages)
  const [last] = Object.keys(minds).sort((a, b) => said.lastIndexOf(b) - said.lastIndexOf(a))
  return minds[last ?? ""]?.() ?? []
}

type Work = {
  readonly goal: string
  readonly plans: readonly object[]
  readonly summary: string
  /** Nothing is to be changed. */
  readonly looksOnly?: boolean
}

/** Does what is planned, in one phase. */
export function work({ goal, plans, summary, looksOnly = false }: Work): ServerScript {
  const analysis = { ...ANALYSIS, core_goal: goal, requirements: [], ...(looksOnly ? { changes: "none" } : {}) }
  return story({ analysis, plans, summary, phase: goal })
}

/** One round of tasks. */
export function tasks(...list: readonly (readonly [tool: string, input: object, why?: string])[]): object {
  return {
    tasks: list.map(([tool, input, why = ""], index) => ({
      id: index + 1,
      tool,
      arguments: input,
      depends_on: [],
      why,
    })),
  }
}
