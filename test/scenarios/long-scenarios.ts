import { z } from "zod"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { reply, type ScriptLine } from "../../src/testing/script-line.ts"
import { type AnyTool, defineTool, ToolFailure } from "../../src/tools/tool.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Runs whose results would not fit into any context. */

/** Ten thousand tokens and more. */
const LINES = 1000

/** One line in the middle is worth finding. */
function longOutput(lines: number, round: number, part: number): string {
  return Array.from({ length: lines }, (_, index) =>
    index === lines / 2 ? `needle ${round}-${part}` : `round ${round} part ${part} line ${index + 1}: nothing to see`,
  ).join("\n")
}

/** Prints a lot; fails where told, with an error in the middle of it. */
function dump(lines: number): AnyTool {
  return defineTool({
    name: "dump",
    description: "Print a lot.",
    input: z.object({ name: z.string(), round: z.number(), part: z.number() }),
    access: "read",
    repeat: "safe",
    async execute({ name, round, part }) {
      const text = longOutput(lines, round, part)
      if (!name.startsWith("broken")) return text
      throw new ToolFailure(text.replace(`needle ${round}-${part}`, `TypeError: ${name}`))
    },
  })
}

/** A file that is there from the second try on. */
function flaky(): AnyTool {
  let tries = 0
  return defineTool({
    name: "flaky",
    description: "Fails once.",
    input: z.object({ path: z.string() }),
    access: "read",
    repeat: "safe",
    async execute() {
      tries += 1
      if (tries === 1) throw new ToolFailure("Error: not there yet")
      return "there"
    },
  })
}

const ROUNDS = 40
const PARTS = 5

function partsOf(round: number) {
  return Array.from({ length: PARTS }, (_, index) => {
    const isBroken = (round === 3 && index === 1) || (round === 21 && index === 4)
    return { name: `${isBroken ? "broken" : "part"}-${round}-${index + 1}`, round, part: index + 1 }
  })
}

function turnLine(round: number): ScriptLine {
  const dumps = partsOf(round).map((input) => ({ call: "dump", input }))
  const more = round === 5 || round === 6 ? [{ call: "flaky", input: { path: "late.txt" } }] : []
  const opens = round === 39 ? [{ call: "read_artifact", input: { id: "t2t4", lines: "500-502" } }] : []
  return round === 40
    ? reply({ calls: [{ call: "task_done", input: { summary: "Seen it all." } }] })
    : reply({ text: `Turn ${round}: on with it.`, calls: [...dumps, ...more, ...opens] })
}

export const LONG_REQUEST = "Look at everything. Requirement: never touch main.ts."

const ROOMY = { max_iterations: 200, max_model_calls: 200 }

/** Forty turns with two million tokens of results. */
export const longReact: Scenario = {
  name: "forty turns",
  request: LONG_REQUEST,
  model: () =>
    keyedModel({
      ...Object.fromEntries(
        Array.from({ length: ROUNDS }, (_, index) => [`turn-${index + 1}/reply`, turnLine(index + 1)]),
      ),
      // Where results are shorter its last call asks for lines that are not there.
      "closing-0/summarizer/try-1": turnLine(ROUNDS),
    }),
  options: { strategy: react, settings: { reflection: "off" }, tools: [dump(LINES), flaky()], limits: ROOMY },
}

export const PHASE_ROUNDS = 8

function roundPlan(round: number) {
  const dumps = partsOf(round).map((input) => task("dump", input))
  return plan(
    ...dumps,
    ...(round % PHASE_ROUNDS === 0 ? [task("read_artifact", { id: "p1r1t1", lines: "/needle/" })] : []),
  )
}

function roundLines(number: number): Record<string, ScriptLine | ScriptLine[]> {
  const phaseId = Math.ceil(number / PHASE_ROUNDS)
  const round = ((number - 1) % PHASE_ROUNDS) + 1
  const key = `phase-${phaseId}/round-${round}`
  const isLast = round === PHASE_ROUNDS
  const ruling = isLast ? complete([1]) : unfinished({ user_summary: `Round ${number} went as it should.` })
  return {
    [`${key}/plan/try-1`]: say("plan_tool_call", roundPlan(number)),
    [`${key}/judge/try-1`]: say(
      "judge_tasks",
      isLast ? { ...ruling, open: [`p${phaseId}r1t2:/needle/`, "request"] } : ruling,
    ),
    [`${key}/judge-2/try-1`]: say("judge_tasks", ruling),
  }
}

/** Five phases of eight rounds: forty plans, batches and rulings; small contexts, so that each phase must fold. */
export const longPhased: Scenario = {
  name: "forty rounds",
  request: LONG_REQUEST,
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis({ requirements: ["never touch main.ts"] })),
      "phases/try-1": say(
        "phase_planner",
        phases([1, 2, 3, 4, 5].map((id) => phase(id, { estimated_rounds: PHASE_ROUNDS }))),
      ),
      "end-1/summarizer/try-1": say("summarizer", summary()),
      ...Object.assign({}, ...Array.from({ length: ROUNDS }, (_, index) => roundLines(index + 1))),
    }),
  options: {
    literal: true,
    settings: { reflection: "off" },
    tools: [dump(LINES)],
    limits: { ...ROOMY, compact_at_tokens: 24_000 },
  },
}

/** A short phase and a long one that goes on in its conversation, until that has to fold. */
export const longShared: Scenario = {
  ...longPhased,
  name: "a long phase after a short one",
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis({ requirements: ["never touch main.ts"] })),
      "phases/try-1": say(
        "phase_planner",
        phases([phase(1), phase(2, { estimated_rounds: PHASE_ROUNDS, goal: "see the rest" })]),
      ),
      "phase-1/round-1/plan/try-1": say("plan_tool_call", roundPlan(1)),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      ...Object.assign({}, ...Array.from({ length: PHASE_ROUNDS }, (_, index) => roundLines(PHASE_ROUNDS + index + 1))),
      "end-1/summarizer/try-1": say("summarizer", summary()),
    }),
}

const FIRST_PLAN = plan(task("dump", { name: "part-1", round: 1, part: 1 }))

/** A judge that looks before it rules; what came along with its question is not used. */
export const openedByJudge: Scenario = {
  name: "opened by the judge",
  request: LONG_REQUEST,
  model: () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": advance({ phase_planner: phases([phase(1)]), plan_tool_call: FIRST_PLAN }),
      "phase-1/round-1/judge/try-1": advance({
        judge_tasks: { ...complete([1]), open: ["p1r1t1:/needle/", "p9r9t9", "request:1", "p1r1t1:1-2"] },
        summarizer: summary("Too early."),
      }),
      "phase-1/round-1/judge-2/try-1": advance({
        judge_tasks: { ...complete([1]), open: ["p1r1t1:3-4"] },
        summarizer: summary("Seen, then ruled."),
      }),
    }),
  options: { settings: { reflection: "off" }, tools: [dump(200)] },
}

/** The same with results that are only just too long for a context: quicker, and nothing in it fails once only. */
export function shorter(scenario: Scenario): Scenario {
  return { ...scenario, options: { ...scenario.options, tools: [dump(150), steady] } }
}

const steady: AnyTool = { ...flaky(), execute: async () => "there" } as AnyTool
