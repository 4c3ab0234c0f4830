import { readJpeg, readPng } from "../pictures/header.ts"
import { ToolFailure } from "../tool.ts"

/** A picture of the workspace. The size is in pixels, or what an SVG says. */
export type Picture = {
  readonly path: string
  readonly format: "png" | "jpg" | "svg"
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** A file of the workspace that a text shows as a picture. */
export type PictureFile = { readonly path: string; readonly bytes: Uint8Array }

/** What kind of picture a file is and how large; throws `ToolFailure` where it is none that can be used. */
export function lookAtPicture({ path, bytes: given }: PictureFile): Picture {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readSvg(bytes)
  if (picture === undefined) throw new ToolFailure(`Image "${path}" is neither PNG nor JPEG nor SVG; convert it first.`)
  if (picture.format === "svg") refuseReaching(path, bytes)
  if (!(picture.width > 0 && picture.height > 0)) throw new ToolFailure(`Image "${path}" has no size; it is damaged.`)
  return { path, bytes, ...picture }
}

type Looks = Pick<Picture, "format" | "width" | "height">

function readSvg(bytes: Buffer): Looks | undefined {
  const tag = /<svg\b[^>]{0,4000}>/i.exec(bytes.toString("utf8", 0, 20_000))?.[0]
  if (tag === undefined) return undefined
  const length = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px|pt)?\\s*["']`).exec(tag)?.[1])
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag)
  return {
    format: "svg",
    width: length("width") || Number(box?.[1] ?? 300),
    height: length("height") || Number(box?.[2] ?? 150),
  }
}

/** A drawing that runs code or loads something from elsewhere would do so wherever it is opened. */
function refuseReaching(path: string, bytes: Buffer): void {
  const text = bytes.toString("utf8")
  const reaching =
    /<script|<foreignObject|<!ENTITY|<iframe|\son\w+\s*=|href\s*=\s*["']\s*(?!#|data:image\/(png|jpe?g);)[^"'\s]|url\(\s*["']?(?!#|data:)[^)\s"']|@import/i
  if (reaching.test(text)) {
    throw new ToolFailure(`Image "${path}" holds scripts or loads things from elsewhere; use a plain SVG or a PNG.`)
  }
}
