import type { RunContext } from "../../run/run-context.ts"
import type { TaskOutcome } from "../../run/tasks/run-task.ts"
import { MAX_EMPTY_REPLIES } from "../../run/tool-loop/silence.ts"
import { type TurnEnd, type Turns, takeTurn } from "../../run/tool-loop/turn.ts"
import { failingNames } from "../../run/verification/check-report.ts"
import { notDone } from "../../run/verification/prompts.ts"
import type { StepEnd } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import { readSignal, type Signal } from "./signals.ts"
import { list, say } from "./words.ts"

/** What a step has used up so far. */
type Spent = { calls: number; idle: number; claims: number; questions: number; isTold: boolean }

/**
 * By the seed's own rules; see `stepPart` for the others.
 *
 *   ┌▶ model ─▶ tools ─┐ ─▶ step_done ─▶ checks, if the step changed something ─▶ done
 *   └──────────────────┘ ─▶ replan, or step_blocked (a question is asked first)
 *                        ─▶ calls used up and no last word; nothing said; in circles ─▶ failed
 */
export async function workOnStep(here: RunContext, turns: Turns): Promise<StepEnd> {
  const most = here.environment.limits.max_step_tool_calls
  const spent: Spent = { calls: 0, idle: 0, claims: 0, questions: 0, isTold: false }
  for (let turn = 1; ; turn++) {
    const isLastWord = spent.calls >= most
    const { end, advice } = await takeTurn(here, turn, turns, { left: most - spent.calls, of: most })
    const { outcomes, signal } = hear(end)
    spent.calls += outcomes.length
    spent.idle = outcomes.length > 0 || signal ? 0 : spent.idle + 1
    const answer = signal ? await take(here, turns, spent, { signal, outcomes }) : "go on"
    if (answer !== "go on") return answer
    if (isLastWord && !signal) return failed(say(here.environment.language, "out_of_calls", most))
    if (advice?.level === "fail") return failed(advice.reason)
    if (spent.idle === MAX_EMPTY_REPLIES) return failed(say(here.environment.language, "silent", spent.idle))
    remind(turns, spent, end, most)
  }
}

export type StepHeard = { readonly signal: Signal | undefined; readonly outcomes: readonly TaskOutcome[] }

/** What a turn says of its step. */
export function hear(end: TurnEnd): StepHeard {
  switch (end.kind) {
    case "said":
      return { signal: readSignal(end.text), outcomes: [] }
    case "closed":
    case "worked":
      return { signal: readSignal(end.text), outcomes: end.outcomes }
    case "empty":
      return { signal: undefined, outcomes: [] }
  }
}

type Given = { readonly signal: Signal; readonly outcomes: readonly TaskOutcome[] }

async function take(here: RunContext, turns: Turns, spent: Spent, given: Given): Promise<StepEnd | "go on"> {
  const { kind, text } = given.signal
  const reason = text || say(here.environment.language, "no_reason")
  switch (kind) {
    case "step_done":
      return confirmStep(here, turns, spent, given)
    case "replan":
      return { status: "incomplete", summary: reason }
    case "step_blocked":
      return askOrGiveUp(here, turns, spent, reason)
  }
}

/** The engine's record of failures and the project's checks outrank the model's word. */
async function confirmStep(here: RunContext, turns: Turns, spent: Spent, given: Given): Promise<StepEnd | "go on"> {
  const undone = given.outcomes.filter(({ status }) => status !== "done")
  if (undone.length > 0) {
    turns.conversation.tell(prompts.tooEarly(undone))
    return "go on"
  }
  const { language, limits } = here.environment
  const done: StepEnd = { status: "done", summary: given.signal.text || say(language, "no_result") }
  if (here.changed.length === 0) return done
  const claim = here.at(`claim-${++spent.claims}`)
  const report = await claim.verify("phase")
  if (report.status !== "failed") return done
  if (spent.claims > limits.max_replans || spent.calls >= limits.max_step_tool_calls)
    return failed(say(language, "checks", list(language, failingNames(report))))
  await claim.recover()
  turns.conversation.tell(notDone(report))
  return "go on"
}

/** A question goes to the user; what no answer helps is blocked. */
export async function askOrGiveUp(
  here: RunContext,
  turns: Turns,
  spent: Pick<Spent, "questions">,
  reason: string,
): Promise<StepEnd | "go on"> {
  const isQuestion = /[?？]["'”」]?\s*$/u.test(reason)
  if (!isQuestion || spent.questions >= here.environment.limits.clarification_rounds)
    return { status: "blocked", summary: reason }
  spent.questions += 1
  const answer = await here.clarify(`question-${spent.questions}`, [reason])
  turns.conversation.tell(prompts.answered(answer))
  return "go on"
}

function remind({ conversation }: Turns, spent: Spent, end: TurnEnd, most: number): void {
  if (spent.calls >= most) conversation.tell(prompts.lastWord(most))
  else if (end.kind === "said" && spent.idle > 0 && !spent.isTold) {
    spent.isTold = true
    conversation.tell(prompts.DUE)
  }
}

function failed(summary: string): StepEnd {
  return { status: "failed", summary }
}
