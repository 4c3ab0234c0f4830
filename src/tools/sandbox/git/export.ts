import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { emptyFolder, type Mount, readOnlyAt } from "../mount.ts"
import { CellOutput, type Confine, type StartedCell, startCell } from "./cell.ts"
import { OPEN_WORK } from "./fingerprint.ts"
import { type IndexEntries, parseIndex } from "./index-entries.ts"
import { type GitHead, isObjectId, isRefName, parseHead } from "./refs.ts"
import { partsOf, REAL_OBJECTS } from "./shadow.ts"

/** What commands made of their copy of a repository: nothing here is to be believed until it was checked. */
export type Exported = {
  readonly head: GitHead | undefined
  /** How git described the last move of HEAD, and the last from one branch to another: `git checkout -` goes by it. */
  readonly message: string
  readonly moved: string
  readonly refs: ReadonlyMap<string, string>
  /** Newest first. */
  readonly stash: readonly StashEntry[]
  readonly index: IndexEntries
  /** Files of a merge, pick or revert that is open. */
  readonly openWork: ReadonlyMap<string, Buffer>
  /** True for a rebase that waits to be continued. */
  readonly isRebasing: boolean
  /** The objects that the real repository does not have, as git packs them. */
  readonly pack: AsyncIterable<Buffer>
  readonly end: StartedCell["end"]
  /** Whoever does not read the whole pack has to say so. */
  stop(): void
}

export type StashEntry = { readonly id: string; readonly message: string }

const FOLDER = "/tmp/git"
const MAX_REPORT_BYTES = 256 << 20
const MAX_PACK_BYTES = 4 * 2 ** 30
const MAX_OPEN_WORK_BYTES = 1 << 20

type Section = "head" | "message" | "moved" | "refs" | "stash" | "index" | "work" | "rebase"

/**
 * The trees without any file, by SHA-1 and SHA-256: git has them built in and never calls them missing, but a repository whose commits
 * name one has to store it.
 */
const EMPTY_TREES = [
  "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
]

/**
 * What the copy says now. Refs come before the objects: a command that is still running makes an object first. Names that are no
 * object's, as of half-written files, are passed over.
 */
const REPORT = `set -e
cd "$GIT_DIR"
section() { printf '\\n%s %s\\n' "$0" "$1"; }
section head; cat HEAD
section message; [ ! -f logs/HEAD ] || tail -n 1 logs/HEAD | cut -s -f 2-
section moved; [ ! -f logs/HEAD ] || grep 'checkout: moving from ' logs/HEAD | tail -n 1 | cut -s -f 2-
section refs; git for-each-ref --format='%(objectname) %(refname)%(if)%(symref)%(then) symbolic%(end)'
section stash; [ ! -f logs/refs/stash ] || cat logs/refs/stash
section index; cd /; git ls-files --stage -z --debug
section work; cd "$GIT_DIR"
for name in ${OPEN_WORK.join(" ")}; do
  [ ! -f "$name" ] || printf '%s %s\\n' "$name" "$(head -c ${MAX_OPEN_WORK_BYTES} "$name" | base64 -w 0)"
done
section rebase; for name in rebase-merge rebase-apply; do [ ! -d "$name" ] || echo "$name"; done
section pack
cd objects
{
  for name in [0-9a-f][0-9a-f]/*; do echo "\${name%/*}\${name#*/}"; done
  for name in pack/*.idx; do [ ! -f "$name" ] || git show-index < "$name" | cut -d ' ' -f 2; done
} | grep -E '^([0-9a-f]{40}|[0-9a-f]{64})$' | sort -u |
  GIT_OBJECT_DIRECTORY="$GIT_DIR/${REAL_OBJECTS}" git cat-file --batch-check='%(objectname)' |
  sed -n -e 's/ missing$//p' ${EMPTY_TREES.map((id) => `-e '/^${id}$/p'`).join(" ")} |
  git pack-objects -q --stdout`

/** Reads the copy, confined: it may hold anything. `covered`: folders that are of no use to it. */
export async function exportShadow(
  confine: Confine,
  generation: string,
  objects: string,
  covered: readonly string[],
): Promise<Exported> {
  const { git, plainConfig } = partsOf(generation)
  const mounts: Mount[] = [
    ...covered.map(emptyFolder),
    readOnlyAt(git, FOLDER),
    readOnlyAt(plainConfig, join(FOLDER, "config")),
    readOnlyAt(objects, join(FOLDER, REAL_OBJECTS)),
  ]
  const mark = randomUUID()
  const cell = await confine(["/bin/sh", "-c", REPORT, mark], mounts)
  const environment = {
    GIT_DIR: FOLDER,
    GIT_COMMON_DIR: FOLDER,
    GIT_WORK_TREE: "/",
    GIT_INDEX_FILE: `${FOLDER}/index`,
  }
  const started = startCell(cell, { environment })
  const output = new CellOutput(started)
  const { end, stop } = started
  try {
    const report = await output.until(`\n${mark} pack\n`, MAX_REPORT_BYTES)
    return { ...parse(report.toString("latin1"), mark), pack: output.rest(MAX_PACK_BYTES), end, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function parse(report: string, mark: string): Omit<Exported, "pack" | "end" | "stop"> {
  const sections = new Map<string, string>()
  for (const part of report.split(`\n${mark} `).slice(1)) {
    const end = part.indexOf("\n")
    sections.set(part.slice(0, end), part.slice(end + 1))
  }
  const text = (name: Section) => sections.get(name) ?? ""
  const lines = (name: Section) => text(name).split("\n").filter(Boolean)
  return {
    head: parseHead(text("head")),
    message: plainLine(text("message")),
    moved: plainLine(text("moved")),
    refs: new Map(lines("refs").flatMap(refOf)),
    stash: lines("stash").flatMap(stashOf).reverse(),
    index: parseIndex(text("index")),
    openWork: new Map(lines("work").flatMap(workOf)),
    isRebasing: lines("rebase").length > 0,
  }
}

function refOf(line: string): [string, string][] {
  const [id = "", name = "", symbolic] = line.split(" ")
  return isObjectId(id) && isRefName(name) && symbolic === undefined ? [[name, id]] : []
}

function stashOf(line: string): StashEntry[] {
  const [, id = ""] = line.split(" ", 2)
  return isObjectId(id) ? [{ id, message: plainLine(line.slice(line.indexOf("\t") + 1)) }] : []
}

function workOf(line: string): [string, Buffer][] {
  const [name = "", text = ""] = line.split(" ")
  const bytes = Buffer.from(text, "base64")
  return OPEN_WORK.includes(name) && isOpenWork(name, bytes) ? [[name, bytes]] : []
}

/** Ids, a word, or a message; nothing that git would run. */
function isOpenWork(name: string, bytes: Buffer): boolean {
  const text = bytes.toString("latin1")
  if (name.endsWith("_HEAD")) return text.split("\n").filter(Boolean).every(isObjectId)
  return name === "MERGE_MODE" ? /^(no-ff)?\n?$/.test(text) : !text.includes("\0")
}

const MAX_MESSAGE = 500

/** A line for a log, in which nothing ends it early. */
function plainLine(latin1: string): string {
  const text = Buffer.from(latin1, "latin1").toString("utf8")
  return text
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_MESSAGE)
}
