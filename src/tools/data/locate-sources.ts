import type { ToolContext } from "../tool.ts"
import type { DataSource } from "./data-source.ts"
import type { LocatedSource } from "./dataset.ts"

/** Looks a source up in the workspace. Whether it is a plain file is seen when it is opened. */
export async function locateSource(source: DataSource, { workspace }: ToolContext): Promise<LocatedSource> {
  const absolute = await workspace.resolve(source.path, "read")
  return { ...source, path: workspace.relative(absolute), absolute }
}

/** The same of several, by their names. */
export async function locateSources(
  sources: ReadonlyMap<string, DataSource>,
  context: ToolContext,
): Promise<ReadonlyMap<string, LocatedSource>> {
  const located = new Map<string, LocatedSource>()
  for (const [name, source] of sources) located.set(name, await locateSource(source, context))
  return located
}
