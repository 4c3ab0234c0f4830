import { extname } from "node:path"
import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { readExisting } from "../code/file-content.ts"
import { normalisePath } from "../code/text/text.ts"
import { defineTool, type MadeFile, type ToolContext, ToolFailure } from "../tool.ts"
import { isAddress, photographPage, refuseElsewhere, renderPdfPage } from "./by-program.ts"
import { readHeader } from "./header.ts"
import { renderSvg } from "./render-svg.ts"

/** The smallest limits of the providers that take pictures. */
const LARGEST_BYTES = 5_000_000
const LONGEST_SIDE = 8000

/** Makes a picture of what can be seen. Whether the model can see it is decided as it is sent. */
export const viewImage = defineTool({
  name: "view_image",
  description:
    "Look at a picture: a PNG, JPEG, GIF, WebP or SVG file, a page of a PDF file, an HTML file, or a page of a server on this machine (http://localhost:PORT/…). At most 5 MB and 8,000 pixels a side.",
  input: z.object({
    path: z.string().describe("a file, or an http address on this machine"),
    page: z.int().min(1).optional().describe("of a PDF file"),
  }),
  access: "read",
  traits: BUILT_IN.pictures.view_image,
  repeat: "safe",
  timeoutMs: 60_000,
  paths: ({ path }) => (isAddress(path) ? [] : [normalisePath(path)]),
  subject: ({ path }) =>
    isAddress(path) ? { kind: "url", url: path } : { kind: "paths", paths: [normalisePath(path)] },
  title: ({ path }) => `View ${path}`,

  async execute({ path, page = 1 }, context) {
    const { file, about } = await pictureOf(path, page, context)
    const header = readHeader(file.data)
    if (!header) throw new ToolFailure(`"${path}" is no picture that can be shown: ${KINDS}.`)
    const size = Math.max(header.width, header.height)
    if (file.data.length > LARGEST_BYTES || size > LONGEST_SIDE) {
      throw new ToolFailure(
        `"${path}" is too large to be shown (${file.data.length} bytes, ${header.width}×${header.height}); make a smaller copy with a command.`,
      )
    }
    return { text: about, artifacts: [{ ...file, isShown: true }] }
  },
})

const KINDS = "PNG, JPEG, GIF, WebP and SVG files, PDF pages and HTML files can"

type Seen = { readonly file: MadeFile; readonly about: string }

async function pictureOf(path: string, page: number, context: ToolContext): Promise<Seen> {
  if (isAddress(path)) {
    refuseElsewhere(path)
    return { file: png(await photographPage(path, context)), about: `The page ${path} as a browser shows it:` }
  }
  const { bytes, path: place } = await readExisting(context.workspace, path, "read")
  switch (extname(place).toLowerCase()) {
    case ".svg":
      return { file: png((await renderSvg(bytes, context)).bytes), about: `${place}, drawn:` }
    case ".pdf":
      return { file: png(await renderPdfPage(place, page, context)), about: `Page ${page} of ${place}:` }
    case ".html":
    case ".htm":
      return { file: png(await photographPage(place, context)), about: `${place} as a browser shows it:` }
    default:
      return { file: { name: place, mime: "image/png", data: bytes }, about: `${place}:` }
  }
}

function png(data: Uint8Array): MadeFile {
  return { name: "seen.png", mime: "image/png", data }
}
