import { basename } from "node:path"
import type { ArtifactFile } from "../protocol/log/event.ts"
import { pictureMark } from "../protocol/log/picture-mark.ts"
import { RunRequestError } from "../run/lifecycle/run-request-error.ts"
import { formatSize } from "../tools/artifact-limits.ts"
import { contentHash } from "../tools/content-hash.ts"
import { readHeader } from "../tools/pictures/header.ts"

/** A picture that comes with a request; `name`: what people call it. */
export type Attachment = { readonly name: string; readonly data: Uint8Array }

/** What a run keeps of it. */
export type KeptAttachment = { readonly file: ArtifactFile; readonly data: Uint8Array }

const MOST_ATTACHMENTS = 8
/** Bytes of one; the smallest limit of the providers that take pictures. */
const LARGEST_ATTACHMENT = 5_000_000
/** Pixels of its longer side; providers refuse more. */
const LONGEST_SIDE = 8000

/** The request with a mark for each picture, and what is kept of them. Only their first bytes are looked at. */
export function withAttachments(
  request: string,
  attachments: readonly Attachment[] = [],
): { readonly request: string; readonly kept: readonly KeptAttachment[] } {
  if (attachments.length > MOST_ATTACHMENTS)
    throw new RunRequestError(`${attachments.length} attachments are too many, ${MOST_ATTACHMENTS} are the most.`)
  const kept = attachments.map(keep)
  const marks = kept.map(({ file, about }) => pictureMark(file, formatSize(file.size), about))
  return { request: [request, ...marks].join("\n"), kept }
}

function keep({ name, data }: Attachment, index: number) {
  const about = basename(name).slice(-80).toWellFormed()
  const header = readHeader(data)
  if (!header) throw new RunRequestError(`"${about}" is no picture that can be attached: PNG, JPEG, GIF and WebP can.`)
  const { width, height, mime, ending } = header
  if (data.length > LARGEST_ATTACHMENT || Math.max(width, height) > LONGEST_SIDE) {
    const limits = `${formatSize(LARGEST_ATTACHMENT)} and ${LONGEST_SIDE} pixels a side are the most`
    throw new RunRequestError(`"${about}" is too large (${formatSize(data.length)}, ${width}×${height}): ${limits}.`)
  }
  const file = {
    id: `image-${contentHash(data)}`,
    name: `attached-${index + 1}${ending}`,
    mime,
    size: data.length,
    width,
    height,
  }
  return { file, data, about }
}
