import type { AnyTool } from "../../tools/tool.ts"

/** Whether these tasks only look: they may run before anybody has seen a plan of what shall be done. */
export function isExploration(tasks: readonly { readonly tool: string }[], tools: readonly AnyTool[]): boolean {
  const reading = new Set(tools.filter(({ access }) => access === "read").map(({ name }) => name))
  return tasks.every(({ tool }) => reading.has(tool))
}
