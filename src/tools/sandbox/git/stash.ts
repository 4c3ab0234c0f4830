import { join } from "node:path"
import type { Exported } from "./export.ts"
import type { GitFolders } from "./folders.ts"
import { isObjectId, textIn } from "./refs.ts"
import type { StashChange } from "./request.ts"
import type { ShadowState } from "./shadow-state.ts"

const LOG_BYTES = 16 << 20
const UNCHANGED: StashChange = { dropped: 0, stored: [] }

/** The stashed commits by the log that git keeps of them, newest first. */
export function stashIds(log: string): string[] {
  const ids = log.split("\n").flatMap((line) => line.split(" ", 2)[1] ?? [])
  return ids.filter(isObjectId).reverse()
}

/** Where the user stashed meanwhile, only what is new is put on top. */
export function stashChange(
  { common }: GitFolders,
  state: ShadowState,
  { stash }: Exported,
): { change: StashChange; notes: string[] } {
  const now = stashIds(textIn(join(common, "logs/refs/stash"), LOG_BYTES))
  const want = stash.map(({ id }) => id)
  if (want.join() === state.stash.join() || want.join() === now.join()) return { change: UNCHANGED, notes: [] }
  if (now.join() !== state.stash.join()) {
    const stored = stash.filter(({ id }) => !state.stash.includes(id) && !now.includes(id)).reverse()
    return { change: { dropped: 0, stored }, notes: ["stashes were changed outside meanwhile; none was dropped"] }
  }
  let kept = 0
  while (kept < now.length && kept < want.length && now.at(-1 - kept) === want.at(-1 - kept)) kept++
  const stored = stash.slice(0, stash.length - kept).reverse()
  return { change: { dropped: kept === 0 && now.length > 0 ? "all" : now.length - kept, stored }, notes: [] }
}
