import { Journal, loggedEvent } from "../../journal/journal.ts"
import type { Lease } from "../../journal/run-store.ts"
import { ignoreUnusable, KeyConflictError, StoreUnusableError } from "../../journal/store-error.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { every, steady } from "../../tools/clock.ts"
import { promisedSandbox } from "../../tools/sandbox/lazy-sandbox.ts"
import { Budget } from "../budget/budget.ts"
import { allowedTools, lockedFolder, mayWrite } from "../core/allowed-tools.ts"
import { Overtaking } from "../core/overtaking.ts"
import type { RunParts } from "../core/run-parts.ts"
import { withRunWindow } from "../core/run-window.ts"
import { BudgetExceeded, RunCancelled, RunDetached } from "../core/stops.ts"
import { Tally } from "../core/tally.ts"
import { Turnstile } from "../core/turnstile.ts"
import { loadLate } from "../lazy.ts"
import { SentCalls } from "../model-call/sent-calls.ts"
import { arriveFor } from "./arrival.ts"
import { beginBackground } from "./begin-background.ts"
import { cancelKey } from "./cancel-key.ts"
import { engineTools } from "./engine-tools.ts"
import { type LiveListeners, tellAll } from "./listeners.ts"
import { patientStore } from "./patient-store.ts"
import { type TellOptions, tellRun } from "./requests/tell.ts"
import { RunHelpers } from "./run-helpers.ts"
import { runLookingAhead } from "./run-looking-ahead.ts"
import type { RunSetup } from "./run-setup.ts"

/** How often the runner looks for what other processes appended, and renews its lease. */
const WATCH_MS = 250
const RENEW_MS = 5000

/** A run that this process holds the lease of. */
export class LiveRun {
  readonly journal: Journal
  readonly tally = new Tally()
  readonly #setup: RunSetup
  readonly #lease: Lease
  readonly #stopper: AbortController
  readonly #ender = new AbortController()
  readonly #overtaking: Overtaking
  readonly #helpers = new RunHelpers()
  readonly #listeners: LiveListeners
  #isOver = false

  private constructor(
    setup: RunSetup,
    lease: Lease,
    journal: Journal,
    { stopper, listeners }: { stopper: AbortController; listeners: LiveListeners },
  ) {
    this.#setup = setup
    this.#lease = lease
    this.journal = journal
    this.#stopper = stopper
    this.#overtaking = new Overtaking(stopper.signal)
    this.#listeners = listeners
    journal.subscribe((entry) => this.tally.add(entry))
  }

  static async open(setup: RunSetup, lease: Lease): Promise<LiveRun> {
    const clock = steady(setup.clock)
    const stopper = new AbortController()
    const listeners: LiveListeners = new Set()
    const tell = (event: LiveEvent) => tellAll(listeners, event, setup.onFault)
    const store = patientStore(setup.store, { clock, signal: stopper.signal, tell })
    const journal = await Journal.open(store, lease, () => clock.now())
    return new LiveRun({ ...setup, store, clock }, lease, journal, { stopper, listeners })
  }

  get id(): string {
    return this.#lease.runId
  }

  /** From now on nobody else writes in its folder, if it may itself; throws `WorkspaceBusyError`. What only has to be ended touches nothing. */
  async takeFolder(asLeft = false): Promise<void> {
    const { environment, cancelled } = this.tally.current
    const isOver = cancelled !== null && asLeft
    const folder = isOver ? undefined : lockedFolder(environment as Environment, this.#setup.tools)
    if (folder !== undefined) await this.#setup.store.lockWorkspace(this.#lease, folder)
  }

  /** Carries the run on to its end or its next question, then gives the lease back. */
  async carryOut(): Promise<RunResult> {
    try {
      return await this.#told(this.#parts())
    } finally {
      this.#isOver = true
      await this.#helpers[Symbol.asyncDispose]()
      await this.#setup.store.release(this.#lease).catch(ignoreUnusable)
    }
  }

  /** Where the store fails there is a report all the same. */
  async #told(parts: RunParts): Promise<RunResult> {
    try {
      return await this.#work(parts)
    } catch (error) {
      if (!(error instanceof StoreUnusableError)) throw error
      this.#stop(error)
      return (await import("./unstored-end.ts")).unstoredResult(parts, error)
    }
  }

  async #work(parts: RunParts): Promise<RunResult> {
    const stopWatching = this.#watch(parts.budget)
    let replies = 0
    const stopListening = this.journal.subscribe(({ key, record }) => {
      parts.budget.settle(key)
      this.#stopIfCancelled()
      if (record.kind === "event" && record.event.type === "model.called")
        loadLate(++replies).catch(this.#setup.onFault)
      if (record.kind === "event" && record.event.type === "word.added" && record.event.now) this.#overtaking.overtake()
    })
    try {
      await beginBackground(this.#helpers.background, parts)
      // A run that only has to be ended touches nothing.
      const writes = mayWrite(parts.environment, [...parts.tools.values()]) && !parts.signal.aborted
      if (writes) await this.#setup.store.lockWorkspace(this.#lease, parts.workspace.root)
      const arrived = await arriveFor(this.#setup, this.#lease, parts)
      if (!arrived) return await runLookingAhead(parts, this.#setup.strategy, writes)
      await runLookingAhead(arrived.parts, this.#setup.strategy, writes)
      return await arrived.deliver()
    } finally {
      stopWatching()
      stopListening()
    }
  }

  /** Leaves the work of a run that has ended in its source, where that is missing; then gives the lease back. */
  async deliver(): Promise<void> {
    const parts = this.#parts()
    const stopWatching = this.#watch(parts.budget)
    try {
      await (await arriveFor(this.#setup, this.#lease, parts))?.deliver()
    } finally {
      stopWatching()
      await this.leave()
    }
  }

  /** Gives the lease back without any work, for whoever takes the run up. */
  async leave(): Promise<void> {
    this.#isOver = true
    await this.#setup.store.release(this.#lease)
  }

  /** Hears progress that is not kept. */
  onLive(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onEvent(listener: (event: LoggedEvent) => void): () => void {
    return this.journal.subscribe((entry) => {
      const logged = loggedEvent(entry)
      if (logged) tellAll([listener], logged, this.#setup.onFault)
    })
  }

  /** Says something to the run that it hears before its next call of the model, or, `now`, in place of the one under way. */
  async tell(text: string, by: string, options?: TellOptions): Promise<void> {
    await tellRun(this.#setup, this.id, { text, by, ...options })
    if (!this.#isOver) await this.journal.sync()
  }

  /** Without effect once the run has ended or waits. */
  async cancel(by: string, said: string): Promise<void> {
    if (this.#isOver) return
    const reason = this.#setup.secrets.redact(said)
    this.#stop(new RunCancelled(reason))
    const key = cancelKey(this.tally.current.epoch)
    try {
      if (!this.journal.find(key)) await this.journal.record(key, { type: "cancel.requested", by, reason })
    } catch (error) {
      // Somebody else cancelled it too, it ended in this very moment, or it is about to say that nothing can be written.
      if (!(error instanceof KeyConflictError || error instanceof StoreUnusableError) && !this.#isOver) throw error
    }
  }

  /** A limit that is not the run's own is reached: it ends as by one of its own, with a summary. Without effect once it has ended or waits. */
  reachLimit(limit: string, used: number, allowed: number): void {
    if (!this.#isOver) this.#stop(new BudgetExceeded(limit, used, allowed))
  }

  /**
   * Stops carrying the run out without ending it, as if the process had died; `carryOut` rejects with `RunDetached` and gives the
   * lease back. Without effect once the run has ended or waits.
   */
  detach(): void {
    if (!this.#isOver) this.#stop(new RunDetached(this.id))
  }

  /** Only the current epoch's cancellation counts; a resumed run has left earlier ones behind. */
  #stopIfCancelled(): void {
    const { cancelled } = this.tally.current
    if (cancelled !== null) this.#stop(new RunCancelled(cancelled))
  }

  /** Ends the work and, unless it is only the time that is over, the summary too. */
  #stop(reason: unknown): void {
    this.#stopper.abort(reason)
    this.#helpers.background.stopAll()
    if (!(reason instanceof BudgetExceeded)) this.#ender.abort(reason)
  }

  #parts(): RunParts {
    const { view } = this.tally
    if (!view.environment) throw new Error(`Run ${this.id} stopped before its first entry was written; start it again.`)
    const environment = view.environment
    const openedAt = this.journal.now()
    const moment = () => ({ now: this.journal.now(), lease: this.journal.lease, openedAt })
    const { clock, workspace, tools, secrets, checkpoints, responder, remember, onFault, tracing } = this.#setup
    const { journal, tally } = this
    const model = withRunWindow(this.#setup.model, { environment, tally })
    const shelf = { journal, request: view.request, environment, model }
    return {
      ...{ ...shelf, runId: this.id, tally },
      sentCalls: new SentCalls({ journal, secrets, clock, isOn: environment.keep_calls }),
      clock,
      budget: new Budget(environment, this.tally, moment),
      tools: allowedTools(environment.tools, [...engineTools(shelf), ...tools]),
      workspace: workspace.denying(environment),
      secrets,
      passVariables: this.#setup.passVariables ?? [],
      sandbox: promisedSandbox(environment.sandbox, this.#setup.sandbox),
      children: this.#helpers.children,
      background: this.#helpers.background,
      checkpoints,
      signal: this.#stopper.signal,
      endSignal: this.#ender.signal,
      overtaking: this.#overtaking,
      stageGate: new Turnstile(),
      workspaceGate: new Turnstile(),
      questionGate: new Turnstile(),
      ...{ responder, remember, mayAsk: responder !== undefined || this.#setup.attended === true },
      live: (event) => tellAll(this.#listeners, event, onFault),
      onFault,
      reach: tracing && ((key, about) => tracing.reach(this.id, key, about)),
    }
  }

  /** Keeps the lease, hears other processes, and stops the run when its time is up. */
  #watch(budget: Budget): () => void {
    const fail = (error: unknown) => this.#stop(error)
    let renewAt = this.journal.now() + RENEW_MS
    return every(this.#setup.clock, WATCH_MS, () => {
      this.journal.syncIfGrown().catch(fail)
      if (this.journal.now() >= renewAt) {
        renewAt = this.journal.now() + RENEW_MS
        this.#setup.store.renew(this.#lease).catch(fail)
      }
      if (budget.remainingMs() <= 0) this.#stop(budget.timeIsUp())
    })
  }
}
