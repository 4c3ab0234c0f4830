import { lstat, readdir } from "node:fs/promises"
import { extname, join } from "node:path"
import { withinLimits } from "../artifact-limits.ts"
import type { MadeFile } from "../tool.ts"
import { readPlainFile } from "../workspace/plain-file.ts"

const MIMES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".svg": "image/svg+xml",
}

const SIGNATURES: Readonly<Record<string, string>> = { "image/png": "89504e47", "image/jpeg": "ffd8ff" }

/** The images in a folder by name, and a sentence for each that can't be kept. */
export async function collectFigures(folder: string): Promise<{ figures: MadeFile[]; notes: string[] }> {
  const names = (await readdir(folder)).filter((name) => extname(name).toLowerCase() in MIMES)
  const sorted = names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
  const sized = (await Promise.all(sorted.map((name) => sizeOf(folder, name)))).filter((file) => file !== undefined)
  const { kept, notes } = withinLimits(sized)
  const figures = await Promise.all(kept.map((file) => readFigure(folder, file)))
  const broken = figures.filter((figure) => !isImage(figure)).map(({ name }) => `${name} was not kept: it is no image.`)
  return { figures: figures.filter(isImage), notes: [...notes, ...broken] }
}

/** Links are not followed: the code that made them may not have been allowed to read what they lead to. */
async function sizeOf(folder: string, name: string): Promise<{ name: string; size: number } | undefined> {
  const found = await lstat(join(folder, name)).catch(() => undefined)
  return found?.isFile() ? { name, size: found.size } : undefined
}

async function readFigure(folder: string, { name, size }: { name: string; size: number }): Promise<MadeFile> {
  const data = await readPlainFile(join(folder, name), { maxBytes: size })
  return { name, mime: MIMES[extname(name).toLowerCase()] ?? "", data }
}

function isImage({ mime, data }: MadeFile): boolean {
  if (mime === "image/svg+xml") return Buffer.from(data).toString("utf8").includes("<svg")
  const start = Buffer.from(data.subarray(0, 4)).toString("hex")
  return start.startsWith(SIGNATURES[mime] ?? "")
}
