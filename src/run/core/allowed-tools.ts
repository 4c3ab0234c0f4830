import type { Environment } from "../../protocol/log/environment.ts"
import { sourceIn } from "../../protocol/log/source.ts"
import type { AnyTool } from "../../tools/tool.ts"

/** The tools by name, in the order that was recorded; a run can't go on without one that it was started with. */
export function allowedTools(names: readonly string[], tools: readonly AnyTool[]): ReadonlyMap<string, AnyTool> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return new Map(
    names.map((name) => {
      const tool = byName.get(name)
      if (!tool) throw new Error(`This run was started with the tool "${name}", which is not there now.`)
      return [name, tool]
    }),
  )
}

/** The folder that a run may write in, and nobody else at the same time; a run with a source has a checkout of its own, wherever it is carried out. */
export function lockedFolder(environment: Environment, tools: readonly AnyTool[]): string | undefined {
  const { workspace } = environment
  return sourceIn(workspace) === undefined && mayWrite(environment, tools) ? workspace : undefined
}

/** Whether the run may change its workspace. */
export function mayWrite({ approve }: Pick<Environment, "approve">, tools: readonly AnyTool[]): boolean {
  return approve !== "read-only" && tools.some((tool) => tool.access === "write" || tool.access === "execute")
}
