import type { LogEntry } from "../../journal/run-store.ts"
import type { JudgeVerdict } from "../../protocol/log/control.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { nameOf, parentOf, placeOf, REPLY } from "../../protocol/log/key.ts"
import { isRepeated } from "../../protocol/log/stage-kind.ts"
import { parseJson } from "../../text/parse-json.ts"
import { FreshMarker, type PlainRun } from "./evidence.ts"
import { type TurnTasks, taskIn } from "./plain-runs.ts"
import type { Alarm, ToolRun, TurnRecord } from "./turn-record.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

/** What the log has of one turn, before it is put in order. */
export type TurnDraft = TurnTasks & {
  readonly started: EventOf<"stage.started">
  /** Which turn of its stage it is, from 0 on. */
  readonly place: number
  readonly violations: string[]
  hasPlan: boolean
  wantsRetry: boolean
  hasMoved: boolean
  isLast: boolean
  hasEnded: boolean
  alarm: Alarm | undefined
  epoch: number
  /** As it was told last; what is added to the turn takes it away. */
  record: TurnRecord | undefined
  /** Its runs; what is added to its tasks takes them away. */
  runs: readonly PlainRun[] | undefined
}

/** What the log has of all turns. */
export type TurnFold = {
  count: number
  epoch: number
  /** The run's list as it was written last. */
  list: string
  readonly turns: Map<string, TurnDraft>
  readonly inOrder: TurnDraft[]
  readonly stages: Map<string, StageTurns>
  readonly checks: Map<string, string>
}

/** The turns of a stage. */
export type StageTurns = {
  readonly turns: TurnDraft[]
  /** Of its first turns, which have all ended. */
  readonly runs: ToolRun[][]
  /** What they leave behind for those after them. */
  readonly marker: FreshMarker
}

/** A log only grows, and each turn looks at it: what was folded once is not folded again. */
const folds = new WeakMap<readonly LogEntry[], TurnFold>()

export function foldOf(entries: readonly LogEntry[]): TurnFold {
  const fold = folds.get(entries) ?? newFold()
  for (; fold.count < entries.length; fold.count++) addEntry(fold, entries[fold.count] as LogEntry)
  folds.set(entries, fold)
  return fold
}

function newFold(): TurnFold {
  return {
    count: 0,
    epoch: 1,
    list: "",
    turns: new Map(),
    inOrder: [],
    stages: new Map(),
    checks: new Map(),
  }
}

function addEntry(fold: TurnFold, entry: LogEntry): void {
  const { record, key } = entry
  const { turns } = fold
  const around = parentOf(key)
  const hasListMoved = listMoved(fold, entry)
  if (record.kind === "event") addEvent(fold, record.event)
  else if (record.kind === "step") addStep(tasksAt(turns, around), key, record.value)
  else touch(tasksAt(turns, around), placeOf(key))
  const turn = turnAt(turns, around)
  if (!turn) return
  turn.epoch = fold.epoch
  if (hasListMoved) turn.hasMoved = true
}

/** A turn that is added to. */
function turnAt(turns: ReadonlyMap<string, TurnDraft>, id: string): TurnDraft | undefined {
  const turn = turns.get(id)
  if (turn) turn.record = undefined
  return turn
}

/** A turn to whose tasks something is added. */
function tasksAt(turns: ReadonlyMap<string, TurnDraft>, id: string): TurnDraft | undefined {
  const turn = turnAt(turns, id)
  if (turn) turn.runs = undefined
  return turn
}

/** A list that is written as it was is no news. */
function listMoved(fold: TurnFold, { record }: LogEntry): boolean {
  if (record.kind !== "event" || record.event.type !== "todo.changed") return false
  const list = JSON.stringify(record.event.todos)
  const before = fold.list
  fold.list = list
  return list !== before
}

/** A check that says what it said before is no news. */
function addCheck({ turns, checks }: TurnFold, event: EventOf<"check.ended">): void {
  const { stage, name, status, failing, moment } = event
  if (moment === "base") return
  const says = JSON.stringify([status, failing])
  const turn = turnAt(turns, stage)
  if (turn && checks.get(name) !== says) turn.hasMoved = true
  checks.set(name, says)
}

function addEvent(fold: TurnFold, event: DurableEvent): void {
  const { turns } = fold
  if (event.type === "run.resumed") fold.epoch = event.epoch
  if (event.type === "check.ended") addCheck(fold, event)
  if (event.type === "stage.started") {
    if (isRepeated(event)) addTurn(fold, event)
    return
  }
  if ("task" in event) addTask(tasksAt(turns, parentOf(event.task)), event)
  const turn = "stage" in event ? turnAt(turns, event.stage) : undefined
  if (!turn) return
  if (event.type === "plan.made") addPlan(turn, event)
  if (event.type === "judge.ruled") addRuling(turn, event.verdict)
  if (event.type === "stage.ended") turn.hasEnded = true
  if (event.type === "stage.ended" && event.status === "done") turn.isLast = true
  if (event.type === "reflection.raised") turn.alarm = event
}

function addTurn({ turns, inOrder, stages }: TurnFold, started: EventOf<"stage.started">): void {
  const stage = parentOf(started.stage)
  const beside = stages.get(stage) ?? { turns: [], runs: [], marker: new FreshMarker() }
  const turn = newDraft(started, beside.turns.length)
  turns.set(started.stage, turn)
  inOrder.push(turn)
  beside.turns.push(turn)
  stages.set(stage, beside)
}

function addTask(turn: TurnDraft | undefined, event: Extract<DurableEvent, { task: string }>): void {
  if (!turn) return
  if (event.type === "task.started") taskIn(turn, event.task).title = event.title
  if (event.type === "task.ended") turn.ended.push(event)
  if (event.type === "violation.recorded") turn.violations.push(event.tool)
}

function touch(turn: TurnDraft | undefined, task: string): void {
  if (turn) taskIn(turn, task).isTouched = true
}

function addPlan(turn: TurnDraft, event: EventOf<"plan.made">): void {
  turn.hasPlan = true
  turn.runs = undefined
  for (const task of event.tasks) turn.inputs[task.id] = task.arguments
}

/** The phase is over when it is complete or given up. */
function addRuling(turn: TurnDraft, { phase_completed, evidence, next_action }: JudgeVerdict): void {
  turn.isLast = phase_completed ? evidence.length > 0 : next_action === "end_phase"
  turn.wantsRetry = !phase_completed && next_action === "retry_failed"
}

/** A reply's calls are its tasks, in order; a task's step has the whole result, which its event may have cut. */
function addStep(turn: TurnDraft | undefined, key: string, value: unknown): void {
  if (!turn || typeof value !== "object" || value === null) return
  if ("text" in value && typeof value.text === "string") taskIn(turn, key).text = value.text
  if (nameOf(key) !== REPLY || !("calls" in value) || !Array.isArray(value.calls)) return
  for (const [index, call] of value.calls.entries()) turn.inputs[index + 1] = parsed(call.arguments)
}

function parsed(text: string): unknown {
  const input = parseJson(text)
  return input.ok ? input.value : text
}

function newDraft(started: EventOf<"stage.started">, place: number): TurnDraft {
  return {
    started,
    place,
    ended: [],
    tasks: new Map(),
    inputs: [],
    violations: [],
    hasPlan: false,
    wantsRetry: false,
    hasMoved: false,
    isLast: false,
    hasEnded: false,
    alarm: undefined,
    epoch: 1,
    record: undefined,
    runs: undefined,
  }
}
