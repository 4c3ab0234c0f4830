import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool } from "../tool.ts"
import { prepareFileChange } from "./file-change.ts"
import { readExisting } from "./file-content.ts"
import { count, normalisePath } from "./text.ts"
import { applyEdit } from "./text-edit.ts"
import { editableText, encodeLike } from "./text-file.ts"

/** Replaces a passage that must be found exactly, apart from the kind of line end; every other byte stays as it is. */
export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replace one passage of a file that you have read. Fails, changing nothing, unless old_text stands there exactly once.",
  input: z.object({
    path: z.string(),
    old_text: z.string().describe("copied exactly"),
    new_text: z.string(),
    replace_all: z.boolean().optional(),
  }),
  access: "write",
  traits: BUILT_IN.code.edit_file,
  repeat: "check",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Edit ${normalisePath(path)}`,

  async prepare(input, context) {
    const file = await readExisting(context.workspace, input.path, "write")
    const { text, encoding } = editableText(file)
    const edit = applyEdit(file.path, text, {
      oldText: input.old_text,
      newText: input.new_text,
      replaceAll: input.replace_all ?? false,
    })
    const lines = `${edit.lines.length === 1 ? "line" : "lines"} ${edit.lines.join(", ")}`
    const output = `Edited ${file.path} (${count(edit.lines.length, "replacement")}, ${lines}).`
    return prepareFileChange({ context, file, after: encodeLike(file.path, edit.text, encoding), output })
  },
})
