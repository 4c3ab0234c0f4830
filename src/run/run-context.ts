import { type Guard, isBoolean } from "../journal/step-key.ts"
import type { ModelReply, ToolSpec } from "../model/seam/model.ts"
import type { PlannedTask, RequestAnalysis } from "../protocol/log/control.ts"
import type { Environment } from "../protocol/log/environment.ts"
import type { DurableEvent, FileChange, Note, StageKind } from "../protocol/log/event.ts"
import { factKey, keyIn } from "../protocol/log/key.ts"
import type { Outcome, RunState } from "../protocol/log/outcome.ts"
import type { AnyTool } from "../tools/tool.ts"
import type { StageView } from "../view/run-view.ts"
import { type RunShape, recordEstimate } from "./budget/estimate.ts"
import { constrain } from "./constraints/constrain.ts"
import type { Constraints } from "./constraints/constraints.ts"
import type { Recognition } from "./constraints/recognise.ts"
import { openForJudge } from "./context/artifact.ts"
import { isHalfFull } from "./context/compaction.ts"
import type { Conversation } from "./context/conversation.ts"
import { toldRequest } from "./context/told-request.ts"
import { ask, type ControlQuestion } from "./controls/ask.ts"
import { freeReply } from "./controls/free-reply.ts"
import { type Deciding, decide } from "./core/decide.ts"
import { PlaceLog } from "./core/place-log.ts"
import type { RunParts } from "./core/run-parts.ts"
import { mayFollow } from "./core/run-state.ts"
import type { Closer } from "./finish/gate/closer.ts"
import { factsBlock } from "./finish/summary/report.ts"
import type { Summariser } from "./finish/summary/summary.ts"
import { theEnd, theWork } from "./lazy.ts"
import { askUser } from "./questions/question.ts"
import { type Proposal, type Reviewed, reviewPlan } from "./questions/review.ts"
import type { Stage, StageEnd } from "./stage.ts"
import { endStage, startStage } from "./stage-bracket.ts"
import type { Executed, ExecuteOptions } from "./tasks/execute.ts"
import { type CheckReport, NO_REPORT } from "./verification/check-report.ts"
import type { VerifyAt } from "./verification/is-due.ts"

/** How a run ends, as its strategy has set it so far. */
type Ending = { summarise?: Summariser; closer?: Closer }

/**
 * The verbs that a strategy has. Each is journaled, budgeted, approved and visible without the strategy's doing.
 * A strategy gets no other way to the world: so it can be replayed.
 */
export class RunContext {
  readonly path: string
  readonly #parts: RunParts
  readonly #closing: Ending

  constructor(parts: RunParts, path = "", closing: Ending = {}) {
    this.#parts = parts
    this.path = path
    this.#closing = closing
  }

  /** What is asked for, as prompts have it; see `toldRequest`. */
  get request(): string {
    return toldRequest(this.#parts)
  }

  /** What was recorded at the start of the epoch: date, limits, language, instructions. */
  get environment(): Environment {
    return this.#parts.environment
  }

  /** The tools that this run may use, in their stable order. */
  get tools(): readonly AnyTool[] {
    return [...this.#parts.tools.values()]
  }

  /** Sets what the run may use and change, once. */
  constrain(recognition: Recognition, writeScope: readonly string[] = []): Promise<Constraints> {
    return constrain(this.#parts, recognition, writeScope)
  }

  /** What the request was taken to be; `undefined` where nobody analysed it. */
  get analysis(): RequestAnalysis | undefined {
    return this.#parts.tally.current.analysis ?? undefined
  }

  /** What the run may use and change; `undefined` before that is set. */
  get constraints(): Constraints | undefined {
    return this.#parts.tally.current.constraints ?? undefined
  }

  /** Records what the run is going to need at its present state, once. */
  estimate(shape: RunShape): Promise<void> {
    return recordEstimate(this.#parts, shape)
  }

  /** Which epoch this is; ends and summaries carry it in their keys. */
  get epoch(): number {
    return this.#parts.tally.current.epoch
  }

  /** The same run, one level deeper: keys start with `name`. */
  at(name: string): RunContext {
    return new RunContext(this.#parts, this.key(name), this.#closing)
  }

  key(name: string): string {
    return keyIn(this.path, name)
  }

  /** Logs a fact once under this place's name. */
  record(name: string, event: DurableEvent): Promise<void> {
    return this.#parts.journal.record(factKey(this.key(name), event.type), event)
  }

  /** Lays something open for whoever follows the run: logged once under this name, shown on every surface. */
  note(name: string, note: Note): Promise<void> {
    return this.record(name, { type: "note.made", stage: this.path, ...note })
  }

  /** Moves the run to a state; keyed by name, so that a replayed run doesn't move back. */
  async enter(state: RunState, name = state.toLowerCase()): Promise<void> {
    const key = factKey(this.key(name), "state.changed")
    if (this.#parts.journal.find(key)) return
    const from = this.#parts.tally.current.state
    if (!mayFollow(from, state)) throw new Error(`A run can't go from ${from} to ${state}.`)
    await this.#parts.journal.record(key, { type: "state.changed", state })
  }

  /** Shows that the run mends something. Recorded, not entered: stages side by side may do so at the same time. */
  async recover(): Promise<void> {
    await this.record("recovering", { type: "state.changed", state: "RECOVERING" })
    await this.record("recovered", { type: "state.changed", state: "EXECUTING" })
  }

  /** A bracket around `body` that everyone can see; throws `BudgetExceeded` instead of starting what doesn't fit. */
  async stage<T>(stage: Stage, body: (here: RunContext) => Promise<StageEnd<T>>): Promise<StageEnd<T>> {
    const here = this.at(stage.name)
    await startStage(this.#parts, here.path, stage)
    const end = await body(here)
    await endStage(this.#parts, here.path, stage, end)
    return end
  }

  /** One answer in a fixed shape. */
  ask<T>(name: string, question: ControlQuestion<T>): Promise<T> {
    return ask(this.#parts, this.key(name), question)
  }

  /** One free reply of the model's, with these tools on offer. What it calls is the caller's to run. */
  reply(
    name: string,
    conversation: Conversation,
    tools: readonly ToolSpec[],
    /** What of its text nobody is shown. */
    hidden?: string,
  ): Promise<ModelReply> {
    return freeReply(this.#parts, this.key(name), conversation, { tools, hidden })
  }

  /** The window of the model that takes turns, in tokens. For what is recorded once. */
  get contextWindow(): number {
    return this.#parts.model.contextWindow
  }

  /** Whether a conversation holds half of what makes one be compacted: then a part that begins does so afresh. */
  isHalfFull(conversation: Conversation, tools: readonly ToolSpec[]): boolean {
    return isHalfFull(this.#parts, conversation, tools)
  }

  /** The parts of earlier results that a judge asked to see. */
  open(name: string, ranges: readonly string[]): Promise<string> {
    return openForJudge(this.#parts, this.key(name), ranges)
  }

  /** Runs planned tasks; see `executeTasks`. */
  async execute(tasks: readonly PlannedTask[], options?: ExecuteOptions): Promise<Executed> {
    return (await theWork()).executeTasks(this.#parts, this.path, tasks, options)
  }

  /** Runs the project's checks on what the run changed, once per place and moment. */
  verify(moment: VerifyAt): Promise<CheckReport> {
    return this.#parts.workspaceGate.pass(async () => {
      const isDue = (await theEnd()).isDue(this.#parts, this.path, moment)
      return isDue ? (await theWork()).verify(this.#parts, this.path, moment) : NO_REPORT
    })
  }

  /** Asks the user and waits for the answer, for days if need be. */
  async clarify(name: string, questions: readonly string[]): Promise<string> {
    const answer = await askUser(this.#parts, { kind: "clarification", id: this.key(name), questions })
    return answer.kind === "clarification" ? answer.text : (answer.reason ?? answer.decision)
  }

  /** Whether somebody is here to be asked right now. Who goes by it must record what came of it. */
  get canAsk(): boolean {
    return this.#parts.responder !== undefined
  }

  /** Shows a plan to the user before it runs, where this run is to do so; see `reviewPlan`. */
  review<T>(name: string, proposal: Proposal<T>): Promise<Reviewed<T>> {
    return reviewPlan(this.#parts, this.key(name), proposal)
  }

  /** Throws `BudgetExceeded` unless so many iterations are left. */
  requireIterations(wanted: number): void {
    this.#parts.budget.requireIterations(wanted)
  }

  /** How many iterations are left, and calls for them. For decisions. */
  get iterationsLeft(): number {
    return this.#parts.budget.iterationsLeft
  }

  /**
   * A decision by recorded facts and limits: the first one stands, whatever the limits are by now. A yes or a no; anything else
   * says by `is` what it must look like when it is read again.
   */
  decide(name: string, rule: () => boolean, how?: Deciding<boolean>): boolean
  decide<T>(name: string, rule: () => T, how: Deciding<T> & { readonly is: Guard<T> }): T
  decide<T>(name: string, rule: () => T, how: Deciding<T | boolean> & { readonly is?: Guard<T> } = {}): T | boolean {
    return decide<T | boolean>(this.#parts, this.key(name), rule, { is: isBoolean, ...how })
  }

  /** What was changed at this place and below. */
  get changed(): readonly FileChange[] {
    return this.log.changes
  }

  /** What is recorded of this place. Reading only; who goes by a limit decides instead. */
  get log(): PlaceLog {
    return new PlaceLog(this.#parts, this.path)
  }

  /** The stages of a kind so far, as everyone sees them. For prompts only: a path must not depend on it. */
  stages(kind: StageKind): readonly StageView[] {
    return this.#parts.tally.view.stages.filter((stage) => stage.kind === kind)
  }

  /** The engine's own account of how the run ended. */
  facts(outcome: Outcome): string {
    return factsBlock(this.#parts.tally.view, outcome)
  }

  /** Sets how the run is summed up from here on, whatever ends it. */
  summariseWith(summarise: Summariser): void {
    this.#closing.summarise = summarise
  }

  /** Sets how the run is asked for its last word and works on what is missing, when the strategy comes to its own end. */
  closeWith(closer: Closer): void {
    this.#closing.closer = closer
  }

  get closer(): Closer | undefined {
    return this.#closing.closer
  }

  get summariser(): Summariser | undefined {
    return this.#closing.summarise
  }
}
