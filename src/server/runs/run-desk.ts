import type { Run, StartOptions } from "../../agent.ts"
import { LeaseLostError, RunBusyError, WorkspaceBusyError } from "../../journal/store-error.ts"
import type { ActionReply, ForkRequest, ResumeRequest, TellRequest, UndoRequest } from "../../protocol/api/api.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { RunDetached } from "../../run/core/stops.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { RunStartedError } from "../../run/lifecycle/requests/start-once.ts"
import type { DiffOptions, UndoReport } from "../../run/lifecycle/requests/undo.ts"
import type { ResumeOptions } from "../../run/lifecycle/resume-rules.ts"
import { requireMayAnswer, requireMayStart } from "../access/may.ts"
import { ApiFailure, toFailure } from "../http/failure.ts"
import { TurnQueue } from "../http/turn-queue.ts"
import type { RunHost, StartWish } from "./run-host.ts"

/** Who wants to know which runs this process carries out. */
export type DeskListener = {
  readonly onHeld: (run: Run) => void
  /** `outcome`: what it came to, or `left` where it is not at its end. */
  readonly onLeft: (run: Run, outcome: RunResult["outcome"] | "left") => void
  readonly onFault: (error: unknown) => void
}

/** A run that goes on from here, in this process or another. */
export type TakenRun = Pick<Run, "id"> & { readonly isRepeated?: true }

/** Ends of carrying a run out that are no fault of anybody: it was given back, or taken over. */
function isExpected(error: unknown): boolean {
  return error instanceof RunDetached || error instanceof LeaseLostError || error instanceof WorkspaceBusyError
}

/** The runs that this process carries out, and everything that changes a run, here or elsewhere. */
export class RunDesk {
  readonly #host: RunHost
  readonly #listener: DeskListener
  readonly #runs = new Map<string, Run>()
  readonly #turns = new TurnQueue()
  #isClosed = false

  constructor(host: RunHost, listener: DeskListener) {
    this.#host = host
    this.#listener = listener
  }

  held(runId: string): Run | undefined {
    return this.#runs.get(runId)
  }

  async start(wish: StartWish, options: StartOptions = {}): Promise<TakenRun> {
    this.#refuseIfClosed()
    await requireMayStart(this.#host, wish)
    const agent = await this.#host.agentToStart(wish)
    this.#refuseIfClosed()
    try {
      if (this.#host.handOver) return await this.#handOver(await agent.forOthers.start(wish.request, options))
      return this.#hold(await agent.start(wish.request, options))
    } catch (error) {
      if (error instanceof RunStartedError) return { id: error.runId, isRepeated: true }
      throw error
    }
  }

  /** Plays the demo, as a run like any other. `undefined` where there is none. */
  async demo(): Promise<TakenRun | undefined> {
    this.#refuseIfClosed()
    const prepared = await this.#host.demo?.()
    return prepared && this.#hold(await prepared.agent.start(prepared.request, { demo: true }))
  }

  resume(runId: string, wish: ResumeRequest): Promise<TakenRun> {
    return this.#turns.take(runId, () => this.#resume(runId, wish))
  }

  /** Goes on in a new run, from a place of the log or from where a change of code blocked it. */
  fork(runId: string, { from, tell }: ForkRequest): Promise<TakenRun> {
    return this.#turns.take(runId, async () => {
      this.#refuseIfClosed()
      const { agent, options: reopening } = await this.#host.agentToResume(runId, {})
      const options = { ...reopening, tell, ...(from === undefined ? {} : { from }) }
      if (this.#host.handOver) return this.#handOver(await agent.forOthers.fork(runId, options))
      return this.#hold(await agent.fork(runId, options))
    })
  }

  /** Takes the run out of lists, or puts it back. */
  async archive(runId: string, archived: boolean): Promise<ActionReply> {
    await (await this.#host.agentToEnd(runId)).archive(runId, archived)
    return { run_id: runId, live: this.#runs.has(runId) || (await this.#host.store.isHeld(runId)) }
  }

  /** Records the answer, then goes on with the run unless somebody does so already. */
  answer(runId: string, answer: Answer, questionId: string | undefined): Promise<ActionReply> {
    return this.#turns.take(runId, async () => {
      requireMayAnswer(this.#host, answer)
      const { result } = await readRun(this.#host.store, runId)
      const question = questionFor(result, answer, questionId)
      const agent = await this.#host.agentToEnd(runId)
      await agent.answer(runId, answer, question)
      return this.#goOn(runId)
    })
  }

  /** Says something to the run, here or wherever it is carried out; it takes no turn, since a run that works is just who it is for. */
  async tell(runId: string, { text, ...options }: TellRequest): Promise<ActionReply> {
    const held = this.held(runId)
    if (held) await held.tell(text, options)
    else await (await this.#host.agentToEnd(runId)).tell(runId, text, options)
    return { run_id: runId, live: held !== undefined || (await this.#host.store.isHeld(runId)) }
  }

  /** Ends the run with a report, here or wherever it is carried out. */
  cancel(runId: string, reason: string | undefined): Promise<ActionReply> {
    return this.#turns.take(runId, async () => {
      const held = this.held(runId)
      await held?.cancel(reason)
      // One that has just gone to wait hears no cancellation.
      const isHeeded = held && (await this.#host.store.findRun(runId))?.state !== "WAITING"
      if (isHeeded) return { run_id: runId, live: this.#runs.has(runId) }
      const result = await (await this.#host.agentToEnd(runId)).cancel(runId, reason)
      return { run_id: runId, live: result === undefined }
    })
  }

  /** Ends a run that nobody wants any more. One that is carried out elsewhere, or is being given back, is left alone. */
  async abandon(runId: string, reason: string): Promise<void> {
    if (!this.#isClosed) await this.held(runId)?.cancel(reason)
  }

  /** Takes back what the run changed; only while nobody carries it out. */
  undo(runId: string, wish: UndoRequest): Promise<UndoReport> {
    return this.#turns.take(runId, async () => (await this.#host.agentToEnd(runId)).undo(runId, wish))
  }

  /** What the run changed, or one round of it, as a unified diff. */
  async diff(runId: string, wish: DiffOptions): Promise<string> {
    return (await this.#host.agentToEnd(runId)).diff(runId, wish)
  }

  /** Gives all runs back as they are; they can be resumed. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#runs.values()].map((run) => run.detach()))
  }

  async #handOver(id: string): Promise<TakenRun> {
    await this.#host.handOver?.(id)
    return { id }
  }

  async #resume(runId: string, wish: ResumeRequest, manner: Pick<ResumeOptions, "asLeft"> = {}): Promise<TakenRun> {
    this.#refuseIfClosed()
    const { agent, options } = await this.#host.agentToResume(runId, wish)
    this.#refuseIfClosed()
    if (this.#host.handOver) return this.#handOver(await agent.forOthers.resume(runId, options))
    return this.#hold(await agent.resume(runId, { ...options, ...manner }))
  }

  /** What somebody answered is no reason to take up a run that was ended meanwhile. */
  async #goOn(runId: string): Promise<ActionReply> {
    if (this.#runs.has(runId)) return { run_id: runId, live: true }
    if (this.#host.handOver) {
      // Whoever carries it out finds the answer in the log.
      await this.#handOver(runId)
      return { run_id: runId, live: true }
    }
    try {
      await this.#resume(runId, {}, { asLeft: true })
      return { run_id: runId, live: true }
    } catch (error) {
      const { code, message } = toFailure(error)
      if (error instanceof RunBusyError) return { run_id: runId, live: true }
      if (code === "internal_error") this.#listener.onFault(error)
      return {
        run_id: runId,
        live: false,
        hint: `The answer is recorded, but the run could not be gone on with: ${message}`,
      }
    }
  }

  #hold(run: Run): Run {
    this.#runs.set(run.id, run)
    this.#listener.onHeld(run)
    run.result.then(
      (result) => this.#leave(run, result),
      (error: unknown) => {
        this.#leave(run)
        if (!isExpected(error)) this.#listener.onFault(error)
      },
    )
    return run
  }

  #leave(run: Run, result?: RunResult): void {
    if (this.#runs.get(run.id) === run) this.#runs.delete(run.id)
    this.#listener.onLeft(run, result?.outcome ?? "left")
    if (result?.outcome === "waiting" && !this.#isClosed) {
      this.#turns.take(run.id, () => this.#takeUpLateAnswer(result)).catch(this.#listener.onFault)
    }
  }

  /** An answer that came in the very moment in which the run went to wait: nobody else would go on with it. */
  async #takeUpLateAnswer({ run_id, questions }: RunResult): Promise<void> {
    if (this.#isClosed) return
    const { result } = await readRun(this.#host.store, run_id)
    const isLate = result.outcome === "waiting" && result.questions.length < questions.length
    if (isLate) await this.#goOn(run_id)
  }

  #refuseIfClosed(): void {
    if (this.#isClosed) throw new ApiFailure(503, "shutting_down", "The server is shutting down; nothing was started.")
  }
}

/**
 * The id of the question that is meant; throws `ApiFailure` where there is none, or none of this kind. One that is no longer
 * open, and any of a run that has ended, is let through: `answer` knows what was decided meanwhile.
 */
function questionFor({ questions, outcome }: RunResult, answer: Answer, id: string | undefined): string | undefined {
  const meant = questions.filter((question) => id === undefined || question.id === id)
  const fitting = meant.find(({ kind }) => kind === answer.kind)
  if (fitting) return fitting.id
  if (meant.length > 0) {
    const way = meant[0]?.kind === "approval" ? "approve" : "answer"
    throw new ApiFailure(409, "conflict", `The run waits for another kind of answer: use …/${way}.`)
  }
  if (id !== undefined || (outcome !== "running" && outcome !== "waiting")) return id
  throw new ApiFailure(409, "already_answered", "The run has no open question; what it asked was answered already.")
}
