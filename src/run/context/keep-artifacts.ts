import { extname } from "node:path"
import type { ArtifactFile } from "../../protocol/log/event.ts"
import { shortKey } from "../../protocol/log/key.ts"
import { pictureMark, type ShownPicture } from "../../protocol/log/picture-mark.ts"
import { formatSize, withinLimits } from "../../tools/artifact-limits.ts"
import { contentHash } from "../../tools/content-hash.ts"
import { readHeader } from "../../tools/pictures/header.ts"
import type { MadeFile } from "../../tools/tool.ts"
import type { RunParts } from "../core/run-parts.ts"

/** The files of a task as the log names them, and what its result says of them. */
type Kept = { readonly artifacts: readonly ArtifactFile[]; readonly text: string }

/**
 * Keeps the files that a task made beside the log. Ids come from the content, so that doing it again after a crash changes
 * nothing; names come from the task's place.
 */
export async function keepArtifacts(parts: RunParts, key: string, files: readonly MadeFile[]): Promise<Kept> {
  const { kept, notes } = withinLimits(files.map((file) => ({ ...file, size: file.data.length })))
  const artifacts = kept.map(({ name, mime, data, size, isShown }, index): ArtifactFile => {
    const header = isShown ? readHeader(data) : undefined
    return {
      id: `${mime.split("/")[0]}-${contentHash(data)}`,
      name: `${shortKey(key)}-${index + 1}${header?.ending ?? extname(name)}`,
      mime: header?.mime ?? mime,
      size,
      ...(header ? { width: header.width, height: header.height } : {}),
    }
  })
  for (const [index, { id, mime }] of artifacts.entries()) {
    await parts.journal.saveBlob({ id, mime, data: kept[index]?.data ?? new Uint8Array() })
  }
  const named = artifacts.map((file) => {
    const size = formatSize(file.size)
    return isPicture(file) ? pictureMark(file, size) : `${nounOf(file.mime)} ${file.name} (${size})`
  })
  return { artifacts, text: [...named, ...notes].join("\n") }
}

function isPicture(file: ArtifactFile): file is ShownPicture {
  return file.width !== undefined && file.height !== undefined
}

function nounOf(mime: string): string {
  return mime.startsWith("image/") ? "figure" : "file"
}
