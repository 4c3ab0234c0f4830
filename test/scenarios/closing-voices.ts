import type { AnyStrategy } from "../../src/run/strategy.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall, type ScriptLine } from "../../src/testing/script-line.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

/* The same story in the words of each strategy: what is done, what is said of it at the end, how it is mended. */

export type Lines = Readonly<Record<string, ScriptLine>>

/** What the model says of the whole. */
export type Word = {
  readonly missing?: readonly string[]
  readonly settled?: readonly string[]
  readonly changes?: string
}

export type Voice = {
  readonly strategy: AnyStrategy
  /** How many calls work and word take. */
  readonly calls: number
  /** The strategy's own way to its end. */
  works(deeds: readonly ScriptCall[], word: Word): Lines
  /** The answer to what was reported, without any work. */
  settles(closing: number, word: Word): Lines
  /** A stage of closing in which something is done. */
  mends(closing: number, deeds: readonly ScriptCall[], word: Word): Lines
  /** Where the first stage of closing works. */
  readonly inClosing: string
}

/** What is asked for where nothing else is said. */
const TWO_FILES = "Write a.txt and b.txt."

export const TEXT = "This is how it stands."

const planOf = (deeds: readonly ScriptCall[]) =>
  plan(...deeds.map(({ call, input }) => task(call, input as Record<string, unknown>)))

const summarized = (word: Word) => ({ summarizer: summary(TEXT, word) })
const judged = (deeds: readonly ScriptCall[]) => complete(deeds.map((_, index) => index + 1))

export const byPhases: Voice = {
  strategy: phased,
  calls: 3,
  works: (deeds, word) => ({
    "analysis/try-1": say("request_analyser", analysis()),
    "phases/try-1": advance({ phase_planner: phases([phase(1)]), plan_tool_call: planOf(deeds) }),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: judged(deeds), ...summarized(word) }),
  }),
  settles: (closing, word) => ({ [`closing-${closing}/answer/try-1`]: advance(summarized(word)) }),
  mends: (closing, deeds, word) => ({
    [`closing-${closing}/answer/try-1`]: advance({ summarizer: summary("On it."), plan_tool_call: planOf(deeds) }),
    [`closing-${closing}/round-1/judge/try-1`]: advance({ judge_tasks: judged(deeds), ...summarized(word) }),
  }),
  inClosing: "closing-1/round-1",
}

const finished = (word: Word) => ({ think: thought(TEXT, { task_completed: true, ...word }) })

const byRounds: Voice = {
  strategy: rounds,
  calls: 2,
  works: (deeds, word) => ({
    "round-1/plan/try-1": advance({ plan_tool_call: { ...planOf(deeds), complexity: "simple" } }),
    "round-1/think/try-1": advance(finished(word)),
  }),
  settles: (closing, word) => ({ [`closing-${closing}/answer/try-1`]: advance(finished(word)) }),
  mends: (closing, deeds, word) => ({
    [`closing-${closing}/answer/try-1`]: advance({ think: thought("On it."), plan_tool_call: planOf(deeds) }),
    [`closing-${closing}/round-1/think/try-1`]: advance(finished(word)),
  }),
  inClosing: "closing-1/round-1",
}

const closed = (word: Word): ScriptCall => ({ call: "task_done", input: { summary: TEXT, ...word } })

function turns(place: string, deeds: readonly ScriptCall[], word: Word): Lines {
  const replies = [...(deeds.length > 0 ? [calls(deeds)] : []), closed(word)]
  return Object.fromEntries(replies.map((reply, index) => [`${place}turn-${index + 1}/reply`, reply]))
}

export const byTurns: Voice = {
  strategy: react,
  calls: 2,
  works: (deeds, word) => turns("", deeds, word),
  settles: (closing, word) => turns(`closing-${closing}/`, [], word),
  mends: (closing, deeds, word) => turns(`closing-${closing}/`, deeds, word),
  inClosing: "closing-1/turn-1",
}

export const VOICES: readonly Voice[] = [byPhases, byRounds, byTurns]

/** A phase's judge that gives it up. */
export const GIVEN_UP = advance({ judge_tasks: unfinished({ next_action: "end_phase" }) })

type More = Partial<Omit<Scenario, "name" | "model">>
export type Told = { readonly lines: Lines; readonly more?: More }

/** The same in each strategy, by its name. */
export function inEach(name: string, tell: (voice: Voice) => Told): Readonly<Record<string, Scenario>> {
  const told = VOICES.map((voice) => [voice.strategy.name, scripted(name, voice.strategy, tell(voice))] as const)
  return Object.fromEntries(told)
}

export function scripted(name: string, strategy: AnyStrategy, { lines, more = {} }: Told): Scenario {
  return {
    name: `closing, ${strategy.name}: ${name}`,
    request: TWO_FILES,
    model: () => keyedModel(lines),
    ...more,
    options: { strategy, ...more.options },
  }
}
