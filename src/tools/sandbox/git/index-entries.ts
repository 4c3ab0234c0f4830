import { isObjectId } from "./refs.ts"

/** The index as git lists it: for each path its entries, one or, in a conflict, up to three, as `mode id stage`. */
export type IndexEntries = ReadonlyMap<string, PathEntries>
export type PathEntries = {
  readonly lines: readonly string[]
  readonly isSkipped: boolean
  readonly isIntended: boolean
}

/** Bits of an entry in memory, as `git ls-files --debug` prints them. */
const INTENT_TO_ADD = 1 << 29
const SKIP_WORKTREE = 1 << 30

// Sticky: a listing may have a hundred thousand entries, and is gone through once.
const ENTRY =
  /(100644|100755|120000|160000) ([0-9a-f]+) ([0-3])\t([^\0]+)\0 {2}ctime: [^\n]*\n {2}mtime: [^\n]*\n {2}dev: [^\n]*\n {2}uid: [^\n]*\n {2}size: [^\n]*\tflags: ([0-9a-f]+)\n/y

/** Reads `git ls-files --stage -z --debug`, a character for each byte. Throws on what git would not print. */
export function parseIndex(text: string): IndexEntries {
  const entries = new Map<string, PathEntries>()
  for (let at = 0; at < text.length; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at
    const [, mode = "", id = "", stage = "", path = "", flags = ""] = ENTRY.exec(text) ?? []
    if (!isObjectId(id)) throw new Error("git listed an index that can't be read")
    const bits = Number.parseInt(flags, 16)
    entries.set(path, {
      lines: [...(entries.get(path)?.lines ?? []), `${mode} ${id} ${stage}`],
      isSkipped: (bits & SKIP_WORKTREE) !== 0,
      isIntended: (bits & INTENT_TO_ADD) !== 0,
    })
  }
  return entries
}

/** What to tell `git update-index`, and what the user changed in the same place meanwhile. */
export type IndexChange = {
  readonly info: string
  readonly skipped: readonly string[]
  readonly unskipped: readonly string[]
  readonly conflicts: readonly string[]
  readonly intended: readonly string[]
}

/** The way from the real index to the commands' one, path by path: both began with `base`. */
export function changeOf(base: IndexEntries, real: IndexEntries, wanted: IndexEntries): IndexChange {
  const paths = [...new Set([...base.keys(), ...wanted.keys()])]
  const differing = paths.filter((path) => {
    const want = wanted.get(path)
    return !isSame(want, base.get(path)) && !isSame(want, real.get(path))
  })
  const [conflicts, open] = parted(differing, (path) => !isSame(real.get(path), base.get(path)))
  const [intended, changed] = parted(open, (path) => wanted.get(path)?.isIntended === true)
  const removals = changed.flatMap((path) => removal(path, real.get(path)))
  const additions = changed.flatMap((path) => (wanted.get(path)?.lines ?? []).map((line) => `${line}\t${path}\0`))
  const [skipped, others] = parted(changed, (path) => wanted.get(path)?.isSkipped === true)
  const unskipped = others.filter((path) => wanted.has(path) && real.get(path)?.isSkipped)
  // A file that became a folder has to go first.
  return { info: [...removals, ...additions].join(""), skipped, unskipped, conflicts, intended }
}

function removal(path: string, now: PathEntries | undefined): string[] {
  const [, id = ""] = now?.lines[0]?.split(" ") ?? []
  return id === "" ? [] : [`0 ${"0".repeat(id.length)}\t${path}\0`]
}

function parted(paths: readonly string[], matches: (path: string) => boolean): [string[], string[]] {
  return [paths.filter(matches), paths.filter((path) => !matches(path))]
}

function isSame(one: PathEntries | undefined, other: PathEntries | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const flags = one.isSkipped === other.isSkipped && one.isIntended === other.isIntended
  return flags && one.lines.join() === other.lines.join()
}
