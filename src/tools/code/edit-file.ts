import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool } from "../tool.ts"
import { prepareFileChange } from "./file-change.ts"
import { readExisting } from "./file-content.ts"
import { count, normalisePath } from "./text/text.ts"
import { applyEdits } from "./text/text-edit.ts"
import { editableText, encodeLike } from "./text/text-file.ts"

const Edit = z.object({
  old_text: z.string(),
  new_text: z.string(),
  replace_all: z.boolean().optional(),
})

/** One edit beside the path, as models write it too, is a list of one. */
function listed(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("old_text" in input) || "edits" in input) return input
  const { old_text, new_text, replace_all, ...rest } = input as Record<string, unknown>
  return { ...rest, edits: [{ old_text, new_text, replace_all }] }
}

/** Replaces passages that must be found exactly, apart from the kind of line end; every other byte stays as it is. */
export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replace passages of a file, all or none. Each old_text must occur exactly once, unless replace_all is true.",
  input: z.preprocess(listed, z.object({ path: z.string(), edits: z.array(Edit).min(1) })),
  access: "write",
  traits: BUILT_IN.code.edit_file,
  repeat: "check",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path, edits }) => `Edit ${normalisePath(path)}${edits.length > 1 ? ` (${edits.length} edits)` : ""}`,

  async prepare({ path, edits }, context) {
    const file = await readExisting(context.workspace, path, "write")
    const { text, encoding } = editableText(file)
    const wanted = edits.map(({ old_text, new_text, replace_all }) => ({
      oldText: old_text,
      newText: new_text,
      replaceAll: replace_all ?? false,
    }))
    const { text: after, lines } = applyEdits(file.path, text, wanted)
    const places = `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`
    const output = `Edited ${file.path} (${count(lines.length, "replacement")}, ${places}).`
    return prepareFileChange({ context, file, after: encodeLike(file.path, after, encoding), output })
  },
})
