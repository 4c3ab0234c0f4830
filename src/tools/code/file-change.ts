import { contentHash } from "../content-hash.ts"
import type { PreparedChange, ToolContext } from "../tool.ts"
import { type Replacement, replaceFiles } from "../workspace/workspace-write.ts"
import type { FileContent } from "./file-content.ts"
import { refuseLostSecret } from "./lost-secret.ts"
import { binaryType } from "./text/binary-type.ts"
import { decodeText } from "./text/encoding.ts"
import { count, splitLines } from "./text/text.ts"
import { textDiff } from "./text/text-diff.ts"

const MAY_RUN = 0o111

/** Both states of a file, from one read. */
type Change = {
  readonly context: ToolContext
  readonly file: FileContent
  readonly after: Buffer
  readonly output: string
}

/** Works out a new content for one file. A content that is there already changes nothing. */
export async function prepareFileChange({ context, file, after, output }: Change): Promise<PreparedChange> {
  if (file.bytes?.equals(after)) {
    return { changes: [], preview: "", output: `${file.path} has this content already.`, apply: async () => {} }
  }
  return prepareReplacements(context, [{ path: file.path, before: file.bytes, after }], output)
}

/** Works out new states for several files, which all come about or none. */
export async function prepareReplacements(
  context: ToolContext,
  files: readonly Replacement[],
  output: string,
): Promise<PreparedChange> {
  for (const { path, before, after } of files) refuseLostSecret(context, path, textOf(before), textOf(after))
  const hash = (content: Buffer | null) => (content === null ? null : contentHash(content))
  const previews: string[] = []
  for (const file of files) previews.push(await diff(file))
  return {
    changes: files.map(({ path, before, after }) => ({ path, before: hash(before), after: hash(after) })),
    preview: previews.join(""),
    output,
    apply: () => replaceFiles(context.workspace, files),
  }
}

async function diff({ path, before, after, mode = 0 }: Replacement): Promise<string> {
  const texts = [textOf(before), textOf(after)] as const
  if (texts[0] === undefined || texts[1] === undefined) {
    return `Binary file ${path}: ${before?.length ?? 0} bytes before, ${after?.length ?? 0} bytes after.\n`
  }
  const sides = {
    from: before === null ? "/dev/null" : `a/${path}`,
    to: after === null ? "/dev/null" : `b/${path}`,
  }
  const patch = await textDiff(texts[0], texts[1], sides)
  const head = before === null && mode & MAY_RUN ? `diff --git a/${path} b/${path}\nnew file mode 100755\n` : ""
  return patch
    ? `${head}${patch}`
    : `${path}: too large a change to show (${lines(texts[0])} before, ${lines(texts[1])} after).\n`
}

function textOf(content: Buffer | null): string | undefined {
  if (content === null) return ""
  return binaryType(content) === undefined ? (decodeText(content)?.text ?? content.toString("utf8")) : undefined
}

function lines(text: string): string {
  return count(splitLines(text).length, "line")
}
