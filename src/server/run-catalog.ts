import { sep } from "node:path"
import type { RunStore } from "../journal/run-store.ts"
import { RunNotFoundError } from "../journal/store-error.ts"
import type { RunListItem, RunListPage, RunListQuery } from "../protocol/api.ts"
import { isEnd } from "../protocol/outcome.ts"
import type { RunHeader, RunResult } from "../protocol/run.ts"
import { recordedResult } from "../run/life/orchestrator.ts"

type Figures = Omit<RunListItem, keyof RunHeader | "live">
type Known = { readonly lastSeq: number; readonly figures: Figures }

/** Figures of runs that are kept; those that were listed long ago are worked out anew. */
const MAX_KNOWN = 2000

/** The runs of some folders, as lists and as single ones. Runs of other folders are none of its business. */
export class RunCatalog {
  readonly #store: RunStore
  readonly #workspaces: readonly string[]
  readonly #known = new Map<string, Known>()

  constructor(store: RunStore, workspaces: readonly string[]) {
    this.#store = store
    this.#workspaces = workspaces
  }

  /** Throws `RunNotFoundError`, also for a run of another folder. */
  async header(runId: string): Promise<RunHeader> {
    const header = await this.#store.findRun(runId)
    if (!header || !this.covers(header.workspace)) throw new RunNotFoundError(runId)
    return header
  }

  async find(runId: string): Promise<{ readonly header: RunListItem; readonly result: RunResult }> {
    const header = await this.header(runId)
    const result = recordedResult(runId, await this.#store.load(runId))
    return { header: { ...header, ...figuresOf(result), live: await this.#isLive(header) }, result }
  }

  async list(query: RunListQuery): Promise<RunListPage> {
    const fitting = (await this.#store.listRuns()).filter(
      (header) => this.covers(header.workspace) && isWanted(header, query),
    )
    const start = query.before === undefined ? 0 : fitting.findIndex(({ id }) => id === query.before) + 1
    const page = fitting.slice(start, start + query.limit)
    const runs = await Promise.all(page.map((header) => this.#item(header)))
    return { runs, more: start + page.length < fitting.length }
  }

  /** Runs that were left in the middle of their work: nobody carries them out, and nobody is asked. */
  async interrupted(): Promise<string[]> {
    const open = (await this.#store.listRuns()).filter(
      ({ state, workspace }) => !isEnd(state) && state !== "WAITING" && this.covers(workspace),
    )
    const held = await Promise.all(open.map(({ id }) => this.#store.isHeld(id)))
    return open.flatMap(({ id }, index) => (held[index] ? [] : [id]))
  }

  /** Whether a folder is one of those given, or inside one. */
  covers(folder: string): boolean {
    return this.#workspaces.some((root) => folder === root || folder.startsWith(root === sep ? sep : root + sep))
  }

  async #item(header: RunHeader): Promise<RunListItem> {
    return { ...header, ...(await this.#figures(header.id)), live: await this.#isLive(header) }
  }

  /** Only a log that grew is read again. */
  async #figures(runId: string): Promise<Figures> {
    const known = this.#known.get(runId)
    const news = await this.#store.load(runId, known?.lastSeq)
    if (known && news.length === 0) return known.figures
    const entries = known ? await this.#store.load(runId) : news
    const figures = figuresOf(recordedResult(runId, entries))
    this.#known.delete(runId)
    this.#known.set(runId, { lastSeq: entries.at(-1)?.seq ?? 0, figures })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    return figures
  }

  async #isLive({ id, state }: RunHeader): Promise<boolean> {
    return !isEnd(state) && this.#store.isHeld(id)
  }
}

function isWanted(header: RunHeader, { search, state, strategy }: RunListQuery): boolean {
  if (state && !state.includes(header.state)) return false
  if (strategy !== undefined && header.strategy !== strategy) return false
  if (search === undefined) return true
  const text = [header.title, header.id, header.model, header.workspace].join("\n").toLowerCase()
  return text.includes(search.toLowerCase())
}

function figuresOf({ outcome, usage, limits, checks, questions, verified, undone }: RunResult): Figures {
  const passed = checks.filter((check) => check.passed).length
  return {
    outcome,
    calls: usage.calls,
    tokens: usage.prompt + usage.completion,
    cost: usage.cost,
    duration_ms: limits.used.time_ms ?? 0,
    checks: checks.length === 0 ? null : { passed, failed: checks.length - passed },
    verified,
    undone: undone ?? null,
    questions: questions.length,
  }
}
