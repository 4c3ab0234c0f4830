import { ToolFailure } from "../../tool.ts"
import { gitNames, namesOf, type PatchNames, plainName } from "./patch-names.ts"

/** One line of a hunk. `endsFile`: no line end follows it in the file. */
export type PatchLine = { readonly kind: " " | "-" | "+"; readonly text: string; readonly endsFile: boolean }

/** `start`: the first line of the old side as the header has it, `undefined` if it doesn't say. */
export type Hunk = { readonly start: number | undefined; readonly lines: readonly PatchLine[] }

/** What a patch does to one file: changes it, makes it (`from` is null), removes it (`to` is null), or gives it another name. */
export type FilePatch = PatchNames & { readonly hunks: readonly Hunk[]; readonly mode?: number | undefined }

/** `isOpen`: names of its own may still follow what `diff --git` said. */
type OpenFile = {
  names: PatchNames | undefined
  isOpen: boolean
  hunks: Hunk[]
  mode?: number | undefined
  isNew?: boolean
  isGone?: boolean
  renameFrom?: string
}

const HUNK = /^@@(?:\s+-(\d+)(?:,(\d+))?\s+\+\d+(?:,(\d+))?)?(?:\s|@@|$)/

/** Reads a unified diff over any number of files; text between the files is skipped, as `patch` does it. */
export function parsePatch(patch: string): FilePatch[] {
  const files = new PatchReader(linesOf(patch)).read().map(closed)
  if (files.length === 0) {
    throw new ToolFailure(
      'There is no file in the patch; a unified diff has "--- a/path", "+++ b/path" and "@@" hunks.',
    )
  }
  return files
}

/** Without a fence around it. A patch whose headers end in CRLF was brought into that form as a whole. */
function linesOf(patch: string): string[] {
  const lines = patch.split("\n")
  if (lines.at(-1) === "") lines.pop()
  const isWindows = lines.some((line) => /^(--- |\+\+\+ |diff --git ).*\r$/.test(line))
  const plain = isWindows ? lines.map((line) => line.replace(/\r$/, "")) : lines
  const isFenced = /^```/.test(plain[0] ?? "") && plain.at(-1)?.trim() === "```"
  return isFenced ? plain.slice(1, -1) : plain
}

function closed({ names, hunks, mode, isNew, isGone, renameFrom }: OpenFile): FilePatch {
  if (!names) throw new ToolFailure('A file in the patch has no names; give "--- a/path" and "+++ b/path".')
  const from = isNew ? null : (renameFrom ?? names.from)
  const to = isGone ? null : names.to
  if (from !== null && to !== null && from !== to && renameFrom === undefined) {
    throw new ToolFailure(`The patch calls "${from}" also "${to}"; to rename it, say "rename from" and "rename to".`)
  }
  if (from === null && to === null) throw new ToolFailure("A file in the patch has no name on either side.")
  if (hunks.length === 0 && from === to)
    throw new ToolFailure(`The patch changes nothing in "${from}": it has no hunk.`)
  return { from, to, hunks, mode }
}

class PatchReader {
  readonly #lines: readonly string[]
  readonly #files: OpenFile[] = []
  #at = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): OpenFile[] {
    while (this.#at < this.#lines.length) this.#readLine(this.#lines[this.#at] ?? "")
    return this.#files
  }

  #readLine(line: string): void {
    const file = this.#files.at(-1)
    const hunk = line.match(HUNK)
    if (line.startsWith("diff --git ")) this.#open({ names: gitNames(line.slice(11)), isOpen: true, hunks: [] })
    else if (this.#isHeader()) this.#readNames(line)
    else if (hunk && file?.names) this.#readHunk(file, hunk)
    else this.#readRemark(line, file)
  }

  #open(file: OpenFile): void {
    this.#files.push(file)
    this.#at++
  }

  #isHeader(): boolean {
    return !!this.#lines[this.#at]?.startsWith("--- ") && !!this.#lines[this.#at + 1]?.startsWith("+++ ")
  }

  /** In a hunk only the names and the next hunk together tell of another file. */
  #isNextFile(): boolean {
    return this.#isHeader() && !!this.#lines[this.#at + 2]?.startsWith("@@")
  }

  /** Below `diff --git` they say the same again. */
  #readNames(line: string): void {
    const names = namesOf(line.slice(4), this.#lines[this.#at + 1]?.slice(4) ?? "")
    const file = this.#files.at(-1)
    const side = names.to === null ? "from" : "to"
    const isSame = !file?.names || names[side] === file.names[side]
    if (file?.isOpen && isSame) Object.assign(file, { names, isOpen: false })
    else this.#files.push({ names, isOpen: false, hunks: [] })
    this.#at += 2
  }

  #readRemark(line: string, file: OpenFile | undefined): void {
    const [, verb, rest = ""] =
      line.match(/^(new file mode|deleted file mode|old mode|rename from|rename to|copy from) (.*)$/) ?? []
    if (/^(GIT binary patch|Binary files )/.test(line))
      throw new ToolFailure("A patch of binary files can't be applied.")
    if (/^[+-]/.test(line) && file)
      throw new ToolFailure(`Line ${this.#at + 1} of the patch stands outside of a hunk: ${line}`)
    if (file?.isOpen && verb) this.#readGitLine(file, verb, rest.trim())
    this.#at++
  }

  #readGitLine(file: OpenFile, verb: string, rest: string): void {
    if (verb === "old mode" || verb === "copy from") {
      throw new ToolFailure(`The patch has "${verb}", which can't be applied; use chmod or cp in the terminal.`)
    }
    if (verb === "rename from") file.renameFrom = plainName(rest)
    if (verb === "rename to") file.names = { from: file.renameFrom ?? null, to: plainName(rest) }
    if (verb === "deleted file mode") file.isGone = true
    if (verb !== "new file mode") return
    if (!/^100\d{3}$/.test(rest))
      throw new ToolFailure("The patch makes a link or a submodule, which can't be applied.")
    file.isNew = true
    file.mode = rest === "100755" ? 0o777 : undefined
  }

  /** By what the lines are, not by the header's counts: models miscount, and what doesn't fit the file is refused anyway. */
  #readHunk(file: OpenFile, [, start, oldCount, newCount]: RegExpMatchArray): void {
    const lines: PatchLine[] = []
    const stated = { old: Number(oldCount ?? 1), new: Number(newCount ?? 1) }
    for (this.#at++; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? ""
      const last = lines.at(-1)
      if (line.startsWith("\\") && last) lines[lines.length - 1] = { ...last, endsFile: true }
      else if (!/^[ +-]|^\r?$/.test(line) || (this.#isNextFile() && !lacksTwo(lines, stated))) break
      else lines.push({ kind: (line[0]?.trim() || " ") as PatchLine["kind"], text: line.slice(1), endsFile: false })
    }
    file.isOpen = false
    file.hunks.push({
      start: start === undefined ? undefined : Number(start),
      lines: withoutBlankEnd(lines, this.#at, this.#lines),
    })
  }
}

/** A line that starts with `--` is removed and one that starts with `++` comes in: that looks like a header but is none. */
function lacksTwo(lines: readonly PatchLine[], stated: { readonly old: number; readonly new: number }): boolean {
  const has = (kind: PatchLine["kind"]) => lines.filter((line) => line.kind !== kind).length
  return stated.old - has("+") === 1 && stated.new - has("-") === 1
}

/** Empty lines between two files are no context. */
function withoutBlankEnd(lines: readonly PatchLine[], end: number, all: readonly string[]): PatchLine[] {
  let blank = 0
  while (blank < lines.length && all[end - 1 - blank] === "") blank++
  return lines.slice(0, lines.length - blank)
}
