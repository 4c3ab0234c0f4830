import { z } from "zod"
import { defineTool, ToolFailure } from "../tool.ts"
import { prepareFileChange } from "./file-change.ts"
import { binaryType, readExisting } from "./file-content.ts"
import { count, normalisePath } from "./text.ts"
import { applyEdit } from "./text-edit.ts"

/** Replaces a passage that must be found exactly, apart from the kind of line end. */
export const editFile = defineTool({
  name: "edit_file",
  description: "Replace a passage of a file.",
  input: z.object({
    path: z.string(),
    old_text: z.string().describe("exact, unique in the file"),
    new_text: z.string(),
    replace_all: z.boolean().optional(),
  }),
  access: "write",
  repeat: "check",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Edit ${normalisePath(path)}`,

  async prepare(input, { workspace }) {
    const file = await readExisting(workspace, input.path, "write")
    const edit = applyEdit(file.path, decode(file.path, file.bytes), {
      oldText: input.old_text,
      newText: input.new_text,
      replaceAll: input.replace_all ?? false,
    })
    const lines = `${edit.lines.length === 1 ? "line" : "lines"} ${edit.lines.join(", ")}`
    const output = `Edited ${file.path} (${count(edit.lines.length, "replacement")}, ${lines}).`
    return prepareFileChange({ workspace, file, after: Buffer.from(edit.text), output })
  },
})

/** Keeps a byte order mark as the first character, so that encoding gives every untouched byte back. */
function decode(path: string, bytes: Buffer): string {
  const binary = binaryType(bytes)
  if (binary !== undefined)
    throw new ToolFailure(`"${path}" is a binary file (${binary}) and cannot be edited as text.`)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ToolFailure(`"${path}" is not UTF-8; edit it with a command that knows its encoding.`)
  }
}
