/** A line of a file's difference; a number is missing on the side where the line is not. */
export type DiffLine = {
  readonly kind: "same" | "add" | "drop"
  readonly text: string
  readonly before: number | null
  readonly after: number | null
  /** Its place in the text that was read, counted from 1. */
  readonly at: number
}

export type DiffHunk = { readonly header: string; readonly lines: readonly DiffLine[] }

/** What became of one file. */
export type FileDiff = {
  readonly path: string
  readonly how: "new" | "changed" | "deleted"
  readonly hunks: readonly DiffHunk[]
  /** What is said of a file whose lines are not shown. */
  readonly note: string
  /** It may be run as a program from then on. */
  readonly executable?: true
  readonly added: number
  readonly dropped: number
}

const NO_FILE = "/dev/null"
/** Git writes 100755 for every program. */
const PROGRAM_MODE = /^new (file )?mode 100755$/
const GIT_HEAD = /^diff -{2}git /

type Draft = {
  path: string
  how: FileDiff["how"]
  hunks: { header: string; lines: DiffLine[] }[]
  note: string
  executable?: true
}

/** Reads a unified diff, as git writes it; anything that is none has no files. */
export function readDiff(text: string): readonly FileDiff[] {
  const drafts: Draft[] = []
  let open: OpenHunk | undefined
  for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
    const file = drafts.at(-1)
    if (open && (open.beforeLeft > 0 || open.afterLeft > 0)) readLine(open, line, index + 1)
    else if (file && line.startsWith("@@ ")) open = openHunk(file, line)
    else if (isStart(line, file)) drafts.push(openFile(line))
    else if (file && file.hunks.length === 0) readHead(file, line)
  }
  return drafts.map((draft) => ({ ...draft, ...countsOf(draft) }))
}

/** A hunk says how many lines it has: what they look like does not end it. */
type OpenHunk = { lines: DiffLine[]; before: number; after: number; beforeLeft: number; afterLeft: number }

function openHunk(file: Draft, header: string): OpenHunk {
  const [, before, beforeLeft = 1, after, afterLeft = 1] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
      .exec(header)
      ?.map((part) => (part === undefined ? part : Number(part))) ?? []
  const lines: DiffLine[] = []
  file.hunks.push({ header, lines })
  return {
    lines,
    before: Number(before),
    after: Number(after),
    beforeLeft: Number(beforeLeft),
    afterLeft: Number(afterLeft),
  }
}

function readLine(hunk: OpenHunk, line: string, at: number): void {
  if (line.startsWith("\\")) return
  const kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "drop" : "same"
  const [before, after] = [kind === "add" ? null : hunk.before++, kind === "drop" ? null : hunk.after++]
  if (before !== null) hunk.beforeLeft--
  if (after !== null) hunk.afterLeft--
  hunk.lines.push({ kind, text: line.slice(1), before, after, at })
}

/** Git's own line begins a file; where there is none, its first name does. */
function isStart(line: string, file: Draft | undefined): boolean {
  if (GIT_HEAD.test(line)) return true
  return line.startsWith("--- ") && (file === undefined || file.hunks.length > 0)
}

function openFile(line: string): Draft {
  return { path: pathIn(line), how: line === `--- ${NO_FILE}` ? "new" : "changed", hunks: [], note: "" }
}

function pathIn(line: string): string {
  const [, git] = /^diff -{2}git "?a\/.*? "?b\/(.*?)"?$/.exec(line) ?? []
  return git ?? plainName(line.slice(4))
}

function readHead(file: Draft, line: string): void {
  if (PROGRAM_MODE.test(line)) file.executable = true
  if (line.startsWith("new file") || line === `--- ${NO_FILE}`) file.how = "new"
  else if (line.startsWith("deleted file") || line === `+++ ${NO_FILE}`) file.how = "deleted"
  else if (line.startsWith("+++ ")) file.path = plainName(line.slice(4))
  else if (line.startsWith("Binary files") || line.startsWith("old mode")) file.note = line
}

function plainName(name: string): string {
  return name.replace(/^"?[ab]\//, "").replace(/"?\t?$/, "")
}

function countsOf({ hunks }: Draft): { readonly added: number; readonly dropped: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter(({ kind }) => kind === "add").length,
    dropped: lines.filter(({ kind }) => kind === "drop").length,
  }
}
