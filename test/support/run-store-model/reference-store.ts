import { hostname } from "node:os"
import { isDeepStrictEqual } from "node:util"
import type {
  Beginning,
  BlobSize,
  Lease,
  LogEntry,
  NewEntry,
  Owner,
  RunBlob,
  RunStore,
  SignalCondition,
} from "../../../src/journal/run-store.ts"
import {
  KeyConflictError,
  LeaseLostError,
  RunBusyError,
  RunEndedError,
  WorkspaceBusyError,
} from "../../../src/journal/store-error.ts"
import { isEnd } from "../../../src/protocol/log/outcome.ts"
import type { RunHeader } from "../../../src/protocol/log/run.ts"

const LIFETIME = 15_000

type ReferenceRun = {
  header: RunHeader
  log: LogEntry[]
  claims: number
  holder: { owner: Owner; renewedAt: number } | undefined
  workspaces: Set<string>
  blobs: RunBlob[]
}

/** The rules of a run store in the plainest words, sharing no code with the real ones. For known runs only. */
export class ReferenceStore implements RunStore {
  readonly #now: () => number
  readonly #runs = new Map<string, ReferenceRun>()

  constructor(now: () => number) {
    this.#now = now
  }

  async createRun(header: RunHeader, { owner, entries, workspace }: Beginning): Promise<Lease> {
    this.#runs.set(header.id, { header, log: [], claims: 0, holder: undefined, workspaces: new Set(), blobs: [] })
    const lease = await this.claim(header.id, owner)
    if (workspace !== undefined) await this.lockWorkspace(lease, workspace)
    await this.append(lease, entries)
    return lease
  }

  async findRun(runId: string): Promise<RunHeader> {
    const run = this.#run(runId)
    const { header, log } = run
    const updated_at = Math.max(header.updated_at, ...log.map((entry) => entry.at))
    return { ...header, state: stateOf(run), updated_at }
  }

  async listRuns(): Promise<RunHeader[]> {
    return Promise.all([...this.#runs.keys()].map((runId) => this.findRun(runId)))
  }

  async load(runId: string, afterSeq = 0, limit = Number.POSITIVE_INFINITY): Promise<LogEntry[]> {
    return this.#run(runId)
      .log.filter((entry) => entry.seq > afterSeq)
      .slice(0, limit)
  }

  async lastSeq(runId: string): Promise<number> {
    return this.#run(runId).log.at(-1)?.seq ?? 0
  }

  async append(lease: Lease, entries: readonly NewEntry[], blobs: readonly RunBlob[] = []): Promise<LogEntry[]> {
    const logged = this.#add(this.#held(lease), entries, lease.token)
    this.#held(lease).blobs.push(...blobs)
    return logged
  }

  async saveBlob(lease: Lease, blob: RunBlob): Promise<void> {
    this.#held(lease).blobs.push(blob)
  }

  async loadBlob(runId: string, id: string): Promise<Omit<RunBlob, "id"> | undefined> {
    const found = this.#run(runId).blobs.find((blob) => blob.id === id)
    return found && { mime: found.mime, data: found.data }
  }

  async listBlobs(runId: string, beginning: string): Promise<BlobSize[]> {
    const blobs = this.#run(runId).blobs.filter(({ id }) => id.startsWith(beginning))
    const sizes = new Map(blobs.toReversed().map(({ id, data }) => [id, data.length]))
    return [...sizes.keys()].sort().map((id) => ({ id, bytes: sizes.get(id) ?? 0 }))
  }

  async signal(runId: string, entry: NewEntry, { unlessEnded }: SignalCondition = {}): Promise<LogEntry> {
    const run = this.#run(runId)
    const isKnown = run.log.some(({ key }) => key === entry.key)
    const state = stateOf(run)
    if (unlessEnded && !isKnown && isEnd(state)) throw new RunEndedError(runId, state)
    return this.#add(run, [entry], 0)[0] as LogEntry
  }

  async claim(runId: string, owner: Owner): Promise<Lease> {
    const run = this.#run(runId)
    if (this.#isLive(run)) throw new RunBusyError(runId, "another")
    run.claims++
    run.holder = { owner, renewedAt: this.#now() }
    run.workspaces.clear()
    return { runId, token: run.claims }
  }

  async isHeld(runId: string): Promise<boolean> {
    return this.#isLive(this.#run(runId))
  }

  async renew(lease: Lease): Promise<void> {
    const run = this.#held(lease)
    if (run.holder) run.holder.renewedAt = this.#now()
  }

  async release(lease: Lease): Promise<void> {
    const run = this.#run(lease.runId)
    if (run.claims === lease.token) free(run)
  }

  async removeRun(runId: string): Promise<void> {
    if (this.#isLive(this.#run(runId))) throw new RunBusyError(runId, "another")
    this.#runs.delete(runId)
  }

  async lockWorkspace(lease: Lease, workspace: string): Promise<void> {
    const run = this.#held(lease)
    for (const other of this.#runs.values()) {
      if (other === run || !other.workspaces.has(workspace)) continue
      if (this.#isLive(other)) throw new WorkspaceBusyError(workspace, other.header.id)
      free(other)
    }
    run.workspaces.add(workspace)
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    return new Map()
  }

  async compact(): Promise<void> {}

  async missing(): Promise<[]> {
    return []
  }

  async close(): Promise<void> {}

  #run(runId: string): ReferenceRun {
    return this.#runs.get(runId) as ReferenceRun
  }

  #held(lease: Lease): ReferenceRun {
    const run = this.#run(lease.runId)
    if (!run.holder || run.claims !== lease.token) throw new LeaseLostError(lease.runId)
    return run
  }

  /** In a model check every owner of this host is dead. */
  #isLive({ holder }: ReferenceRun): boolean {
    return holder !== undefined && holder.owner.host !== hostname() && this.#now() - holder.renewedAt < LIFETIME
  }

  #add(run: ReferenceRun, entries: readonly NewEntry[], lease: number): LogEntry[] {
    const log = [...run.log]
    const answers = entries.map((entry) => {
      const earlier = log.find(({ key }) => key === entry.key)
      if (earlier && !isDeepStrictEqual(earlier.record, entry.record)) {
        throw new KeyConflictError(run.header.id, entry.key)
      }
      const answer = earlier ?? { ...entry, seq: log.length + 1, lease }
      if (!earlier) log.push(answer)
      return answer
    })
    run.log = log
    return answers
  }
}

function free(run: ReferenceRun): void {
  run.holder = undefined
  run.workspaces.clear()
}

function stateOf({ header, log }: ReferenceRun): RunHeader["state"] {
  const states = log.flatMap(({ record }) =>
    record.kind === "event" && record.event.type === "state.changed" ? [record.event.state] : [],
  )
  return states.at(-1) ?? header.state
}
