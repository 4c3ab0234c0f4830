import { sep } from "node:path"
import type { RunStore } from "../../journal/run-store.ts"
import { RunNotFoundError } from "../../journal/store-error.ts"
import type { RunListItem, RunListPage, RunListQuery, RunOrder } from "../../protocol/api/api.ts"
import { DEFAULT_TENANT, mayAs } from "../../protocol/api/team-api.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunHeader, RunResult } from "../../protocol/log/run.ts"
import { coversSource, sourceIn } from "../../protocol/log/source.ts"
import { recordedResult } from "../../run/lifecycle/orchestrator.ts"
import { isLive } from "../streams/is-live.ts"
import { pulseOf } from "../streams/pulse.ts"
import type { RunHost } from "./run-host.ts"
import { companyOf } from "./run-relations.ts"

type Figures = Omit<RunListItem, keyof RunHeader | "live" | "queue">
/** `words`: what a search finds a run by, besides its header. */
type Known = {
  readonly lastSeq: number
  readonly state: RunHeader["state"]
  readonly figures: Figures
  readonly words: string
  /** Until then it is good enough, in milliseconds of this process. */
  readonly goodUntil: number
}

/** Figures of runs that are kept; those that were listed long ago are worked out anew. */
const MAX_KNOWN = 2000
/** What takes longer to read than this is read again only after so many times as long, while the run goes on. */
const SLOW_MS = 100
const REST = 20

type CatalogHost = Pick<RunHost, "store" | "handOver" | "workspaces" | "copies" | "sources" | "person" | "standings">

/** The runs of some folders, as lists and as single ones. Runs of other folders, or of others' tenants, are none of its business. */
export class RunCatalog {
  readonly #host: CatalogHost
  readonly #store: RunStore
  readonly #workspaces: readonly string[]
  readonly #sources: readonly string[]
  readonly #known = new Map<string, Known>()

  constructor(host: CatalogHost) {
    this.#host = host
    this.#store = host.store
    this.#workspaces = [...host.workspaces, ...(host.copies?.roots ?? [])]
    this.#sources = host.sources ?? []
  }

  /** Throws `RunNotFoundError`, also for a run of another folder. */
  async header(runId: string): Promise<RunHeader> {
    const header = await this.#store.findRun(runId)
    if (!header || !this.#sees(header)) throw new RunNotFoundError(runId)
    return header
  }

  async find(runId: string): Promise<{ readonly header: RunListItem; readonly result: RunResult }> {
    const header = await this.header(runId)
    const entries = await this.#store.load(runId)
    const result = recordedResult(runId, entries)
    const figures = { ...figuresOf(result), ...companyOf(entries), pulse: pulseOf(entries) }
    const item = { ...header, ...figures, live: await isLive(this.#host, header) }
    const [placed = item] = await this.#placed([item])
    return { header: placed, result }
  }

  async list(query: RunListQuery): Promise<RunListPage> {
    const all = await this.#seen()
    const fitting = await this.#sorted(await this.#fitting(all, query), query.sort)
    const start = query.before === undefined ? 0 : fitting.findIndex(({ id }) => id === query.before) + 1
    const page = fitting.slice(start, start + query.limit)
    const runs = await this.#placed(await Promise.all(page.map((header) => this.#item(header))))
    return { runs, more: start + page.length < fitting.length, overview: overviewOf(all) }
  }

  /** They come newest first. */
  async #sorted(headers: readonly RunHeader[], sort: RunOrder): Promise<readonly RunHeader[]> {
    if (sort === "newest") return headers
    if (sort === "oldest") return headers.toReversed()
    if (sort === "folder") return headers.toSorted((a, b) => compareText(a.workspace, b.workspace))
    const figure = sort === "duration" ? "duration_ms" : sort
    const known = await Promise.all(
      headers.map(async (header) => ({ header, value: (await this.#read(header)).figures[figure] ?? 0 })),
    )
    return known.toSorted((a, b) => b.value - a.value).map(({ header }) => header)
  }

  /** How many runs are in each state. */
  async states(): Promise<Readonly<Record<string, number>>> {
    return overviewOf(await this.#seen()).states
  }

  /** Logs are read only where headers can't tell. */
  async #fitting(headers: readonly RunHeader[], query: RunListQuery): Promise<RunHeader[]> {
    const { search, verified, comparison } = query
    const possible = headers.filter((header) => isWanted(header, query))
    const fits = await Promise.all(
      possible.map(async (header) => {
        if (verified !== undefined && (await this.#read(header)).figures.verified !== verified) return false
        if (comparison !== undefined && (await this.#read(header)).figures.comparison?.id !== comparison) return false
        if (search === undefined || isNamed(header, search)) return true
        return (await this.#read(header)).words.includes(search.toLowerCase())
      }),
    )
    return possible.filter((_, index) => fits[index])
  }

  /** Runs that were left in the middle of their work: nobody carries them out, and nobody is asked. */
  async interrupted(): Promise<string[]> {
    const open = (await this.#seen()).filter(({ state, archived }) => !archived && !isEnd(state) && state !== "WAITING")
    const live = await Promise.all(open.map((header) => isLive(this.#host, header)))
    return open.flatMap(({ id }, index) => (live[index] ? [] : [id]))
  }

  /** Whether a folder is one of those given, or inside one; or a source likewise. */
  covers(folder: string): boolean {
    const source = sourceIn(folder)
    if (source) return this.#sources.some((allowed) => coversSource(allowed, source))
    return this.#workspaces.some((root) => folder === root || folder.startsWith(root === sep ? sep : root + sep))
  }

  async #seen(): Promise<RunHeader[]> {
    return (await this.#store.listRuns()).filter((header) => this.#sees(header))
  }

  #sees({ workspace, tenant = DEFAULT_TENANT }: RunHeader): boolean {
    const { person } = this.#host
    const isTheirs = person === undefined || mayAs(person, "administer") || person.tenant === tenant
    return isTheirs && this.covers(workspace)
  }

  /** With what is known of their places in the queue. */
  async #placed(items: readonly RunListItem[]): Promise<RunListItem[]> {
    const waiting = items.filter(({ state, live }) => live && state !== "WAITING").map(({ id }) => id)
    const standings = (await this.#host.standings?.(waiting)) ?? new Map()
    return items.map((item) => ({ ...item, ...(standings.has(item.id) ? { queue: standings.get(item.id) } : {}) }))
  }

  async #item(header: RunHeader): Promise<RunListItem> {
    return { ...header, ...(await this.#read(header)).figures, live: await isLive(this.#host, header) }
  }

  /** What its log tells; only one that grew is read again, and a long one not every time. */
  async #read({ id: runId, state }: RunHeader): Promise<Known> {
    const before = this.#known.get(runId)
    const began = performance.now()
    if (before?.state === state && began < before.goodUntil) return before
    if (before?.lastSeq === (await this.#store.lastSeq(runId))) return before
    const entries = await this.#store.load(runId)
    const result = recordedResult(runId, entries)
    const now = performance.now()
    const rest = now - began > SLOW_MS ? (now - began) * REST : 0
    const known = {
      lastSeq: entries.at(-1)?.seq ?? 0,
      state,
      figures: { ...figuresOf(result), ...companyOf(entries), pulse: pulseOf(entries) },
      words: wordsOf(result),
      goodUntil: now + rest,
    }
    this.#known.delete(runId)
    this.#known.set(runId, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    return known
  }
}

function isWanted(header: RunHeader, query: RunListQuery): boolean {
  if ((header.archived ?? false) !== query.archived) return false
  if (query.state && !query.state.includes(header.state)) return false
  if (query.verified !== undefined && header.state !== "DONE") return false
  if (query.since !== undefined && header.created_at < query.since) return false
  return (["strategy", "workspace", "model"] as const).every(
    (name) => query[name] === undefined || query[name] === header[name],
  )
}

function isNamed({ title, id, model, workspace }: RunHeader, search: string): boolean {
  return [title, id, model, workspace].join("\n").toLowerCase().includes(search.toLowerCase())
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function wordsOf({ summary, files }: RunResult): string {
  return [summary, ...files.map(({ path }) => path)].join("\n").toLowerCase()
}

function overviewOf(headers: readonly RunHeader[]): RunListPage["overview"] {
  const states: Partial<Record<RunHeader["state"], number>> = {}
  const [away, there] = [headers.filter(({ archived }) => archived), headers.filter(({ archived }) => !archived)]
  for (const { state } of there) states[state] = (states[state] ?? 0) + 1
  const unique = (values: readonly string[]) => [...new Set(values)].sort()
  return {
    states,
    archived: away.length,
    workspaces: unique(headers.map(({ workspace }) => workspace)),
    models: unique(headers.map(({ model }) => model)),
  }
}

function figuresOf({ outcome, usage, limits, checks, questions, verified, undone }: RunResult): Omit<Figures, "pulse"> {
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
