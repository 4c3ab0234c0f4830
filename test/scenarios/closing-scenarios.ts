import type { AnyStrategy } from "../../src/run/strategy.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { GIVEN_UP, type Lines, TEXT, VOICES, type Voice } from "./closing-voices.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

/* One scenario for each arrow of the gate, told in each strategy where it applies. */

const REQUEST = "Write a.txt and b.txt."
const write = (path: string, content = "x\n"): ScriptCall => ({ call: "write_file", input: { path, content } })
const [A, B] = [write("a.txt"), write("b.txt")]
const LOOK: ScriptCall = { call: "list_files", input: {} }
const ALL = { missing: [] }
const LACKS_B = { missing: ["b.txt is not written"] }

type More = Partial<Omit<Scenario, "name" | "model">>
type Told = { readonly lines: Lines; readonly more?: More }

/** The same in each strategy, by its name. */
function inEach(name: string, tell: (voice: Voice) => Told): Readonly<Record<string, Scenario>> {
  const told = VOICES.map((voice) => [voice.strategy.name, scripted(name, voice.strategy, tell(voice))] as const)
  return Object.fromEntries(told)
}

function scripted(name: string, strategy: AnyStrategy, { lines, more = {} }: Told): Scenario {
  return {
    name: `closing, ${strategy.name}: ${name}`,
    request: REQUEST,
    model: () => keyedModel(lines),
    ...more,
    options: { strategy, ...more.options },
  }
}

export const nothingMissing = inEach("nothing is missing", (voice) => ({ lines: voice.works([A, B], ALL) }))

export const mended = inEach("what is missing is mended", (voice) => ({
  lines: { ...voice.works([A], LACKS_B), ...voice.mends(1, [B], ALL) },
}))

/** The second closing does nothing: then it is over. */
export const neverMended = inEach("what is missing stays missing", (voice) => ({
  lines: { ...voice.works([A], LACKS_B), ...voice.mends(1, [LOOK], LACKS_B), ...voice.mends(2, [], LACKS_B) },
}))

const WISH = { missing: ["a nicer colour would be good"] }

export const perfectionist = inEach("an item that nobody asked for", (voice) => ({
  lines: { ...voice.works([A, B], WISH), ...voice.again(0, WISH) },
}))

export const reworded = inEach("an item that names its requirement when it is sent back", (voice) => ({
  lines: {
    ...voice.works([A], { missing: ["the second one"] }),
    ...voice.again(0, LACKS_B),
    ...voice.mends(1, [B], ALL),
  },
}))

const RING: ScriptCall = { call: "ring", input: { name: "noon" } }
const REFUSED = { missing: ["refused: ring the bell"] }

/** The judge of a phase can't call that complete; a model that leads is asked, for its last call did not succeed. */
const WHEN_REFUSED: Readonly<Record<string, Lines>> = {
  phased: {
    "closing-1/round-1/judge/try-1": GIVEN_UP,
    "closing-1/summarizer/try-1": advance({ summarizer: summary(TEXT, REFUSED) }),
  },
  react: { "closing-1/summarizer/try-1": { call: "task_done", input: { summary: TEXT, ...REFUSED } } },
}

function denied(...tasks: readonly string[]): NonNullable<Scenario["answers"]> {
  const no = { kind: "approval", decision: "deny", reason: "not at noon" } as const
  return Object.fromEntries(tasks.map((task) => [`${task}/approval`, no]))
}

export const refused = inEach("the user refuses what is missing", (voice) => ({
  lines: {
    ...voice.works([A], { missing: ["ring the bell"] }),
    ...voice.mends(1, [RING], REFUSED),
    ...WHEN_REFUSED[voice.strategy.name],
  },
  more: {
    request: "Write a.txt and ring the bell.",
    answers: denied(`${voice.inClosing}/task-1`, `${voice.inClosing}/task-2`),
    options: { approve: "edits" },
  },
}))

const LACKS_BELL = { missing: ["ring the bell"] }

export const refusedBefore = inEach("what the user refused is tried again", (voice) => ({
  lines: {
    ...voice.works([A, RING], LACKS_BELL),
    ...(voice.strategy.name === "react" ? voice.asked(0, LACKS_BELL) : {}),
    ...voice.mends(1, [RING], REFUSED),
    ...WHEN_REFUSED[voice.strategy.name],
  },
  more: {
    request: "Write a.txt and ring the bell.",
    answers: denied(...["phase-1/round-1", "round-1", "turn-1"].map((place) => `${place}/task-2`)),
    options: { approve: "edits" },
  },
}))

export const changedWhenAsked = inEach("nothing was changed; asked, it is missing and made", (voice) => ({
  lines: {
    ...voice.works([LOOK], ALL),
    ...voice.asked(0, { missing: ["a.txt and b.txt"] }),
    ...voice.mends(1, [A, B], ALL),
  },
}))

export const nothingToChange = inEach("nothing was changed, and nothing had to be", (voice) => ({
  lines: { ...voice.works([LOOK], ALL), ...voice.asked(0, { nothing_to_change: "both are there", missing: [] }) },
  more: { files: { "a.txt": "x\n", "b.txt": "x\n" } },
}))

export const nothingChanged = inEach("nothing was changed, whatever it is told", (voice) => ({
  lines: {
    ...voice.works([LOOK], ALL),
    ...voice.asked(0, ALL),
    ...voice.mends(1, [], ALL),
    ...voice.asked(1, ALL),
  },
}))

/** The check says what the file `said` holds and ends as `code` does. */
const CHECKS = { test: "cat said; exit $(cat code)" }
const RED = { said: "FAILED tests/test_old.py::test_old - no\n1 failed, 3 passed in 0.1s\n", code: "1" }
const GREEN = [write("said", "4 passed in 0.1s\n"), write("code", "0")]

export const redBefore = inEach("a check that was red before and is none of its business", (voice) => ({
  lines: voice.works([A, B], ALL),
  more: { files: RED, options: { checks: CHECKS, verify: "end" } },
}))

const FIX = { request: "Write a.txt and make the test pass.", files: RED }

export const redMended = inEach("a red check that the request names is mended", (voice) => ({
  lines: { ...voice.works([A], ALL), ...voice.mends(1, GREEN, ALL) },
  more: { ...FIX, options: { checks: CHECKS, verify: "end" } },
}))

/** What the summary at a failed end is asked by. */
const SUMMED_UP: Lines = {
  "end-1/summarizer/try-1": advance({ summarizer: summary("It is red.") }),
  "end-1/summary/try-1": "It is red.",
}

export const redToTheEnd = inEach("a red check that the request names stays red", (voice) => ({
  lines: { ...voice.works([A], ALL), ...voice.mends(1, [], ALL), ...SUMMED_UP },
  more: { ...FIX, options: { checks: CHECKS, verify: "end" } },
}))

/** It fails once on the tree that it passes on the next time. */
export const flaky = inEach("a check that fails now and then", (voice) => ({
  lines: voice.works([A, B], ALL),
  more: {
    options: {
      verify: "end",
      checks: {
        races: "test -e a.txt || exit 0; test -e seen && exit 0; touch seen; echo 'FAILED t/a.py::test_race'; exit 1",
      },
    },
  },
}))

/** Never anything but words, however it is asked. */
function mute(key: string): Lines {
  return Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${key}/try-${index + 1}`, "Words, only words."]))
}

const PHASES = { "analysis/try-1": say("request_analyser", analysis()) }
/** Files, not bells: how a bell rang is not known after a crash, and that is another story. */
const fileOf = (name: string) => task("write_file", { path: `${name}.txt`, content: "x\n" })
const filePlan = (name: string) => ({ plan_tool_call: plan(fileOf(name)) })
const PLANNED = {
  ...PHASES,
  "phases/try-1": advance({ phase_planner: phases([phase(1)]), ...filePlan("a") }),
}

/** What a word that can't be had is asked for by; in a loop the last call has to have failed. */
const WITHOUT_WORD: Readonly<Record<string, Lines>> = {
  phased: {
    ...PLANNED,
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
    ...mute("closing-0/summarizer"),
    "end-1/summarizer/try-1": "Words.",
  },
  rounds: {
    "round-1/plan/try-1": advance(filePlan("a")),
    "round-1/think/try-1": advance({ think: thought("Not yet.") }),
    ...mute("closing-0/think"),
  },
  react: {
    "turn-1/reply": A,
    "turn-2/reply": { call: "read_file", input: { path: "nowhere.txt" } },
    "turn-3/reply": "It is written.",
    ...mute("closing-0/summarizer"),
  },
}

export const withoutWord = inEach("a word that can't be had", ({ strategy }) => ({
  lines: { ...WITHOUT_WORD[strategy.name], ...mute("end-1/summarizer"), "end-1/summary/try-1": "How it stands." },
  more: { options: { limits: { max_rounds: 1 } } },
}))

export const provenWithoutWord = inEach("a word that can't be had, and green checks", ({ strategy }) => ({
  lines: { ...WITHOUT_WORD[strategy.name], ...mute("end-1/summarizer"), "end-1/summary/try-1": "How it stands." },
  more: { options: { limits: { max_rounds: 1 }, checks: { test: "true" }, verify: "end" } },
}))

/* Parts */

const TWO = phases([phase(1, { name: "Look around" }), phase(2, { dependencies: [1] })])

/** The first phase has its one round and is not complete; the second does the work. */
export const forcedPart = scripted("a part ends by force, and what follows it starts", phased, {
  lines: {
    ...PHASES,
    "phases/try-1": advance({ phase_planner: TWO, ...filePlan("one") }),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: unfinished() }),
    "phase-2/round-1/plan/try-1": advance({ plan_tool_call: plan(fileOf("a")) }),
    "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Not asked for yet.") }),
    "closing-0/summarizer-2/try-1": advance({ summarizer: summary(TEXT, ALL) }),
  },
  more: { options: { limits: { max_rounds: 1 } } },
})

/** The first word says nothing of the part. */
export const silentOnPart = scripted("a part that ended by force is not spoken of", phased, {
  lines: {
    ...PHASES,
    "phases/try-1": advance({ phase_planner: phases([phase(1)]), ...filePlan("one") }),
    "phase-1/round-1/judge/try-1": advance({
      judge_tasks: unfinished({ user_summary: "One file is there.\nThe other is not." }),
    }),
    "closing-0/summarizer-2/try-1": advance({ summarizer: summary("All is well.", { missing: undefined }) }),
    "closing-0/again/summarizer-2/try-1": advance({ summarizer: summary("All is well.", { missing: undefined }) }),
    ...mute("end-1/summarizer"),
  },
  more: { options: { limits: { max_rounds: 1 } } },
})

const goesOn = (name: string) => advance({ judge_tasks: unfinished(), ...filePlan(name) })

export const extendedPhase = scripted("a phase goes on while it brings something new", phased, {
  lines: {
    ...PLANNED,
    "phase-1/round-1/judge/try-1": goesOn("two"),
    "phase-1/round-2/judge/try-1": goesOn("three"),
    "phase-1/round-3/judge/try-1": goesOn("four"),
    "phase-1/round-4/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary(TEXT, ALL) }),
  },
})

const look = { plan_tool_call: plan(task("list_files", {})) }

export const unextendedPhase = scripted("a phase that brings nothing new ends", phased, {
  lines: {
    ...PLANNED,
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: unfinished(), ...look }),
    "phase-1/round-2/judge/try-1": advance({ judge_tasks: unfinished(), ...look }),
    "phase-1/round-3/judge/try-1": advance({ judge_tasks: unfinished() }),
    "closing-0/summarizer-2/try-1": advance({ summarizer: summary(TEXT, ALL) }),
  },
})

const thinks = (name: string) => advance({ think: thought("More to do."), ...filePlan(name) })
const FIRST = { "round-1/plan/try-1": advance({ plan_tool_call: { ...plan(fileOf("one")), complexity: "simple" } }) }

export const extendedRounds = scripted("rounds go on while they bring something new", rounds, {
  lines: {
    ...FIRST,
    "round-1/think/try-1": thinks("two"),
    "round-2/think/try-1": thinks("three"),
    "round-3/think/try-1": advance({ think: thought(TEXT, { task_completed: true }) }),
  },
})

export const unextendedRounds = scripted("rounds that bring nothing new end", rounds, {
  lines: {
    "round-1/plan/try-1": advance({
      plan_tool_call: { ...plan(fileOf("one"), task("list_files", {})), complexity: "simple" },
    }),
    "round-1/think/try-1": advance({ think: thought("More to do."), ...look }),
    "round-2/think/try-1": advance({ think: thought("More to do.") }),
    "closing-0/think/try-1": advance({ think: thought(TEXT, { task_completed: true }) }),
  },
})

/* Controls that can't be had */

const OVER: Lines = {
  "over/turn-1/reply": B,
  "over/turn-2/reply": { call: "task_done", input: { summary: TEXT } },
  // A phase that was under way is asked about.
  "over/closing-0/summarizer/try-1": say("task_done", { summary: "Both are written.", missing: [] }),
}

function goneOver(control: string, strategy: AnyStrategy, lines: Lines): Scenario {
  return scripted(`${control} can't be had`, strategy, { lines: { ...lines, ...OVER } })
}

export const MISSED: readonly (readonly [string, Scenario])[] = [
  ["request_analyser", goneOver("the analysis", phased, mute("analysis"))],
  ["phase_planner", goneOver("a plan of phases", phased, { ...PHASES, ...mute("phases") })],
  [
    "plan_tool_call",
    goneOver("a plan", phased, {
      ...PHASES,
      "phases/try-1": advance({ phase_planner: phases([phase(1)]) }),
      ...mute("phase-1/round-1/plan"),
    }),
  ],
  ["judge_tasks", goneOver("a judge", phased, { ...PLANNED, ...mute("phase-1/round-1/judge") })],
  ["plan_tool_call", goneOver("a plan", rounds, mute("round-1/plan"))],
  ["think", goneOver("a thought", rounds, { ...FIRST, ...mute("round-1/think") })],
]

const IN_EACH = [
  nothingMissing,
  mended,
  neverMended,
  perfectionist,
  reworded,
  refused,
  refusedBefore,
  changedWhenAsked,
  nothingToChange,
  nothingChanged,
  redBefore,
  redMended,
  redToTheEnd,
  withoutWord,
  provenWithoutWord,
]

/** For the crash matrix; a check that fails now and then tells another story each time. */
export const CLOSING_SCENARIOS: readonly Scenario[] = [
  ...IN_EACH.flatMap((scenarios) => Object.values(scenarios)),
  forcedPart,
  silentOnPart,
  extendedPhase,
  unextendedPhase,
  extendedRounds,
  unextendedRounds,
  ...MISSED.map(([, scenario]) => scenario),
]
