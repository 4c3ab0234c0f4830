import { askOrGoOn } from "../../run/extension/ask-or-go-on.ts"
import type { Part, Standing } from "../../run/extension/part.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Turn, Turns } from "../../run/tool-loop/turn.ts"
import { redNames } from "../../run/verification/check-report.ts"
import type { StepwiseControls } from "./controls.ts"
import type { StepEnd } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import type { Signal } from "./signals.ts"
import { type StepSaid, signalOf, stepResult } from "./step-result.ts"
import { list, say } from "./words.ts"
import { askOrGiveUp, hear, type StepHeard } from "./work-on-step.ts"

type Step = { readonly turns: Turns; readonly said: StepSaid; readonly panel: StepwiseControls["panel"] }

/**
 * A step as a part of the run.
 *
 *   ┌▶ model ─▶ tools ─┐ ─▶ done, by its own word; checks only inform
 *   └──────────────────┘ ─▶ replan, or blocked (a question is asked first); in circles: another plan
 *                        ─▶ no word in its time ─▶ forced
 */
export function stepPart(here: RunContext, step: Step, waiting: () => number): Part<StepEnd> {
  const state = { questions: 0, isTold: false }
  const { turns, said, panel } = step
  const take = (heard: StepHeard & { signal: Signal }) => takeSignal(here, turns, state, heard)
  return {
    turns,
    waiting,
    due: prompts.RESULT_DUE,
    hear: async (turn) => {
      const { signal, outcomes } = hear(turn.end)
      const { continues } = said
      said.continues = false
      if (signal) return take({ signal, outcomes })
      return inCircles(turn) ?? (continues ? { kind: "continues" } : reminded(turns, state, turn))
    },
    ask: async (place, name) => {
      const question = { control: stepResult, panel, conversation: turns.conversation, prompt: prompts.RESULT_ASKED }
      const result = await askOrGoOn(place, name, question)
      if (!result) return { kind: "open" }
      const signal = signalOf(result)
      if (signal) return take({ signal, outcomes: [] })
      turns.conversation.tell(prompts.GO_ON)
      return { kind: "continues" }
    },
  }
}

type State = { questions: number; isTold: boolean }

function inCircles({ advice }: Turn): Standing<StepEnd> | undefined {
  if (advice?.level === "replan") return ended("incomplete", advice.reason)
  // No further plan: there was one.
  return advice?.level === "fail" ? ended("forced", advice.reason) : undefined
}

function reminded({ conversation }: Turns, state: State, { end }: Turn): Standing<never> {
  if (end.kind === "said" && !state.isTold) {
    state.isTold = true
    conversation.tell(prompts.RESULT_LACKS)
  }
  return { kind: "open" }
}

async function takeSignal(
  here: RunContext,
  turns: Turns,
  state: State,
  { signal: { kind, text }, outcomes }: StepHeard & { signal: Signal },
): Promise<Standing<StepEnd>> {
  const { language } = here.environment
  const reason = text || say(language, "no_reason")
  if (kind === "replan") return ended("incomplete", reason)
  if (kind === "step_blocked") {
    const end = await askOrGiveUp(here, turns, state, reason)
    return end === "go on" ? { kind: "answered" } : { kind: "ended", end }
  }
  const undone = outcomes.filter(({ status }) => status !== "done")
  if (undone.length === 0) return ended("done", await withChecks(here, text || say(language, "no_result")))
  turns.conversation.tell(prompts.tooEarly(undone))
  return { kind: "answered" }
}

/** Checks that fail in the middle are facts for whoever comes next; at the end they decide. */
async function withChecks(here: RunContext, result: string): Promise<string> {
  if (here.changed.length === 0) return result
  const failing = redNames(await here.at("claim").verify("phase"))
  if (failing.length === 0) return result
  const { language } = here.environment
  return `${result} (${say(language, "checks_now", list(language, failing))})`
}

function ended(status: StepEnd["status"], summary: string): Standing<StepEnd> {
  return { kind: "ended", end: { status, summary } }
}
