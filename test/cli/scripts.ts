import type { ServerScript } from "../../src/testing/index.ts"
import { type ChatBody, call, forcedTool } from "../../src/testing/server-reply.ts"

/** What the scripted model has to say, whichever control asks for it. */
export type Story = {
  readonly analysis?: object
  /** One plan per round. */
  readonly plans: readonly object[]
  readonly summary?: string
  /** What the only phase is called. */
  readonly phase?: string
}

export const ANALYSIS = {
  core_goal: "Write a note",
  requirements: ["the note is there"],
  constraints: [],
  complexity: "medium",
  estimated_phases: 1,
  task_type: "general",
  write_scope: [],
  clarification_needed: false,
  clarification_questions: [],
}

function phases(name: string): object {
  return {
    phases: [{ id: 1, name, goal: "Write the note", estimated_rounds: 2, dependencies: [] }],
    execution_strategy: "sequential",
  }
}

/** A model that tells its story well, fused or not, to any number of runs: the last round's judge calls the phase complete. */
export function story(told: Story): ServerScript {
  const { analysis = ANALYSIS, plans, summary = "The note is written.", phase = "write" } = told
  let planned = 0
  let judged = 0
  return (body) => {
    const due = dueOf(body)
    const answers: Record<string, () => object> = {
      request_analyser: () => ({ changes: wanted(plans), ...analysis }),
      phase_planner: () => phases(phase),
      plan_tool_call: () => plans[Math.min(planned++, plans.length - 1)] as object,
      judge_tasks: () =>
        plans.length === 1 && isNotAllowed(body) ? GIVEN_UP : verdict(Math.min(++judged, plans.length), plans.length),
      summarizer: () => ({
        final_summary: summary,
        phases_completed: 1,
        total_tasks_executed: 1,
        missing: isToldOfRefusal(body) ? ["refused: the note"] : [],
      }),
    }
    const tool = forcedTool(body) ?? due
    if (tool !== "advance") return call(tool, answers[due]?.() ?? {})
    const isOver = judged + 1 >= plans.length
    const along = ALONG[due]?.(isOver)
    const parts = [due, ...(along ? [along] : [])].map((name) => [name, answers[name]?.()])
    return call(tool, Object.fromEntries(parts))
  }
}

/** Answers whatever is asked at once, by these words. */
export function direct(answer: string): ServerScript {
  const analysis = { core_goal: "answer", requirements: [], complexity: "simple", estimated_phases: 1 }
  return () => call("request_analyser", { ...analysis, direct_answer: answer })
}

/** Whoever plans nothing but looks and questions wants nothing changed. */
function wanted(plans: readonly object[]): string {
  const planned = plans.flatMap((plan) => ("tasks" in plan ? (plan.tasks as readonly { tool: string }[]) : []))
  return planned.every(({ tool }) => READS.has(tool)) ? "none" : "files"
}

const READS: ReadonlySet<string> = new Set(["list_files", "read_dataset", "ask_user", "small__echo", "wait_for"])

/** What a person refused is not tried again. */
const GIVEN_UP = { phase_completed: false, next_action: "end_phase", failed_reason: "It was not allowed." }

function isNotAllowed(body: ChatBody): boolean {
  const told = lastText(body)
  return told.includes("the user did not allow it") && !/^Task .*: done$/m.test(told)
}

function isToldOfRefusal(body: ChatBody): boolean {
  return lastText(body).includes("These calls were refused")
}

/** What a fused answer brings along. */
const ALONG: Readonly<Record<string, (isOver: boolean) => string>> = {
  phase_planner: () => "plan_tool_call",
  judge_tasks: (isOver) => (isOver ? "summarizer" : "plan_tool_call"),
}

export const WRITE_NOTE = {
  tasks: [{ id: 1, tool: "write_file", arguments: { path: "note.md", content: "hello\n" }, depends_on: [] }],
}

export const LIST = { tasks: [{ id: 1, tool: "list_files", arguments: {}, depends_on: [] }] }

export const UNCLEAR = {
  ...ANALYSIS,
  clarification_needed: true,
  clarification_questions: ["In which language?"],
}

/** Asks once, and is content with any answer. */
export function unclearStory(): ServerScript {
  const clear = story({ plans: [LIST] })
  const unclear = story({ analysis: UNCLEAR, plans: [LIST] })
  return (body, n) => {
    const script = lastText(body).includes("The user answered:") || dueOf(body) !== "request_analyser" ? clear : unclear
    if (typeof script !== "function") throw new Error("A story is a function.")
    return script(body, n)
  }
}

/** The controls that were asked for, in order. */
export function asked(requests: readonly { readonly body: ChatBody }[]): string[] {
  return requests.map(({ body }) => dueOf(body))
}

function verdict(round: number, rounds: number): object {
  const isLast = round === rounds
  return {
    completed_tasks: [round],
    failed_tasks: [],
    phase_completed: isLast,
    evidence: [round],
    user_summary: "The work of this round was done.",
    next_action: isLast ? "end_phase" : "continue_phase",
  }
}

function dueOf(body: ChatBody): string {
  return /Due: (\w+)/.exec(lastText(body))?.[1] ?? ""
}

function lastText(body: ChatBody): string {
  return body.messages.at(-1)?.content ?? ""
}
