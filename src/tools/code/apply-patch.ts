import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool, type PreparedChange, type ToolContext } from "../tool.ts"
import { prepareReplacements } from "./file-change.ts"
import { type FilePatch, parsePatch } from "./patch/patch-parse.ts"
import { shorten } from "./text/text.ts"

/** Changes, makes, removes and renames files by a unified diff: all of them or none. */
export const applyPatch = defineTool({
  name: "apply_patch",
  description:
    "Change, create, rename or delete several files with one unified diff, all or nothing. Its context lines must match the files.",
  input: z.object({
    patch: z.string().describe("--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-old\n+new\n"),
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
