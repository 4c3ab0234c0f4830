import type { ModelReply, ToolSpec } from "../../model/seam/model.ts"
import type { PlannedTask } from "../../protocol/log/control.ts"
import { REPLY } from "../../protocol/log/key.ts"
import type { ToolCall } from "../../protocol/log/message.ts"
import { parseJson } from "../../text/parse-json.ts"
import type { Conversation } from "../context/conversation.ts"
import { taskHead } from "../context/prompts.ts"
import { noteRound } from "../context/round-note.ts"
import type { LastWord } from "../finish/gate/closer.ts"
import { type Advice, reflect } from "../reflection/reflect.ts"
import type { ReflectionSetting } from "../reflection/settings.ts"
import type { RunContext } from "../run-context.ts"
import type { Executed } from "../tasks/execute.ts"
import type { TaskOutcome } from "../tasks/run-task.ts"
import { plainWord } from "./closing.ts"
import { isMarked, withoutMarker } from "./marker.ts"
import { countToRun } from "./most-calls.ts"
import * as prompts from "./prompts.ts"

/** A call that the strategy answers itself, at once; `ends` is the word that ends the work. */
export type TurnControl = {
  readonly spec: ToolSpec
  answer(here: RunContext, input: unknown, name: string, beside: Beside): Promise<ControlSaid>
  /** Whether it is answered after the tools of its reply, although it was called before them. */
  waits?(input: unknown): boolean
}

/** What a control is answered; `isVoid`: the call said nothing, as an empty reply does; `wantsEnd`: but that it was to be the end. */
export type ControlSaid = {
  readonly text: string
  readonly ends?: LastWord
  readonly isVoid?: true
  readonly wantsEnd?: true
}

/** What the same reply calls beside a control: what has run by then, and how much is still to run. */
export type Beside = {
  readonly outcomes: readonly TaskOutcome[]
  readonly ahead: number
  /** All of its calls of tools. */
  readonly tasks: readonly PlannedTask[]
}

/** What the turns of a loop have in common. */
export type Turns = {
  readonly conversation: Conversation
  /** Everything on offer, in its stable order: tools and controls. */
  readonly specs: readonly ToolSpec[]
  readonly controls: readonly TurnControl[]
  readonly reflection: ReflectionSetting
  /** How the model can end, in a few words. */
  readonly howToEnd: string
  /** What a text may say that it is done with; it is shown nowhere. */
  readonly marker?: string | undefined
  /** What the user is shown of a closing text; all of it unless told otherwise. */
  readonly shown?: (text: string) => string
}

/** What came of one reply. */
export type TurnEnd =
  /** A reply without a call. */
  | { readonly kind: "said"; readonly text: string }
  /** A control ended the work with this text. */
  | {
      readonly kind: "closed"
      readonly text: string
      readonly word: LastWord
      readonly outcomes: readonly TaskOutcome[]
    }
  | {
      readonly kind: "worked"
      readonly outcomes: readonly TaskOutcome[]
      /** The names of those that were called. */
      readonly controls: readonly string[]
      /** What was said beside the calls. */
      readonly text: string
    }
  | { readonly kind: "empty"; readonly isCutOff?: boolean; readonly wantsEnd?: boolean }

/** How a turn ended, and what looking back advises. */
export type Turn = { readonly end: TurnEnd; readonly advice: Advice | undefined }

/** How many tool calls a turn may still make, of how many in all. */
export type CallLimit = { readonly left: number; readonly of: number }

/** One reply of the model's with its tools. Guidance for the next one is told already when it returns. */
export async function takeTurn(run: RunContext, turn: number, turns: Turns, limit?: CallLimit): Promise<Turn> {
  const stage = { kind: "turn", name: `turn-${turn}`, title: `Turn ${turn}`, iterations: 1 } as const
  const { value } = await run.stage(stage, async (here) => {
    const reply = await here.reply(REPLY, turns.conversation, turns.specs, turns.marker)
    const end = await answerReply(here, turns, reply, limit)
    const advice = end.kind === "worked" ? await reflect(here, turns.reflection) : undefined
    turns.conversation.tell(advice?.guidance ?? "")
    const isClosed = end.kind === "closed" || end.kind === "said"
    return {
      status: isClosed ? "done" : "continued",
      summary: isClosed ? (turns.shown?.(end.text) ?? withoutMarker(end.text, turns.marker)) : "",
      value: { end, advice },
    }
  })
  return value
}

async function answerReply(here: RunContext, turns: Turns, reply: ModelReply, limit?: CallLimit): Promise<TurnEnd> {
  const { conversation } = turns
  if (reply.finish === "length") {
    conversation.tell(prompts.CUT_OFF)
    return { kind: "empty", isCutOff: true }
  }
  if (reply.calls.length > 0) return runCalls(here, turns, reply, limit)
  if (reply.text.trim() === "") {
    conversation.tell(prompts.empty(turns.howToEnd))
    return { kind: "empty" }
  }
  conversation.accept({ role: "assistant", text: reply.text, calls: [] })
  return { kind: "said", text: reply.text.trim() }
}

type Work = { readonly call: ToolCall; readonly task: PlannedTask; readonly control: TurnControl | undefined }

async function runCalls(here: RunContext, turns: Turns, reply: ModelReply, limit?: CallLimit): Promise<TurnEnd> {
  const kept = await countToRun(here, reply.calls.length)
  const calls = reply.calls.slice(0, kept).map(withValidJson)
  const rest = reply.calls.slice(kept, kept + MOST_TOLD).map(withValidJson)
  turns.conversation.accept({ role: "assistant", text: reply.text, calls: [...calls, ...rest] })
  const work = calls.map((call, index) => ({ call, task: toTask(call, index + 1), control: controlOf(turns, call) }))
  const firstLate = work.findIndex(({ control, task }) => !control || control.waits?.(task.arguments))
  const answers = new Map<ToolCall, string>()
  // A list that is opened before the work and ticked off after it is one that the results belong to.
  const tasks = work.filter(({ control }) => !control).map(({ task }) => task)
  const early = work.slice(0, Math.max(0, firstLate))
  const before = await answerControls(here, early, answers, { outcomes: [], ahead: tasks.length, tasks })
  const { outcomes, notes } = await runTasks(here, turns.conversation, runnable(here, tasks, limit))
  const late = work.slice(Math.max(0, firstLate))
  const after = await answerControls(here, late, answers, { outcomes, ahead: 0, tasks })
  turns.conversation.openRound(noteRound(here.path, tasks, outcomes, reply.text.trim()))
  for (const { call, task } of work) {
    turns.conversation.answer(call.id, call.name, answers.get(call) ?? resultText(task, outcomes, limit))
  }
  for (const [index, { id, name }] of rest.entries())
    turns.conversation.answer(id, name, prompts.beyond(kept, reply.calls.length, index === 0))
  turns.conversation.tell(notes.join("\n"))
  const word = before.closing ?? after.closing ?? saidBeside(turns, reply)
  if (word) return { kind: "closed", text: word.text, word, outcomes }
  if (tasks.length === 0 && before.isVoid && after.isVoid)
    return { kind: "empty", wantsEnd: before.wantsEnd || after.wantsEnd }
  const controls = work.flatMap(({ control }) => control?.spec.name ?? [])
  return { kind: "worked", outcomes, controls, text: reply.text.trim() }
}

/** A reply may say that it is done beside its last calls. */
function saidBeside({ marker }: Turns, { text }: ModelReply): LastWord | undefined {
  return isMarked(text, marker) ? plainWord(text) : undefined
}

/** So many of those that don't run are answered one by one; the model is told of the others in one word. */
const MOST_TOLD = 32

/** What a turn that is over did not run stays so, whatever its limit has become since. */
function runnable(
  here: RunContext,
  tasks: readonly PlannedTask[],
  limit: CallLimit | undefined,
): readonly PlannedTask[] {
  return here.log.lastEnd ? tasks.filter(({ id }) => here.log.has(`task-${id}`)) : tasks.slice(0, limit?.left)
}

async function runTasks(
  here: RunContext,
  showIn: Conversation,
  tasks: readonly PlannedTask[],
): Promise<Pick<Executed, "outcomes" | "notes">> {
  return tasks.length > 0 ? here.execute(tasks, { showIn }) : { outcomes: [], notes: [] }
}

function resultText(task: PlannedTask, outcomes: Executed["outcomes"], limit: CallLimit | undefined): string {
  const outcome = outcomes.find(({ id }) => id === task.id)
  return outcome ? `${taskHead(outcome)}\n${outcome.shown}` : prompts.notRun(limit?.of ?? 0)
}

async function answerControls(
  here: RunContext,
  work: readonly Work[],
  answers: Map<ToolCall, string>,
  beside: Beside,
): Promise<{ readonly closing: LastWord | undefined; readonly isVoid: boolean; readonly wantsEnd: boolean }> {
  let closing: LastWord | undefined
  let isAllVoid = true
  let isEnd = false
  for (const { call, task, control } of work) {
    if (!control) continue
    const { text, ends, isVoid, wantsEnd } = await control.answer(
      here,
      task.arguments,
      `${control.spec.name}-${task.id}`,
      beside,
    )
    answers.set(call, text)
    closing ??= ends
    isAllVoid &&= isVoid === true
    isEnd ||= wantsEnd === true
  }
  return { closing, isVoid: isAllVoid, wantsEnd: isEnd }
}

function controlOf({ controls }: Turns, { name }: ToolCall): TurnControl | undefined {
  return controls.find((control) => control.spec.name === name)
}

/** A call with broken arguments is answered, never run, and never replayed as it was: some servers refuse such a transcript for ever. */
function withValidJson(call: ToolCall): ToolCall {
  return parseJson(call.arguments).ok
    ? call
    : { ...call, arguments: JSON.stringify({ not_valid_json: call.arguments.slice(0, MOST_BROKEN) }) }
}

/** Enough to see what was wrong with it. */
const MOST_BROKEN = 2000

function toTask(call: ToolCall, id: number): PlannedTask {
  const input = parseJson(call.arguments)
  const given =
    input.ok && typeof input.value === "object" && input.value !== null ? input.value : { value: call.arguments }
  return { id, tool: call.name, arguments: given as Record<string, unknown>, depends_on: [], why: "" }
}
