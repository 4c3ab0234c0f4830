import type { AnyStrategy } from "../../src/run/strategy.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { calls, type ScriptCall } from "../../src/testing/script-line.ts"
import { byPhases, GIVEN_UP, inEach, type Lines, scripted, TEXT } from "./closing-voices.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

/* One scenario for each arrow of the gate, told in each strategy where it applies. */

const write = (path: string, content = "x\n"): ScriptCall => ({ call: "write_file", input: { path, content } })
const [A, B] = [write("a.txt"), write("b.txt")]
const LOOK: ScriptCall = { call: "list_files", input: {} }
const ALL = { missing: [] }
const LACKS_B = { missing: ["b.txt is not written"] }

export const nothingMissing = inEach("nothing is missing", (voice) => ({ lines: voice.works([A, B], ALL) }))

export const mended = inEach("what is missing is mended", (voice) => ({
  lines: { ...voice.works([A], LACKS_B), ...voice.mends(1, [B], ALL) },
}))

/** The first closing does nothing: then it is over. */
export const neverMended = inEach("what is missing stays missing", (voice) => ({
  lines: { ...voice.works([A], LACKS_B), ...voice.mends(1, [LOOK], LACKS_B) },
}))

/** A change leaves it as it was: it is reported once more, and then no more. */
export const leftAsItWas = inEach("what is missing is missing after a change, too", (voice) => ({
  lines: {
    ...voice.works([A], LACKS_B),
    ...voice.mends(1, [write("c.txt")], LACKS_B),
    ...voice.mends(2, [write("d.txt")], LACKS_B),
  },
}))

export const perfectionist = inEach("an item that nobody asked for", (voice) => ({
  lines: voice.works([A, B], { missing: ["a nicer colour would be good"] }),
}))

const RING: ScriptCall = { call: "ring", input: { name: "noon" } }
const REFUSED = { missing: ["refused: ring the bell"] }

/** The judge of a phase can't call that complete. */
const WHEN_REFUSED: Readonly<Record<string, Lines>> = {
  phased: {
    "closing-1/round-1/judge/try-1": GIVEN_UP,
    "closing-1/summarizer/try-1": advance({ summarizer: summary(TEXT, REFUSED) }),
  },
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
    ...voice.mends(1, [RING], REFUSED),
    ...WHEN_REFUSED[voice.strategy.name],
  },
  more: {
    request: "Write a.txt and ring the bell.",
    answers: denied(...["phase-1/round-1", "round-1", "turn-1"].map((place) => `${place}/task-2`)),
    options: { approve: "edits" },
  },
}))

export const changedWhenAsked = inEach("nothing was changed; told, it is made", (voice) => ({
  lines: { ...voice.works([LOOK], ALL), ...voice.mends(1, [A, B], ALL) },
}))

const BOTH = { "a.txt": "x\n", "b.txt": "x\n" }

export const nothingToChange = inEach("nothing was changed, and nothing had to be", (voice) => ({
  lines: { ...voice.works([LOOK], ALL), ...voice.settles(1, { settled: ["a: both are there"] }) },
  more: { files: BOTH },
}))

export const nothingChanged = inEach("nothing was changed, and nobody says why", (voice) => ({
  lines: { ...voice.works([LOOK], ALL), ...voice.settles(1, ALL) },
}))

/** A summary of what is there wants nothing changed, and is written once. */
export const onlyWords = inEach("nothing was changed, and only words were wanted", (voice) => ({
  lines: voice.works([LOOK], {}),
  more: { request: "总结 a.txt 的要点", files: BOTH },
}))

/** The check says what the file `said` holds and ends as `code` does. */
const CHECKS = { test: "cat said; exit $(cat code)" }
const RED = { said: "FAILED tests/test_old.py::test_old - no\n1 failed, 3 passed in 0.1s\n", code: "1" }
const GREEN = [write("said", "4 passed in 0.1s\n"), write("code", "0")]

export const redBefore = inEach("a check that was red before and is none of its business", (voice) => ({
  lines: voice.works([A, B], ALL),
  more: { files: RED, keeps: true, options: { checks: CHECKS, verify: "end" } },
}))

const FIX = { request: "Write a.txt and make test_old pass.", files: RED }

export const redMended = inEach("a red check that the request names is mended", (voice) => ({
  lines: { ...voice.works([A], ALL), ...voice.mends(1, GREEN, ALL) },
  more: { ...FIX, options: { checks: CHECKS, verify: "end" } },
}))

export const redToTheEnd = inEach("a red check that the request names stays red", (voice) => ({
  lines: { ...voice.works([A], ALL), ...voice.settles(1, ALL) },
  more: { ...FIX, options: { checks: CHECKS, verify: "end" } },
}))

/** There is no base to compare with: nobody knows whose failure it is. */
export const redForAReason = inEach("a red check that can't be compared, and a reason", (voice) => ({
  lines: { ...voice.works([A, B], ALL), ...voice.settles(1, { settled: ["a: it was red before"] }) },
  more: { files: RED, options: { checks: CHECKS, verify: "end" } },
}))

export const redAsAsked = inEach("a red check that the request asks for", (voice) => ({
  lines: { ...voice.works([A], ALL), ...voice.settles(1, { settled: ['a: "write a test that fails" was asked for'] }) },
  more: { ...FIX, request: "Write a.txt and write a test that fails.", options: { checks: CHECKS, verify: "end" } },
}))

const failing = (...names: readonly string[]) =>
  write("said", `${names.map((name) => `FAILED tests/test_old.py::${name} - no`).join("\n")}\n1 failed in 0.1s\n`)
const [ONE, TWO_LEFT] = [failing("one"), failing("one", "two")]

export const smallerEachTime = inEach("a finding that a change makes smaller is told again", (voice) => ({
  lines: {
    ...voice.works([A, failing("one", "two", "three")], ALL),
    ...voice.mends(1, [TWO_LEFT], ALL),
    ...voice.mends(2, [ONE], ALL),
    ...voice.mends(3, GREEN, ALL),
  },
  more: { ...FIX, options: { checks: CHECKS, verify: "end" } },
}))

const TEN = Array.from({ length: 10 }, (_, index) => `t${index}`)

export const eightClosings = inEach("a finding that gets smaller for ever", (voice) => ({
  lines: Object.assign(
    {},
    voice.works([A, failing(...TEN)], ALL),
    ...TEN.slice(1).map((_, index) => voice.mends(index + 1, [failing(...TEN.slice(index + 1))], ALL)),
  ),
  more: { ...FIX, keeps: true, options: { checks: CHECKS, verify: "end" } },
}))

/** It fails once on the tree that it passes on the next time. */
export const flaky = inEach("a check that fails now and then", (voice) => ({
  lines: voice.works([A, B], ALL),
  more: {
    keeps: true,
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

/** What a word that can't be had is asked for by. */
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
}

export const withoutWord = [phased, rounds].map((strategy) =>
  scripted("a word that can't be had", strategy, {
    lines: { ...WITHOUT_WORD[strategy.name], ...mute("end-1/summarizer"), "end-1/summary/try-1": "How it stands." },
    more: { options: { limits: { max_rounds: 1 } } },
  }),
)

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
    "closing-1/answer/try-1": advance({ summarizer: summary(TEXT, { ...ALL, settled: ["a: task 1"] }) }),
  },
  more: { options: { limits: { max_rounds: 1 } } },
})

const ONE_FORCED: Lines = {
  ...PHASES,
  "phases/try-1": advance({ phase_planner: phases([phase(1)]), ...filePlan("one") }),
  "phase-1/round-1/judge/try-1": advance({
    judge_tasks: unfinished({ user_summary: "One file is there.\nThe other is not." }),
  }),
}
const AT_ONCE = { more: { options: { limits: { max_rounds: 1 } } } }

export const madeGood = scripted("a part that ended by force is made good in a closing", phased, {
  lines: { ...ONE_FORCED, ...byPhases.mends(1, [B], ALL) },
  ...AT_ONCE,
})

export const onlyReason = scripted("a part that ended by force, and only a reason", phased, {
  lines: { ...ONE_FORCED, ...byPhases.settles(1, { ...ALL, settled: ["a: it is too large"] }) },
  ...AT_ONCE,
})

/** Neither an absent nor an empty `missing` closes it. */
export const silentOnPart = scripted("a part that ended by force is not spoken of", phased, {
  lines: { ...ONE_FORCED, ...byPhases.settles(1, ALL) },
  ...AT_ONCE,
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
    ...byPhases.settles(1, { ...ALL, settled: ["a: task 1"] }),
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

/* Items of a list */

const items = (...list: readonly (readonly [string, string])[]) => ({
  call: "todo_write",
  input: { todos: list.map(([content, status]) => ({ id: content, content, status })), merge: false },
})

/** The second item is taken off the list while it is open. */
const LOST: Lines = {
  "turn-1/reply": items(["write a", "in_progress"], ["write b", "pending"]),
  "turn-2/reply": calls([A, items(["write a", "completed"])]),
  "turn-3/reply": "All is done. [ANALYSIS_COMPLETE]",
}

export const lostItem = scripted("an item is taken off the list while it is open", todo, {
  lines: { ...LOST, "closing-1/turn-1/reply": { call: "task_done", input: { summary: TEXT, missing: [] } } },
})

export const lostItemShown = scripted("an item is taken off the list, and done", todo, {
  lines: {
    ...LOST,
    "closing-1/turn-1/reply": { call: "task_done", input: { summary: TEXT, settled: ["a: task 1"] } },
  },
})

export const bornDone = scripted("items are born completed before anything was done", todo, {
  lines: {
    "turn-1/reply": calls([items(["write a", "completed"], ["write b", "completed"]), A]),
    "turn-2/reply": "All is done. [ANALYSIS_COMPLETE]",
    "closing-1/turn-1/reply": { call: "task_done", input: { summary: TEXT, settled: ["a: task 2"] } },
  },
})

/** The last thought says nothing to the user: the plain call does. */
export const blankWords = scripted("the last words are blank", rounds, {
  lines: {
    "round-1/plan/try-1": advance({ plan_tool_call: { ...plan(fileOf("a"), fileOf("b")), complexity: "simple" } }),
    "round-1/think/try-1": advance({ think: { ...thought(" "), task_completed: true } }),
    "end-1/plain": "Both files are written.",
  },
})

/* Controls that can't be had */

const OVER: Lines = {
  "over/turn-1/reply": B,
  "over/turn-2/reply": { call: "task_done", input: { summary: TEXT } },
  // What was under way is asked about.
  "over/closing-1/turn-1/reply": {
    call: "task_done",
    input: { summary: "Both are written.", settled: ["a: task 1", "b: task 1"] },
  },
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
  leftAsItWas,
  perfectionist,
  refused,
  refusedBefore,
  changedWhenAsked,
  nothingToChange,
  nothingChanged,
  redBefore,
  redMended,
  redToTheEnd,
  redAsAsked,
  redForAReason,
  onlyWords,
  smallerEachTime,
  eightClosings,
]

/** For the crash matrix; a check that fails now and then tells another story each time. */
export const CLOSING_SCENARIOS: readonly Scenario[] = [
  ...IN_EACH.flatMap((scenarios) => Object.values(scenarios)),
  ...withoutWord,
  forcedPart,
  madeGood,
  onlyReason,
  silentOnPart,
  lostItem,
  lostItemShown,
  bornDone,
  blankWords,
  extendedPhase,
  unextendedPhase,
  extendedRounds,
  unextendedRounds,
  ...MISSED.map(([, scenario]) => scenario),
]
