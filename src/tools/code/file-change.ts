import { writeAtomically } from "../atomic-write.ts"
import { contentHash } from "../content-hash.ts"
import { type PreparedChange, ToolFailure } from "../tool.ts"
import type { Workspace } from "../workspace.ts"
import { binaryType, type FileContent } from "./file-content.ts"
import { count, splitLines } from "./text.ts"

const LONGEST_DIFF_MS = 1000

/** Both states of a file, from one read. */
type Change = {
  readonly workspace: Workspace
  readonly file: FileContent
  readonly after: Buffer
  readonly output: string
}

/** Works out a new content for one file. A content that is there already changes nothing. */
export async function prepareFileChange({ workspace, file, after, output }: Change): Promise<PreparedChange> {
  if (file.bytes?.equals(after)) {
    return { changes: [], preview: "", output: `${file.path} has this content already.`, apply: async () => {} }
  }
  const before = file.bytes === null ? null : contentHash(file.bytes)
  return {
    changes: [{ path: file.path, before, after: contentHash(after) }],
    preview: await diff(file, after),
    output,
    apply: () => write(workspace, file.path, after),
  }
}

/** The place is looked up again: a link may have taken it since the change was worked out. */
async function write(workspace: Workspace, path: string, content: Buffer): Promise<void> {
  const absolute = await workspace.resolve(path, "write")
  try {
    await writeAtomically(absolute, content)
  } catch (error) {
    throw new ToolFailure(`"${path}" could not be written (${(error as NodeJS.ErrnoException).code}); it is unchanged.`)
  }
}

async function diff(file: FileContent, after: Buffer): Promise<string> {
  const before = file.bytes ?? Buffer.alloc(0)
  if (binaryType(before) !== undefined || binaryType(after) !== undefined) {
    return `Binary file ${file.path}: ${before.length} bytes before, ${after.length} bytes after.`
  }
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff")
  const oldName = file.bytes === null ? "/dev/null" : `a/${file.path}`
  const options = { context: 3, timeout: LONGEST_DIFF_MS, headerOptions: FILE_HEADERS_ONLY }
  const texts = [before.toString("utf8"), after.toString("utf8")] as const
  const patch = createTwoFilesPatch(oldName, `b/${file.path}`, ...texts, undefined, undefined, options)
  return (
    patch ??
    `${file.path}: too large a change to show (${texts.map((t) => count(splitLines(t).length, "line")).join(" before, ")} after).`
  )
}
