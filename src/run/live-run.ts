import { Journal, loggedEvent } from "../journal/journal.ts"
import type { Lease, RunStore } from "../journal/run-store.ts"
import type { Model } from "../model/model.ts"
import type { LiveEvent, LoggedEvent } from "../protocol/event.ts"
import type { RunResult } from "../protocol/run.ts"
import type { Secrets } from "../tools/secrets.ts"
import type { AnyTool } from "../tools/tool.ts"
import type { Workspace } from "../tools/workspace.ts"
import { Budget } from "./budget.ts"
import type { Responder, RunParts } from "./run-parts.ts"
import { runStrategy } from "./run-strategy.ts"
import { BudgetExceeded, RunCancelled } from "./stops.ts"
import type { AnyStrategy } from "./strategy.ts"
import { Tally } from "./tally.ts"
import { Turnstile } from "./turnstile.ts"

/** What a process brings to a run; everything else is in the log. */
export type RunSetup = {
  readonly store: RunStore
  readonly workspace: Workspace
  readonly strategy: AnyStrategy
  readonly model: Model
  readonly tools: readonly AnyTool[]
  readonly secrets: Secrets
  readonly responder?: Responder | undefined
  readonly onFault?: ((error: unknown) => void) | undefined
  readonly now?: (() => number) | undefined
}

/** How often the runner looks for what other processes appended, and renews its lease. */
const WATCH_MS = 250
const RENEW_MS = 5000

/** A run that this process holds the lease of. */
export class LiveRun {
  readonly journal: Journal
  readonly tally = new Tally()
  readonly #setup: RunSetup
  readonly #lease: Lease
  readonly #stopper = new AbortController()
  readonly #listeners = new Set<(event: LiveEvent) => void>()

  private constructor(setup: RunSetup, lease: Lease, journal: Journal) {
    this.#setup = setup
    this.#lease = lease
    this.journal = journal
    journal.subscribe((entry) => this.tally.add(entry))
  }

  static async open(setup: RunSetup, lease: Lease): Promise<LiveRun> {
    return new LiveRun(setup, lease, await Journal.open(setup.store, lease, setup.now))
  }

  get id(): string {
    return this.#lease.runId
  }

  /** Carries the run on to its end or its next question, then gives the lease back. */
  async carryOut(): Promise<RunResult> {
    const parts = this.#parts()
    const stopWatching = this.#watch(parts.budget)
    const stopListening = this.journal.subscribe(() => this.#stopIfCancelled())
    try {
      if (writes(parts)) await this.#setup.store.lockWorkspace(this.#lease, parts.workspace.root)
      return await runStrategy(parts, this.#setup.strategy)
    } finally {
      stopWatching()
      stopListening()
      await this.#setup.store.release(this.#lease)
    }
  }

  /** Hears progress that is not kept. */
  onLive(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onEvent(listener: (event: LoggedEvent) => void): () => void {
    return this.journal.subscribe((entry) => {
      const logged = loggedEvent(entry)
      if (logged) listener(logged)
    })
  }

  async cancel(by: string, reason: string): Promise<void> {
    this.#stopper.abort(new RunCancelled(reason))
    const key = cancelKey(this.tally.view.epoch)
    if (!this.journal.find(key)) await this.journal.record(key, { type: "cancel.requested", by, reason })
  }

  /** Only the current epoch's cancellation counts; a resumed run has left earlier ones behind. */
  #stopIfCancelled(): void {
    const { cancelled } = this.tally.view
    if (cancelled !== null) this.#stopper.abort(new RunCancelled(cancelled))
  }

  #parts(): RunParts {
    const { view } = this.tally
    if (!view.environment) throw new Error(`Run ${this.id} stopped before its first entry was written; start it again.`)
    const environment = view.environment
    const clock = () => ({ now: this.journal.now(), lease: this.journal.lease })
    const { workspace, model, tools, secrets, responder, onFault } = this.#setup
    return {
      runId: this.id,
      request: view.request,
      journal: this.journal,
      tally: this.tally,
      budget: new Budget(environment, this.tally, clock),
      environment,
      model,
      tools: allowedTools(environment.tools, tools),
      workspace,
      secrets,
      signal: this.#stopper.signal,
      stageGate: new Turnstile(),
      questionGate: new Turnstile(),
      responder,
      live: (event) => {
        for (const listener of this.#listeners) listener(event)
      },
      onFault,
    }
  }

  /** Keeps the lease, hears other processes, and stops the run when its time is up. */
  #watch(budget: Budget): () => void {
    const fail = (error: unknown) => this.#stopper.abort(error)
    let renewAt = this.journal.now() + RENEW_MS
    const timer = setInterval(() => {
      this.journal.sync().catch(fail)
      if (this.journal.now() >= renewAt) {
        renewAt = this.journal.now() + RENEW_MS
        this.#setup.store.renew(this.#lease).catch(fail)
      }
      const { max_time_ms } = budget.limits
      const left = budget.remainingMs()
      if (left <= 0) this.#stopper.abort(new BudgetExceeded("max_time_ms", max_time_ms - left, max_time_ms))
    }, WATCH_MS)
    return () => clearInterval(timer)
  }
}

export function cancelKey(epoch: number): string {
  return `epoch-${epoch}#cancel.requested`
}

function writes(parts: RunParts): boolean {
  if (parts.environment.approve === "read-only") return false
  return [...parts.tools.values()].some((tool) => tool.access === "write" || tool.access === "execute")
}

/** The tools by name, in the order that was recorded; a run can't go on without one that it was started with. */
function allowedTools(names: readonly string[], tools: readonly AnyTool[]): ReadonlyMap<string, AnyTool> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return new Map(
    names.map((name) => {
      const tool = byName.get(name)
      if (!tool) throw new Error(`This run was started with the tool "${name}", which is not there now.`)
      return [name, tool]
    }),
  )
}
