import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { OPEN_WORK } from "./fingerprint.ts"
import type { GitHead } from "./refs.ts"

/** Where git that works for the engine finds its orders. */
export const REQUEST = "/tmp/request"

/** The changes of one take-over. Every text is checked by whoever makes it. */
export type TakenChanges = {
  /** Each a list of orders for `git update-ref --stdin -z`, done in this order. */
  readonly refs: readonly string[]
  readonly head: GitHead | undefined
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

/** What git is to do, in files that it can read. */
export function writeRequest(request: string, changes: TakenChanges): void {
  const write = (name: string, text: string | Buffer) =>
    writeFileSync(join(request, name), text, typeof text === "string" ? "latin1" : undefined)
  for (const [index, orders] of changes.refs.entries()) write(`refs-${index}`, orders)
  write("index", changes.info)
  write("skipped", changes.skipped.map((path) => `${path}\0`).join(""))
  write("unskipped", changes.unskipped.map((path) => `${path}\0`).join(""))
  const gone = [...changes.openWork].filter(([, bytes]) => bytes === undefined).map(([name]) => name)
  for (const [name, bytes] of changes.openWork) if (bytes) write(`work/${name}`, bytes)
  const script = [
    `message=${quoted(changes.message)} moved=${quoted(changes.moved)}`,
    APPLY,
    headOrders(changes),
    ...stashOrders(changes.stash),
    ...gone.map((name) => `rm -f "$GIT_DIR/${name}"`),
  ]
  write("orders", Buffer.from(script.join("\n")))
}

export function isAnything({ refs, head, info, skipped, unskipped, stash, openWork }: TakenChanges): boolean {
  const isStash = stash.dropped !== 0 || stash.stored.length > 0
  const isIndex = info !== "" || skipped.length + unskipped.length > 0
  return refs.some((orders) => orders !== "") || head !== undefined || isIndex || isStash || openWork.size > 0
}

/** Each step that fails says so in a line, and the next one goes on. */
const APPLY = `step() { name=$1; shift; "$@" > /dev/null 2> /tmp/complaint || printf '%s: %s\\n' "$name" "$(head -n 1 /tmp/complaint)"; }
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
  const store = ({ id, message }: { id: string; message: string }) =>
    `step stash git update-ref --create-reflog -m ${quoted(message)} refs/stash ${id}`
  return [...drops, ...stored.map(store)]
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
