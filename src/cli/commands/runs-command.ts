import { prunableRuns, removeRuns } from "../../host/runs/prune-runs.ts"
import { removeLeftovers } from "../../host/runs/remove-leftovers.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { QueueStanding } from "../../protocol/api/team-api.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunHeader } from "../../protocol/log/run.ts"
import { findRunId } from "../../run/lifecycle/orchestrator.ts"
import { archiveRun } from "../../run/lifecycle/requests/archive.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { age, plural, size } from "../../text/words/units.ts"
import { queuePosition, queueWord } from "../cluster/queue-position.ts"
import { painter } from "../paint/paint.ts"
import { cutTo, onOneLine, pad, widthOf } from "../paint/text.ts"
import { interruptedMark, type Mark, stateMark } from "../render/marks.ts"
import { openRuns } from "../runs/open-runs.ts"
import { runsHere } from "../runs/runs-here.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson, tell } from "../terminal/output.ts"

export type RunsFlags = {
  readonly all?: boolean
  readonly json?: boolean
  readonly prune?: boolean
  readonly keep?: number
  readonly olderThan?: number
  readonly maxSize?: number
  readonly archived?: boolean
  readonly archive?: string
  readonly restore?: string
}

/** Newest first; `--json` prints one array. */
export async function runsCommand(flags: RunsFlags): Promise<number> {
  const { keep, olderThan, maxSize } = flags
  const says = [keep, olderThan, maxSize].some((said) => said !== undefined)
  if (says && !flags.prune) throw new UsageError("--keep, --older-than and --max-size say what --prune removes.")
  const store = await openRuns()
  try {
    if (flags.archive !== undefined || flags.restore !== undefined) return await fileAway(store, flags)
    const all = await (flags.all ? store.listRuns() : runsHere(store))
    if (flags.prune) return await prune(store, all, flags)
    return await list(
      store,
      all.filter(({ archived = false }) => archived === (flags.archived ?? false)),
      flags,
    )
  } finally {
    await store.close()
  }
}

async function list(store: RunStore, headers: readonly RunHeader[], { all, json }: RunsFlags): Promise<number> {
  const queue = await queuePosition(store, openOf(headers))
  if (json) printJson(headers.map((header) => ({ ...header, ...placeOf(queue, header) })))
  else if (headers.length > 0)
    print(table(headers, { broken: await interrupted(store, headers), queue }, all ?? false).join("\n"))
  else tell(all ? "There are no runs yet." : "There are no runs of this folder; --all lists every folder's.")
  return 0
}

/** Those that were archived too. */
async function prune(store: RunStore, headers: readonly RunHeader[], flags: RunsFlags): Promise<number> {
  const { keep, olderThan: olderThanMs, maxSize: maxBytes, json } = flags
  const retention = { keep, olderThanMs, maxBytes, now: Date.now() }
  const found = await prunableRuns(store, headers, retention)
  const { runs, bytes, checkpoints } = await removeRuns(store, found, (gone) => removeLeftovers(store, gone))
  if (json) printJson(runs)
  else print(`${plural(runs.length, "run")} removed, ${size(bytes)}; checkpoints ${size(checkpoints)}`)
  return 0
}

async function fileAway(store: RunStore, { archive, restore }: RunsFlags): Promise<number> {
  for (const [named, archived] of [[archive, true] as const, [restore, false] as const]) {
    if (named === undefined) continue
    const id = await findRunId(store, named)
    await archiveRun(store, id, archived, Date.now())
    print(`${id} ${archived ? "is archived; --archived lists it" : "is in the list again"}`)
  }
  return 0
}

/** Runs that neither ended nor wait, and that nobody carries out: their process is gone. */
async function interrupted(store: RunStore, headers: readonly RunHeader[]): Promise<ReadonlySet<string>> {
  const open = openOf(headers)
  const held = await Promise.all(open.map((id) => store.isHeld(id)))
  return new Set(open.filter((_, index) => !held[index]))
}

function openOf(headers: readonly RunHeader[]): string[] {
  return headers.filter(({ state }) => !isEnd(state) && state !== "WAITING").map(({ id }) => id)
}

function placeOf(queue: Standings["queue"], { id }: RunHeader): { readonly queue?: QueueStanding } {
  const standing = queue.get(id)
  return standing ? { queue: standing } : {}
}

/** Runs that nobody carries out: those that wait for a worker, and those whose process is gone. */
type Standings = { readonly broken: ReadonlySet<string>; readonly queue: ReadonlyMap<string, QueueStanding> }

function table(headers: readonly RunHeader[], { broken, queue }: Standings, withWorkspace: boolean): string[] {
  const now = Date.now()
  const rows = headers.map((header) => {
    const standing = queue.get(header.id)
    const state = standing ? queueWord(standing) : markOf(header, broken).word.toLowerCase()
    return { header, cells: cellsOf(header, state, now, withWorkspace) }
  })
  const widths = rows.reduce<number[]>(
    (most, { cells }) => cells.map((cell, i) => Math.max(most[i] ?? 0, widthOf(cell))),
    [],
  )
  const paint = painter(process.stdout)
  const most = process.stdout.columns ?? Number.POSITIVE_INFINITY
  return rows.map(({ header, cells }) => {
    const { shape, format } = queue.has(header.id) ? stateMark(header.state) : markOf(header, broken)
    const line = cells.map((cell, index) => pad(cell, widths[index] ?? 0)).join("  ")
    return `${paint(format, shape)} ${cutTo(`${line}  ${onOneLine(header.title)}`, most - 2)}`
  })
}

function markOf({ id, state }: RunHeader, broken: ReadonlySet<string>): Mark {
  return broken.has(id) ? interruptedMark() : stateMark(state)
}

function cellsOf(header: RunHeader, state: string, now: number, withWorkspace: boolean): string[] {
  const { id, strategy, updated_at, workspace } = header
  return [id, state, quotedName(strategy), age(now - updated_at), ...(withWorkspace ? [quotedName(workspace)] : [])]
}
