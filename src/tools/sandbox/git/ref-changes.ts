import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Exported } from "./export.ts"
import { stamp } from "./fingerprint.ts"
import type { GitFolders } from "./folders.ts"
import { type GitHead, parseHead, readRefs, textIn } from "./refs.ts"
import type { ShadowState } from "./shadow-state.ts"

/** Refs that come back from commands; what git keeps elsewhere (`refs/bisect`, `refs/rewritten`) is of the moment. */
const TAKEN = /^refs\/(heads|tags|remotes|notes)\//
const HEAD_BYTES = 4096

/** What is to become of one ref, and why nothing is. */
type Wish = { readonly name: string; readonly now: string | undefined; readonly want: string | undefined }

/** The orders for git that move the real refs to where commands moved theirs, and those that are not moved. */
export function refChanges(
  folders: GitFolders,
  state: ShadowState,
  { refs }: Exported,
): { orders: readonly string[]; notes: string[] } {
  const real = readRefs(folders.common).ids
  const names = [...new Set([...Object.keys(state.refs), ...refs.keys()])].filter((name) => TAKEN.test(name))
  const wishes = names
    .map((name) => ({ name, now: real.get(name), want: refs.get(name) }))
    .filter(({ name, now, want }) => want !== state.refs[name] && want !== now)
  const elsewhere = checkedOutElsewhere(folders)
  const refused = (wish: Wish) => refusal(wish, state.refs[wish.name], elsewhere)
  const notes = wishes.flatMap((wish) => refused(wish) ?? [])
  return { orders: ordersFor(wishes.filter((wish) => refused(wish) === undefined)), notes }
}

function refusal(
  { name, now, want }: Wish,
  before: string | undefined,
  elsewhere: ReadonlySet<string>,
): string | undefined {
  const remedy =
    want === undefined ? "" : `; the command's commit is ${want}: "git branch NAME ${want}" gives it a name`
  if (now !== before) return `${name} was moved outside meanwhile and stays there${remedy}`
  return elsewhere.has(name) ? `${name} is checked out in another working tree and stays${remedy}` : undefined
}

/** All or nothing, but git can't make `a/b` in the same transaction that removes `a`. */
function ordersFor(wishes: readonly Wish[]): string[] {
  const gone = wishes.filter(({ want }) => want === undefined)
  const come = wishes.filter(({ want }) => want !== undefined)
  const deletions = gone.map(({ name, now }) => `delete ${name}\0${now}\0`).join("")
  const updates = come.map(({ name, now, want = "" }) => `update ${name}\0${want}\0${now ?? "0".repeat(want.length)}\0`)
  const isApart = gone.some((one) =>
    come.some((other) => isNested(one.name, other.name) || isNested(other.name, one.name)),
  )
  return isApart ? [deletions, updates.join("")] : [deletions + updates.join("")]
}

function isNested(outer: string, inner: string): boolean {
  return inner.startsWith(`${outer}/`)
}

/** Branches that other working trees stand on: moved under them, their files would look changed. */
function checkedOutElsewhere({ own, common }: GitFolders): ReadonlySet<string> {
  const trees = join(common, "worktrees")
  const linked = stamp(trees) === "-" ? [] : readdirSync(trees).map((name) => join(trees, name))
  const others = [common, ...linked].filter((folder) => folder !== own)
  const heads = others.map(headIn).filter((head) => head !== undefined)
  return new Set(heads.flatMap((head) => ("branch" in head ? [head.branch] : [])))
}

function headIn(folder: string): GitHead | undefined {
  try {
    return parseHead(textIn(join(folder, "HEAD"), HEAD_BYTES))
  } catch {
    return undefined
  }
}

/** Where HEAD has to go, if anywhere. */
export function headChange(
  folders: GitFolders,
  state: ShadowState,
  { head }: Exported,
): { to: GitHead | undefined; notes: string[] } {
  const want = headText(head)
  const now = headText(headIn(folders.own))
  if (head === undefined || want === now || want === state.head) return { to: undefined, notes: [] }
  if (now !== state.head) return { to: undefined, notes: ["HEAD was moved outside meanwhile and stays there"] }
  if ("branch" in head && !head.branch.startsWith("refs/heads/"))
    return { to: undefined, notes: [`HEAD stays: ${head.branch} is no branch`] }
  return { to: head, notes: [] }
}

/** As git writes it. */
export function headText(head: GitHead | undefined): string | undefined {
  if (head === undefined) return undefined
  return "branch" in head ? `ref: ${head.branch}` : head.commit
}
