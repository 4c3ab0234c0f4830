import { phased } from "../../src/strategies/phased/phased.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { inEach, type Lines, scripted, type Told, VOICES, type Voice } from "./closing-voices.ts"
import { advance, analysis, phase, phases, plan, say, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"
import { BREAK, GREEN, hanging, MEND_OLD, MEND_SUM, RED, SUITE, suite, WORK } from "./suite.ts"
import { writing } from "./undo-place.ts"

/* What a red check means by what it says of the folder without the run's changes: one scenario for each case, told in each strategy. */

export const ALL = { missing: [] }

/** In a folder that is kept as it was, with the suite as its check. */
export function kept(name: string, files: Scenario["files"], lines: (voice: Voice) => Lines, more: Told["more"] = {}) {
  const options = { checks: { test: SUITE }, verify: "end", ...more.options } as const
  return inEach(name, (voice) => ({
    lines: lines(voice),
    more: { request: "Work on the modules.", files: files ?? {}, keeps: true, ...more, options },
  }))
}

export const asBefore = kept("red before and after", RED, ({ works }) => works([WORK], ALL))

export const worse = kept("red before, worse after", RED, ({ works, settles }) => ({
  ...works([BREAK], ALL),
  ...settles(1, ALL),
}))

export const worseAndMended = kept("red before, worse after, mended as far as it is its own", RED, (voice) => ({
  ...voice.works([BREAK], ALL),
  ...voice.mends(1, [MEND_SUM], ALL),
}))

export const brokenAndMended = kept("green before, red after, mended", GREEN, (voice) => ({
  ...voice.works([BREAK], ALL),
  ...voice.mends(1, [MEND_SUM], ALL),
}))

export const brokenToTheEnd = kept("green before, red after, not mendable", GREEN, (voice) => ({
  ...voice.works([BREAK], ALL),
  ...voice.mends(1, [writing("src/sum.py", "broken in another way\n")], ALL),
  ...voice.settles(2, ALL),
}))

/* A check that does not come to its end */

export const hangsByItself = kept(
  "the run makes the check hang",
  GREEN,
  ({ works, settles }) => ({ ...works([writing("src/sum.py", "hangs\n")], ALL), ...settles(1, ALL) }),
  hanging("sum"),
)

export const hungBefore = kept(
  "the check hangs with the change and without",
  { ...GREEN, "src/sum.py": "hangs\n" },
  ({ works }) => works([WORK], ALL),
  hanging("sum"),
)

/* What must become green, by the analysis or the first plan */

/** The same word of the strategies that plan. */
function demanding(
  name: string,
  lines: (voice: Voice) => Lines,
  { files = RED, check = SUITE } = {},
): Readonly<Record<string, Scenario>> {
  const told = VOICES.filter(({ strategy }) => strategy !== VOICES.at(-1)?.strategy).map((voice) => {
    const demand = { must_pass: ["tests/test_old.py"] }
    const own = lines(voice)
    const first: Lines =
      voice.strategy === phased
        ? { "analysis/try-1": say("request_analyser", analysis(demand)) }
        : { "round-1/plan/try-1": advance({ plan_tool_call: { ...planIn(own), ...demand } }) }
    const options = { checks: { test: check }, verify: "end" } as const
    const more = { request: "Work on the modules.", files, keeps: true, options } as const
    return [voice.strategy.name, scripted(name, voice.strategy, { lines: { ...own, ...first }, more })] as const
  })
  return Object.fromEntries(told)
}

function planIn(lines: Lines): object {
  const line = lines["round-1/plan/try-1"] as { readonly input: { readonly plan_tool_call: object } }
  return line.input.plan_tool_call
}

export const mustPassMet = demanding("what must pass is red, and mended when it is told", (voice) => ({
  ...voice.works([WORK], ALL),
  ...voice.mends(1, [MEND_OLD], ALL),
}))

export const mustPassNotMet = demanding("what must pass stays red as before", ({ works, settles }) => ({
  ...works([WORK], ALL),
  ...settles(1, ALL),
}))

export const mustPassTakenBack = demanding("what must pass is taken back with a reason", ({ works, settles }) => ({
  ...works([WORK], ALL),
  ...settles(1, { ...ALL, settled: ["a: it needs a server that is not here"] }),
}))

/** All tests pass; what comes after them does not, and did not before. */
const RED_AFTERWARDS = `(${SUITE}) && echo "package.json is not as the template has it" && exit 1`

export const mustPassAllTests = demanding(
  "what must pass is taken back: only what follows the tests is red, as before",
  ({ works, settles }) => ({
    ...works([WORK], ALL),
    ...settles(1, { ...ALL, settled: ["a: the template is nobody's wish, and all tests pass"] }),
  }),
  { files: GREEN, check: RED_AFTERWARDS },
)

/* Where the base stands */

const INSTALLED = suite("$(cat installed.pth)")

export const editableInstall = kept(
  "an editable install names the workspace by its path",
  { ...GREEN, "installed.pth": "{{workspace}}/src\n" },
  ({ works, settles }) => ({ ...works([BREAK], ALL), ...settles(1, ALL) }),
  { options: { checks: { test: INSTALLED } } },
)

const BUILT = { ...GREEN, ".gitignore": "dist/\n" }
const ON_BUILT = { options: { checks: { test: suite("dist") } } }
const built = (content: string) => [writing("dist/sum.py", content), writing("dist/old.py", "works\n"), WORK]

export const builtRed = kept(
  "output that the run built is red, and missing on the base",
  BUILT,
  ({ works, settles }) => ({
    ...works(built("broken\n"), ALL),
    ...settles(1, { ...ALL, settled: ["a: nothing was built before"] }),
  }),
  ON_BUILT,
)

export const builtGreen = kept(
  "output that the run built is green",
  BUILT,
  ({ works }) => works(built("works\n"), ALL),
  ON_BUILT,
)

/* A judge that says no to the end, whatever was done */

const NO = { judge_tasks: unfinished({ user_summary: "It is not what was asked for." }) }
const file = (name: string) => ({ plan_tool_call: plan(task("write_file", { path: name, content: "x\n" })) })

export const judgeSaysNo = scripted("a judge says no to the end", phased, {
  lines: {
    "analysis/try-1": say("request_analyser", analysis()),
    "phases/try-1": advance({ phase_planner: phases([phase(1)]), ...file("a.txt") }),
    "phase-1/round-1/judge/try-1": advance(NO),
    "closing-1/answer/try-1": advance({ summarizer: { final_summary: "On it.", missing: [] }, ...file("b.txt") }),
    "closing-1/round-1/judge/try-1": advance(NO),
    "closing-1/round-2/plan/try-1": advance(file("c.txt")),
    "closing-1/round-2/judge/try-1": advance(NO),
    "closing-1/round-3/plan/try-1": advance(file("d.txt")),
    "closing-1/round-3/judge/try-1": advance(NO),
    "closing-2/answer/try-1": advance({ summarizer: { final_summary: "It is done.", missing: [] } }),
    "closing-2/summarizer/try-1": advance({ summarizer: { final_summary: "It is done.", missing: [] } }),
    "end-1/summarizer/try-1": advance({ summarizer: { final_summary: "It is done.", missing: [] } }),
  },
  more: { options: { limits: { max_rounds: 1 } } },
})

/** No thought ever calls it done. */
export const neverCompleted = scripted("no thought calls it done", rounds, {
  lines: {
    "round-1/plan/try-1": advance({ plan_tool_call: { ...file("a.txt").plan_tool_call, complexity: "simple" } }),
    "round-1/think/try-1": advance({ think: thought("Not yet.") }),
    "closing-0/think/try-1": advance({ think: thought("Not yet.", { missing: ["b.txt is not written"] }) }),
    "closing-1/answer/try-1": advance({ think: thought("Not yet.", { missing: ["b.txt is not written"] }) }),
  },
  more: { options: { limits: { max_rounds: 1 } } },
})

export const AGAINST_BASE_SCENARIOS: readonly Scenario[] = [
  ...[asBefore, worse, worseAndMended, brokenAndMended, brokenToTheEnd, hangsByItself, hungBefore],
  ...[mustPassMet, mustPassNotMet, mustPassTakenBack, mustPassAllTests, editableInstall, builtRed, builtGreen],
]
  .flatMap((scenarios) => Object.values(scenarios))
  .concat(judgeSaysNo, neverCompleted)
