import { z } from "zod"
import type { ModelReply, ToolSpec } from "../../model/model.ts"
import type { PlannedTask } from "../../protocol/control.ts"
import type { ToolCall } from "../../protocol/message.ts"
import { constraintsNote } from "../../run/constraints/constrain.ts"
import { type Constraints, confines } from "../../run/constraints/constraints.ts"
import { recognise } from "../../run/constraints/recognise.ts"
import { type Control, controlSpec } from "../../run/control.ts"
import { Conversation } from "../../run/conversation.ts"
import type { Panel } from "../../run/panel.ts"
import { systemPrompt } from "../../run/prompts.ts"
import { parseJson } from "../../run/read-answer.ts"
import { reflect } from "../../run/reflection/reflect.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import { noteRound } from "../../run/round-note.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Strategy } from "../../run/strategy.ts"
import type { Summary } from "../../run/summary.ts"
import { wireSchema } from "../../run/wire-schema.ts"
import { requestException } from "../../tools/request-exception.ts"
import type { AnyTool } from "../../tools/tool.ts"
import * as prompts from "./prompts.ts"

const TaskDone = z.object({ summary: z.string().trim().min(1).describe("the whole answer for the user, Markdown") })

const taskDone: Control<z.infer<typeof TaskDone>> = {
  name: "task_done",
  version: 1,
  description: "End the work with the answer for the user.",
  input: TaskDone,
}

export const ReactSettings = z.looseObject({
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type ReactSettings = z.infer<typeof ReactSettings>

/** So many replies in a row without a call or a text end the run: the model has nothing to say. */
const MAX_EMPTY_REPLIES = 3

/**
 *   ┌▶ model ─▶ tools ─┐
 *   └──────────────────┘─▶ task_done, or a reply without calls
 */
export const react: Strategy<ReactSettings> = {
  name: "react",
  summary: "A plain tool loop that ends with task_done: the baseline.",
  settings: ReactSettings,

  async run(run, { reflection }) {
    const constraints = await run.constrain(recognise(run.request))
    const specs = [...offered(run, constraints).map(toolSpec), controlSpec(taskDone)]
    const rules = constraintsNote(constraints, run.environment.scope ?? [])
    const conversation = new Conversation([
      { role: "system", text: systemPrompt(run.environment) },
      { role: "user", text: rules === "" ? run.request : `${run.request}\n\n${rules}` },
    ])
    const closing: { text?: string } = {}
    run.summariseWith((end) => sumUp(end, conversation, specs, closing.text))

    await run.enter("EXECUTING")
    let empty = 0
    for (let turn = 1; ; turn++) {
      const { value } = await run.stage(
        { kind: "turn", name: `turn-${turn}`, title: `Turn ${turn}`, iterations: 1 },
        async (here) => {
          const end = await takeTurn(here, conversation, specs)
          const advice = end.value.kind === "worked" ? await reflect(here, reflection) : undefined
          conversation.tell(advice?.guidance ?? "")
          return end
        },
      )
      if (value.kind === "answered") closing.text = value.text
      if (value.kind === "answered") return { kind: "done" }
      empty = value.kind === "empty" ? empty + 1 : 0
      if (empty === MAX_EMPTY_REPLIES)
        return { kind: "failed", reason: `the model gave ${empty} empty replies in a row` }
    }
  },
}

/** What the constraints allow, in its stable order, and a way to ask for more where they confine anything. */
function offered(run: RunContext, constraints: Constraints): readonly AnyTool[] {
  const tools = run.tools.filter(({ name }) => constraints.allowed.includes(name))
  return confines(constraints) ? [...tools, requestException] : tools
}

type TurnEnd =
  | { readonly kind: "answered"; readonly text: string }
  | { readonly kind: "worked" }
  | { readonly kind: "empty" }

async function takeTurn(here: RunContext, conversation: Conversation, specs: readonly ToolSpec[]) {
  const reply = await here.reply("reply", conversation, specs)
  const value = await answerReply(here, conversation, reply)
  const summary = value.kind === "answered" ? value.text : ""
  return { status: value.kind === "answered" ? "done" : "continued", summary, value } as const
}

async function answerReply(here: RunContext, conversation: Conversation, reply: ModelReply): Promise<TurnEnd> {
  if (reply.finish === "length") {
    conversation.tell(prompts.CUT_OFF)
    return { kind: "empty" }
  }
  if (reply.calls.length > 0) return runCalls(here, conversation, reply)
  if (reply.text.trim() !== "") return { kind: "answered", text: reply.text.trim() }
  conversation.tell(prompts.EMPTY)
  return { kind: "empty" }
}

async function runCalls(here: RunContext, conversation: Conversation, reply: ModelReply): Promise<TurnEnd> {
  const done = reply.calls.flatMap((call) => closingText(call) ?? [])[0]
  const calls = reply.calls.map(withValidJson)
  conversation.accept({ role: "assistant", text: reply.text, calls })
  const work = calls.map((call, index) => ({ call, task: toTask(call, index + 1) }))
  const tasks = work.filter(({ call }) => call.name !== taskDone.name).map(({ task }) => task)
  const outcomes = tasks.length > 0 ? await here.execute(tasks) : []
  conversation.openRound(noteRound(here.path, tasks, outcomes, reply.text.trim()))
  for (const { call, task } of work) {
    const outcome = outcomes.find(({ id }) => id === task.id)
    conversation.answer(
      call.id,
      call.name,
      outcome ? `${outcome.status}\n${outcome.digest}` : prompts.noAnswer(done !== undefined),
    )
  }
  return done === undefined ? { kind: "worked" } : { kind: "answered", text: done }
}

/** A call with broken arguments is answered, never run, and never replayed as it was: some servers refuse such a transcript for ever. */
function withValidJson(call: ToolCall): ToolCall {
  return parseJson(call.arguments).ok
    ? call
    : { ...call, arguments: JSON.stringify({ not_valid_json: call.arguments }) }
}

function toTask(call: ToolCall, id: number): PlannedTask {
  const input = parseJson(call.arguments)
  const given =
    input.ok && typeof input.value === "object" && input.value !== null ? input.value : { value: call.arguments }
  return { id, tool: call.name, arguments: given as Record<string, unknown>, depends_on: [], why: "" }
}

function closingText(call: ToolCall): string | undefined {
  if (call.name !== taskDone.name) return undefined
  const input = parseJson(call.arguments)
  const parsed = TaskDone.safeParse(input.ok ? input.value : undefined)
  return parsed.success ? parsed.data.summary : undefined
}

/** The closing text, or one forced `task_done`: the tool list stays the same, so the cached prefix does too. */
async function sumUp(
  end: RunContext,
  conversation: Conversation,
  specs: readonly ToolSpec[],
  closing: string | undefined,
): Promise<Summary> {
  if (closing !== undefined) return { layer: "closing", text: closing, highlights: [] }
  const panel: Panel = {
    specs,
    wireName: () => taskDone.name,
    split: (_control, input) => ({ part: input, others: {} }),
    wrap: (_control, value) => value,
    schemaFor: (control) => wireSchema(control.input),
  }
  const answer = await end.ask("summarizer", {
    control: taskDone,
    panel,
    conversation: conversation.fork(),
    prompt: prompts.SUM_UP,
    forSummary: true,
  })
  return { layer: "summarizer", text: answer.summary, highlights: [] }
}

function toolSpec(tool: AnyTool): ToolSpec {
  return { name: tool.name, description: tool.description, schema: wireSchema(tool.input) }
}
