import { z } from "zod"
import { defineTool } from "../tool.ts"
import { prepareFileChange } from "./file-change.ts"
import { readContent } from "./file-content.ts"
import { count, normalisePath, splitLines } from "./text.ts"

/** Writes the content byte for byte: unlike `edit_file` it keeps neither line ends nor a byte order mark of an old file. */
export const writeFile = defineTool({
  name: "write_file",
  description: "Create a file or replace all of its content.",
  input: z.object({ path: z.string(), content: z.string() }),
  access: "write",
  repeat: "check",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Write ${normalisePath(path)}`,

  async prepare({ path, content }, { workspace }) {
    const file = await readContent(workspace, path, "write")
    const kind = file.bytes === null ? "new file" : "replaced"
    const output = `Wrote ${file.path} (${count(splitLines(content).length, "line")}, ${kind}).`
    return prepareFileChange({ workspace, file, after: Buffer.from(content), output })
  },
})
