import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool } from "../tool.ts"
import { prepareFileChange } from "./file-change.ts"
import { readContent } from "./file-content.ts"
import { decodeText } from "./text/encoding.ts"
import { count, normalisePath, splitLines } from "./text/text.ts"
import { inMannerOf } from "./text/text-file.ts"

/** Keeps the manner of a file that it replaces: encoding, byte order mark, line ends and the final line end. */
export const writeFile = defineTool({
  name: "write_file",
  description: "Create a file, with its folders, or replace all of it.",
  input: z.object({ path: z.string(), content: z.string() }),
  access: "write",
  traits: BUILT_IN.code.write_file,
  repeat: "check",
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Write ${normalisePath(path)}`,

  async prepare({ path, content }, context) {
    const file = await readContent(context.workspace, path, "write")
    const { bytes, notes } = inMannerOf(file.bytes === null ? undefined : decodeText(file.bytes), content)
    const about = [count(splitLines(content).length, "line"), file.bytes === null ? "new file" : "replaced", ...notes]
    const output = `Wrote ${file.path} (${about.join(", ")}).`
    return prepareFileChange({ context, file, after: bytes, output })
  },
})
