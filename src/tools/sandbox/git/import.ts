import { lstatSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Mount, readOnly, readOnlyAt, writable } from "../mount.ts"
import { CELL_MS, CellOutput, type Confine, type StartedCell, startCell } from "./cell.ts"
import type { GitFolders } from "./folders.ts"
import { type IndexEntries, parseIndex } from "./index-entries.ts"
import { isAnything, REQUEST, type TakenChanges, writeRequest } from "./request.ts"
import { partsOf } from "./shadow.ts"

/*
 * Git on the real repository, with settings of the engine's own in the place of the repository's, and no hooks. It is confined too:
 * whatever the repository holds, such a git can write nowhere else, and not to what git takes orders from.
 */

/** What git takes its orders from, and what is none of this one's business. */
const KEPT = ["hooks", "info", "modules", "worktrees", "commondir", "gitdir", "config.worktree"]
const BASE_INDEX = "/tmp/base-index"
const MAX_LISTING_BYTES = 256 << 20
const MAX_COMPLAINT_BYTES = 65_536

/** It waits for the reader of the copy, which has a limit of its own. */
const WAITING_MS = 2 * CELL_MS

/** As many objects as this are stored one by one, as git itself would after a fetch. */
const FEW_OBJECTS = 500
const PACK_HEADER = 12

export type ImportPlace = { readonly confine: Confine; readonly folders: GitFolders; readonly generation: string }

/** The real index, and the one that the copy began with. */
export type Indexes = { readonly real: IndexEntries; readonly base: IndexEntries }

/** Git at work on the real repository. It waits for orders from the moment that it is started: sandboxes take their time to start. */
export type Import = {
  list(): Promise<Indexes>
  /** After the listing: stores new objects, each checked by git, carries the changes out, each by itself, and says what failed. */
  carryOut(pack: AsyncIterable<Buffer>, changes: TakenChanges): Promise<string[]>
  /** Whoever gives no orders any more has to say so. */
  stop(): void
}

export async function openImport(place: ImportPlace): Promise<Import> {
  const { request } = partsOf(place.generation)
  rmSync(request, { recursive: true, force: true })
  mkdirSync(join(request, "work"), { recursive: true, mode: 0o700 })
  const mark = crypto.randomUUID()
  const listing = Promise.withResolvers<void>()
  const storing = Promise.withResolvers<AsyncIterable<Buffer>>()
  const started = await start(place, [mark], inOrder(listing.promise, storing.promise))
  const output = new CellOutput(started)
  return {
    async list() {
      listing.resolve()
      const next = async () => parseIndex((await output.until(`\n${mark}\n`, MAX_LISTING_BYTES)).toString("latin1"))
      return { real: await next(), base: await next() }
    },
    async carryOut(pack, changes) {
      const { count, whole } = await countIn(pack)
      if (count === 0 && !isAnything(changes)) return []
      writeRequest(request, changes)
      storing.resolve(joined(Buffer.from(`${count === 0 ? "none" : count <= FEW_OBJECTS ? "few" : "many"}\n`), whole))
      const said = await output.last(MAX_COMPLAINT_BYTES)
      return said.toString("utf8").split("\n").filter(Boolean)
    },
    stop() {
      listing.resolve()
      storing.resolve(NOTHING)
      started.stop()
    },
  }
}

async function* none(): AsyncGenerator<Buffer> {}
const NOTHING: AsyncIterable<Buffer> = none()

/** A shell reads its orders byte by byte, so what comes after one is left for git. */
async function* inOrder(listing: Promise<void>, storing: Promise<AsyncIterable<Buffer>>): AsyncGenerator<Buffer> {
  await listing
  yield Buffer.from("list\n")
  yield* await storing
}

const SERVE = `set -e
read -r order
git ls-files --stage -z --debug
printf '\\n%s\\n' "$1"
GIT_INDEX_FILE=${BASE_INDEX} git ls-files --stage -z --debug
printf '\\n%s\\n' "$1"
read -r order
case $order in
  few) git unpack-objects -q --strict ;;
  many) git index-pack --stdin --strict > /dev/null ;;
  *) cat > /dev/null ;;
esac
set +e
. ${REQUEST}/orders`

async function start(
  { confine, folders, generation }: ImportPlace,
  words: readonly string[],
  input: AsyncIterable<Buffer>,
): Promise<StartedCell> {
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
  const cell = await confine(["/bin/sh", "-c", SERVE, "sh", ...words], mounts)
  const environment = {
    GIT_DIR: own,
    GIT_COMMON_DIR: common,
    GIT_INDEX_FILE: join(own, "index"),
    GIT_WORK_TREE: "/",
  }
  return startCell(cell, { environment, input, timeoutMs: WAITING_MS })
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
  return { count: head.readUInt32BE(8), whole: joined(head, { [Symbol.asyncIterator]: () => reader }) }
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}
