import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Mount, readOnly, readOnlyAt, writable } from "../mount.ts"
import { type Confine, runCell } from "./cell.ts"
import { OPEN_WORK } from "./fingerprint.ts"
import type { GitFolders } from "./folders.ts"
import { type IndexEntries, parseIndex } from "./index-entries.ts"
import { partsOf } from "./shadow.ts"

/*
 * Git on the real repository, with settings of the engine's own in the place of the repository's, and no hooks. It is confined too:
 * whatever the repository holds, such a git can write nowhere else, and not to what git takes orders from.
 */

/** What git takes its orders from, and what is none of this one's business. */
const KEPT = ["hooks", "info", "modules", "worktrees", "commondir", "gitdir", "config.worktree"]
const REQUEST = "/tmp/request"
const BASE_INDEX = "/tmp/base-index"
const MAX_LISTING_BYTES = 256 << 20
const MAX_COMPLAINT_BYTES = 65_536

/** As many objects as this are stored one by one, as git itself would after a fetch. */
const FEW_OBJECTS = 500
const PACK_HEADER = 12

export type ImportPlace = { readonly confine: Confine; readonly folders: GitFolders; readonly generation: string }

/** Stores new objects in the real repository, each checked by git, and lists its index, and the one that the copy began with. */
export async function importObjects(
  place: ImportPlace,
  pack: AsyncIterable<Buffer> | undefined,
): Promise<{ real: IndexEntries; base: IndexEntries }> {
  const { count, whole } = pack ? await countIn(pack) : { count: 0, whole: [] }
  const store = count === 0 ? "cat > /dev/null" : count <= FEW_OBJECTS ? "git unpack-objects -q --strict" : INDEX_PACK
  const mark = crypto.randomUUID()
  const output = await run(place, ["set -e", store, LIST].join("\n"), [mark], MAX_LISTING_BYTES, whole)
  const [real = "", base = ""] = output.toString("latin1").split(`\n${mark}\n`)
  return { real: parseIndex(real), base: parseIndex(base) }
}

const INDEX_PACK = "git index-pack --stdin --strict > /dev/null"
const LIST = `git ls-files --stage -z --debug
printf '\\n%s\\n' "$1"
GIT_INDEX_FILE=${BASE_INDEX} git ls-files --stage -z --debug`

/** The changes of one take-over. Every text is checked by whoever makes it. */
export type TakenChanges = {
  /** Each a list of orders for `git update-ref --stdin -z`, done in this order. */
  readonly refs: readonly string[]
  readonly head: { readonly branch: string } | { readonly commit: string } | undefined
  /** For `git update-index`. */
  readonly info: string
  readonly skipped: readonly string[]
  readonly unskipped: readonly string[]
  readonly stash: StashChange
  /** `undefined` for a file that goes. */
  readonly openWork: ReadonlyMap<string, Buffer | undefined>
  /** For the logs of refs, and of HEAD. */
  readonly message: string
  readonly moved: string
}

/** How many of the newest go, `all` for every one, and what is put on top of the rest, in this order. */
export type StashChange = {
  readonly dropped: number | "all"
  readonly stored: readonly { readonly id: string; readonly message: string }[]
}

/** Carries the changes out, each part by itself, and says what failed. */
export async function importChanges(place: ImportPlace, changes: TakenChanges): Promise<string[]> {
  const { request } = partsOf(place.generation)
  rmSync(request, { recursive: true, force: true })
  mkdirSync(join(request, "work"), { recursive: true, mode: 0o700 })
  const write = (name: string, text: string | Buffer) =>
    writeFileSync(join(request, name), text, typeof text === "string" ? "latin1" : undefined)
  for (const [index, orders] of changes.refs.entries()) write(`refs-${index}`, orders)
  write("index", changes.info)
  write("skipped", changes.skipped.map((path) => `${path}\0`).join(""))
  write("unskipped", changes.unskipped.map((path) => `${path}\0`).join(""))
  const gone = [...changes.openWork].filter(([, bytes]) => bytes === undefined).map(([name]) => name)
  for (const [name, bytes] of changes.openWork) if (bytes) write(`work/${name}`, bytes)
  const script = [
    APPLY,
    headOrders(changes),
    ...stashOrders(changes.stash),
    ...gone.map((name) => `rm -f "$GIT_DIR/${name}"`),
  ]
  const words = [changes.message, changes.moved, ...changes.stash.stored.map(({ message }) => message)]
  const said = await run(place, script.join("\n"), words, MAX_COMPLAINT_BYTES)
  return said.toString("utf8").split("\n").filter(Boolean)
}

/** Each step that fails says so in a line, and the next one goes on. */
const APPLY = `message=$1 moved=$2
step() { name=$1; shift; "$@" > /dev/null 2> /tmp/complaint || printf '%s: %s\\n' "$name" "$(head -n 1 /tmp/complaint)"; }
refs() { git update-ref -m "$message" --no-deref -z --stdin < "$1"; }
entries() { git update-index -z --index-info < ${REQUEST}/index; }
skip() { git update-index -z "$1" --stdin < "$2"; }
keep() { rm -f "$GIT_DIR/keelson.tmp" && cp "$1" "$GIT_DIR/keelson.tmp" && mv -f "$GIT_DIR/keelson.tmp" "$GIT_DIR/\${1##*/}"; }
for file in ${REQUEST}/refs-*; do [ ! -s "$file" ] || step refs refs "$file"; done
[ ! -s ${REQUEST}/index ] || step index entries
[ ! -s ${REQUEST}/skipped ] || step index skip --skip-worktree ${REQUEST}/skipped
[ ! -s ${REQUEST}/unskipped ] || step index skip --no-skip-worktree ${REQUEST}/unskipped
for name in ${OPEN_WORK.join(" ")}; do [ ! -f ${REQUEST}/work/$name ] || step "$name" keep ${REQUEST}/work/$name; done`

function headOrders({ head }: TakenChanges): string {
  if (head === undefined) return ":"
  return "branch" in head
    ? `step HEAD git symbolic-ref -m "$moved" HEAD ${quoted(head.branch)}`
    : `step HEAD git update-ref -m "$moved" --no-deref HEAD ${head.commit}`
}

function stashOrders({ dropped, stored }: StashChange): string[] {
  const drop = "step stash git reflog delete --updateref --rewrite refs/stash@{0}"
  const drops = dropped === "all" ? ["step stash git update-ref -d refs/stash"] : Array<string>(dropped).fill(drop)
  const store = ({ id }: { id: string }, index: number) =>
    `step stash git update-ref --create-reflog -m "\${${index + 3}}" refs/stash ${id}`
  return [...drops, ...stored.map(store)]
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

async function run(
  { confine, folders, generation }: ImportPlace,
  script: string,
  words: readonly string[],
  maxBytes: number,
  input: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): Promise<Buffer> {
  const { own, common } = folders
  const { request, baseIndex, plainConfig } = partsOf(generation)
  const kept = [...new Set([own, common])].flatMap((folder) => KEPT.map((name) => join(folder, name)))
  const base = lstatSync(baseIndex, { throwIfNoEntry: false }) ? [readOnlyAt(baseIndex, BASE_INDEX)] : []
  const mounts: Mount[] = [
    ...[...new Set([common, own])].map(writable),
    ...kept.filter(isThere).map(readOnly),
    readOnlyAt(plainConfig, join(common, "config")),
    readOnlyAt(request, REQUEST),
    ...base,
  ]
  const cell = await confine(["/bin/sh", "-c", script, "sh", ...words], mounts)
  const environment = {
    GIT_DIR: own,
    GIT_COMMON_DIR: common,
    GIT_INDEX_FILE: join(own, "index"),
    GIT_WORK_TREE: "/",
  }
  return runCell(cell, { environment, input }, maxBytes)
}

/** A link is nothing to mount over; it leads to where such a git can't write. */
function isThere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.isFile() || found.isDirectory())
}

/** How many objects a pack says it has; the pack goes on to whoever stores them. */
async function countIn(pack: AsyncIterable<Buffer>): Promise<{ count: number; whole: AsyncIterable<Buffer> }> {
  const reader = pack[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < PACK_HEADER) {
    const { done, value } = await reader.next()
    if (done) throw new Error("git packed no objects")
    head = Buffer.concat([head, value])
  }
  return { count: head.readUInt32BE(8), whole: joined(head, reader) }
}

async function* joined(head: Buffer, reader: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value
}
