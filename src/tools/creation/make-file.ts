import { z } from "zod"
import { formatSize } from "../artifact-limits.ts"
import { prepareFileChange } from "../code/file-change.ts"
import { readContent, readExisting } from "../code/file-content.ts"
import { decodeText } from "../code/text/encoding.ts"
import { type PreparedChange, type ToolContext, ToolFailure } from "../tool.ts"
import type { Workspace } from "../workspace/workspace.ts"
import { type Block, imagePaths } from "./document.ts"
import { readMarkdown } from "./markdown.ts"
import { readPictureFiles } from "./picture-files.ts"
import type { PictureFile } from "./pictures.ts"

/** For whoever reached a limit. */
export const MAKE_LESS = "Use smaller pictures, or make several shorter files."

const LONGEST_TEXT = 500_000

/** What `pdf` and `pptx` take. */
export const MakeInput = z.object({
  path: z.string().describe("the file to write"),
  content: z.string().optional().describe("Markdown"),
  source: z.string().optional().describe("path of a Markdown file, instead of content"),
})

type Making = {
  readonly ending: string
  /** What it is made with. */
  readonly extra: "pdf" | "slides"
  /** Gives the file's bytes, the same for the same input, and what is worth saying about it. */
  make(parts: DocumentParts, context: ToolContext): Promise<{ readonly bytes: Uint8Array; readonly about: string }>
}

/** What a document is made of, before anything of it is decoded. */
export type DocumentParts = {
  readonly blocks: readonly Block[]
  readonly pictures: ReadonlyMap<string, PictureFile>
}

/** Works the file out, so that its hash is known before it is written. */
export async function prepareFile(
  input: z.infer<typeof MakeInput>,
  context: ToolContext,
  { ending, extra, make }: Making,
): Promise<PreparedChange> {
  if (!input.path.toLowerCase().endsWith(ending)) {
    throw new ToolFailure(`"${input.path}" must end in ${ending}; give such a path.`)
  }
  const { workspace } = context
  const file = await readContent(workspace, input.path, "write")
  const blocks = await readMarkdown(await readText(workspace, input), context, extra)
  if (blocks.length === 0) throw new ToolFailure("The Markdown is empty; there is nothing to lay out.")
  const pictures = await readPictureFiles(workspace, imagePaths(blocks))
  const { bytes, about } = await make({ blocks, pictures }, context)
  const output = `Wrote ${file.path} (${about}, ${formatSize(bytes.length)}).`
  return prepareFileChange({ context, file, after: Buffer.from(bytes), output })
}

async function readText(workspace: Workspace, { content, source }: z.infer<typeof MakeInput>): Promise<string> {
  if ((content === undefined) === (source === undefined)) {
    throw new ToolFailure("Give either content (Markdown) or source (the path of a Markdown file).")
  }
  const text = content ?? (await readSource(workspace, source ?? ""))
  if (text.length > LONGEST_TEXT) {
    throw new ToolFailure(`The text has ${text.length} characters, the limit is ${LONGEST_TEXT}; make several files.`)
  }
  return text
}

async function readSource(workspace: Workspace, source: string): Promise<string> {
  const { path, bytes } = await readExisting(workspace, source, "read")
  const text = decodeText(bytes)?.text
  if (text === undefined) throw new ToolFailure(`"${path}" is not a text file; source must be Markdown.`)
  return text
}
