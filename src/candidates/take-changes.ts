import { lstat, readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { prepareReplacements } from "../tools/code/file-change.ts"
import { contentHash } from "../tools/content-hash.ts"
import { defineTool, type PreparedChange, type ToolContext, ToolFailure } from "../tools/tool.ts"
import type { Replacement } from "../tools/workspace/workspace-write.ts"

const change = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })
type Change = z.infer<typeof change>

/** Puts the files of a copy of the workspace in their place: all of them, and only where nobody has changed them since. */
export const takeChanges = defineTool({
  name: "take_changes",
  description: "Take over what a candidate changed in its copy of the workspace. Not for models.",
  input: z.object({ from: z.string(), changes: z.array(change) }),
  access: "write",
  repeat: "check",
  paths: ({ changes }) => changes.map(({ path }) => path),
  title: ({ changes }) => `Take over ${changes.length === 1 ? changes[0]?.path : `${changes.length} files`}`,
  prepare: ({ from, changes }, context) => prepare(from, changes, context, []),
  complete: ({ from, changes }, context, finished) => prepare(from, changes, context, finished),
})

/** `finished`: what a process that died had put in its place already. */
async function prepare(
  from: string,
  changes: readonly Change[],
  context: ToolContext,
  finished: readonly string[],
): Promise<PreparedChange> {
  const open = changes.filter(({ path }) => !finished.includes(path))
  const files = await Promise.all(open.map((one) => replacement(from, one, context)))
  return prepareReplacements(context, files, `Took over ${changes.length} files.`)
}

async function replacement(
  from: string,
  { path, before, after }: Change,
  { workspace }: ToolContext,
): Promise<Replacement> {
  const own = await contentAt(await workspace.resolve(path, "write"))
  const found = own === null ? null : contentHash(own)
  if (found !== before)
    throw new ToolFailure(`"${path}" was changed here while the candidates were at work; nothing was taken.`)
  if (after === null) return { path, before: own, after: null }
  const place = join(from, path)
  const stats = await lstat(place).catch(() => undefined)
  if (!stats?.isFile()) throw new ToolFailure(`"${path}" is no regular file in the copy; nothing was taken.`)
  const content = await readFile(place)
  if (contentHash(content) !== after)
    throw new ToolFailure(`"${path}" is another one in the copy by now; nothing was taken.`)
  return { path, before: own, after: content, mode: stats.mode & 0o777 }
}

async function contentAt(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })
}
