import { lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { readPlainFileSync } from "../../workspace/plain-file.ts"
import { UnfitRepository } from "./unfit.ts"

/** HEAD as git writes it: the full name of a branch, or the id of a commit. */
export type GitHead = { readonly branch: string } | { readonly commit: string }

export type Refs = {
  readonly ids: ReadonlyMap<string, string>
  /** Names that stand for other names, such as `refs/remotes/origin/HEAD`. */
  readonly symbolic: ReadonlyMap<string, string>
}

const REF_BYTES = 4096
const PACKED_BYTES = 64 << 20
const MAX_LOOSE = 50_000

const ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/
// As `git check-ref-format` has it, and nothing that could be taken for an option.
// biome-ignore lint/suspicious/noControlCharactersInRegex: names with them are refused.
const BAD_NAME = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/[-.]|\.lock(\/|$)|[./]$/

export function isObjectId(text: string): boolean {
  return ID.test(text)
}

/** A full name that git itself would take, so that none can be mistaken for an option or a path. */
export function isRefName(name: string): boolean {
  return name.startsWith("refs/") && name.length < 1000 && !BAD_NAME.test(name)
}

export function parseHead(text: string): GitHead | undefined {
  const line = text.trimEnd()
  const branch = /^ref: (\S+)$/.exec(line)?.[1]
  if (branch !== undefined) return isRefName(branch) ? { branch } : undefined
  return isObjectId(line) ? { commit: line } : undefined
}

/** All refs of a repository, from its plain files. A link among them makes it unfit: git would write through it. */
export function readRefs(common: string): Refs {
  const ids = new Map<string, string>()
  const symbolic = new Map<string, string>()
  for (const line of textIn(join(common, "packed-refs"), PACKED_BYTES).split("\n")) {
    const [id = "", name = ""] = line.split(" ")
    if (isObjectId(id) && isRefName(name)) ids.set(name, id)
  }
  for (const name of looseIn(common, "refs")) {
    const head = parseHead(textIn(join(common, name), REF_BYTES))
    if (head === undefined || !isRefName(name)) continue
    if ("commit" in head) ids.set(name, head.commit)
    else symbolic.set(name, head.branch)
  }
  return { ids, symbolic }
}

function looseIn(common: string, top: string): string[] {
  const found: string[] = []
  const queue = [top]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const entry of readdirSync(join(common, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`
      if (entry.isDirectory()) queue.push(name)
      else if (!entry.isFile()) throw new UnfitRepository(`${name} is neither a file nor a folder`)
      else if (!name.endsWith(".lock")) found.push(name)
    }
    if (found.length > MAX_LOOSE) throw new UnfitRepository(`it has more than ${MAX_LOOSE} refs that are not packed`)
  }
  return found
}

/** The text of a plain file; nothing where there is none. */
export function textIn(path: string, maxBytes: number): string {
  try {
    lstatSync(path)
  } catch {
    return ""
  }
  return readPlainFileSync(path, { maxBytes }).toString("utf8")
}
