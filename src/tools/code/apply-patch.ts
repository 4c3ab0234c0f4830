import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool, type PreparedChange, type ToolContext } from "../tool.ts"
import { prepareReplacements } from "./file-change.ts"
import { type FilePatch, parsePatch } from "./patch/patch-parse.ts"
import { shorten } from "./text/text.ts"

/** Changes, makes, removes and renames files by a unified diff: all of them or none. */
export const applyPatch = defineTool({
  name: "apply_patch",
  description: "Change, create, rename or delete files with a unified diff, all or nothing.",
  input: z.object({
    patch: z.string(),
  }),
  access: "write",
  traits: BUILT_IN.code.apply_patch,
  repeat: "check",
  paths: ({ patch }) => namesIn(parsePatch(patch)),
  title: ({ patch }) => `Patch ${shorten(namesIn(parsePatch(patch)).join(", "), 100)}`,
  prepare: ({ patch }, context) => prepare(patch, context, []),
  complete: ({ patch }, context, finished) => prepare(patch, context, finished),
})

/** `finished`: what a run that was interrupted has changed already. */
async function prepare(patch: string, context: ToolContext, finished: readonly string[]): Promise<PreparedChange> {
  const { PatchedFiles } = await import("./patch/patched-files.ts")
  const files = new PatchedFiles(context.workspace, finished)
  for (const file of parsePatch(patch)) await files.add(file)
  return prepareReplacements(context, files.replacements(), files.account())
}

function namesIn(files: readonly FilePatch[]): string[] {
  return [...new Set(files.flatMap(({ from, to }) => [from, to].filter((name) => name !== null)))]
}
