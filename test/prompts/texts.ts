import type { PhasePlan } from "../../src/protocol/log/control.ts"
import * as context from "../../src/run/context/prompts.ts"
import type { ShownOutcome } from "../../src/run/context/show-results.ts"
import type { GateFinding } from "../../src/run/finish/gate/findings.ts"
import * as finish from "../../src/run/finish/gate/prompts.ts"
import * as life from "../../src/run/lifecycle/prompts.ts"
import * as questions from "../../src/run/questions/review-prompts.ts"
import * as reflection from "../../src/run/reflection/prompts.ts"
import type { Finding } from "../../src/run/reflection/turn-record.ts"
import * as turns from "../../src/run/tool-loop/prompts.ts"
import type { Unknown } from "../../src/run/verification/base/compare.ts"
import type { CheckReport, CheckResult } from "../../src/run/verification/check-report.ts"
import * as verification from "../../src/run/verification/prompts.ts"
import * as auto from "../../src/strategies/auto/prompts.ts"
import * as phased from "../../src/strategies/phased/prompts.ts"
import * as rounds from "../../src/strategies/rounds/prompts.ts"
import * as stepwise from "../../src/strategies/stepwise/prompts.ts"
import * as tasks from "../../src/strategies/tasks/prompts.ts"
import * as todo from "../../src/strategies/todo/prompts.ts"
import type { OpenPart } from "../../src/view/open-parts.ts"
import { run } from "../support/reflection-fixture.ts"

/** What a module of prompts can say: each of its exports with its texts. */
export type Texts = {
  readonly module: Readonly<Record<string, unknown>>
  readonly said: Readonly<Record<string, readonly string[]>>
}

const check = (more: Partial<CheckResult>): CheckResult => ({
  ...{ name: "test", command: "npm test", status: "failed", ms: 1800, exit: 1, failing: ["a.test.js > adds"] },
  ...{ failures: [{ name: "a.test.js > adds", files: [] }], cached: false, on: "tree", ...more },
})
const report = (...results: readonly CheckResult[]): CheckReport => ({ status: "failed", results, isPartial: false })
const own = { kind: "own", failures: ["a.test.js > adds"], asBefore: 0 } as const
const UNKNOWN: readonly Unknown[] = [
  ...(["no_checkpoints", "uncovered", "conflicts", "no_copy", "cut", "unable", "not_reached"] as const),
  ...(["nameless", "no_excuse"] as const),
]

const outcomes = [
  { id: 1, tool: "read_file", status: "done", text: "", digest: "", changes: [], about: "", shown: "alpha" },
  {
    id: 2,
    tool: "run_in_terminal",
    status: "failed",
    text: "",
    digest: "",
    changes: [],
    about: "",
    shown: "Exit code 1, 2.0 s.",
  },
] as const
const executed = { outcomes, checks: report(check({ compared: own })), notes: ["A note."] } as never

const phase = (id: number) => ({ id, name: `Phase ${id}`, goal: `goal ${id}`, estimated_rounds: 2, dependencies: [] })
const phases: PhasePlan = { phases: [phase(1), phase(2), phase(3)], execution_strategy: "sequential" }
const step = { id: 2, description: "fix the sum", dependencies: [1], tools: ["edit_file"], done_when: "adds passes" }
const done = { status: "done", summary: "found it in a.js" } as const
const failed = { status: "failed", summary: "no test was found" } as const
const item = { id: "2", content: "fix the sum", status: "in_progress" } as const

const failing = run("run_in_terminal npm test", { status: "failed", text: "TypeError in src/a.ts:12" })
const read = run("read_file a.ts", { text: "export const a = 1" })
const alarm = (level: "guidance" | "replan" | "ask" | "fail", { reason, evidence, ways }: Finding) =>
  reflection.guidance({ level, reason, evidence, suggestion: reflection.suggestion(ways) } as never)
const asked = (finding: Finding) => [alarm("guidance", finding)]
const circles = reflection.repeated("en", { run: failing, times: 3, same: "call" })

const part = (status: OpenPart["status"], summary = ""): string =>
  finish.openPart({ about: "x", kind: "step", title: "fix the sum", status, summary, serves: "all" } as never)
const found = (label: string, text: string) => ({ label, text }) as unknown as GateFinding
const analysis = {
  ...{ core_goal: "Fix the sum", requirements: ["adds passes", "the README says so"], constraints: ["no new files"] },
  ...{ complexity: "medium", write_scope: ["src/**"] },
} as never
const environment = {
  ...{ workspace: "/projects/yours", stand: "packages/app", platform: "linux", date: "2026-11-15", language: "en" },
  ...{ instructions: "Use tabs.", window: 8192, folder: "The folder is empty." },
  conversation: [
    {
      ...{ request: "Write a.txt.", outcome: "done", summary: "I wrote a.txt." },
      ...{ facts: "- **Files changed:** a.txt (new)", results: "write_file a.txt (done): Wrote a.txt" },
    },
  ],
} as never

/** Every module of prompts, by its folder. */
export const TEXTS: Readonly<Record<string, Texts>> = {
  "run/context": {
    module: context,
    said: {
      systemPrompt: [context.systemPrompt(environment)],
      firstMessage: [context.firstMessage({ request: "Fix the sum.", environment })],
      added: [context.added(["Mind the cat."])],
      finalAnswer: [context.finalAnswer()],
      summarise: [context.summarise([{ name: "Phase 1", status: "done", summary: "found it" }], "- **Outcome:** done")],
      analysedRequest: [context.analysedRequest({ request: "Fix the sum.", environment }, analysis)],
      structuredRequest: [context.structuredRequest(analysis)],
      taskHead: [context.taskHead({ ...(outcomes[0] as never as ShownOutcome), about: "src/sum.ts", number: 7 })],
      taskText: [context.taskText({ ...(outcomes[0] as never as ShownOutcome), about: "src/sum.ts", number: 7 })],
    },
  },
  "run/tool-loop": {
    module: turns,
    said: {
      HOW_TO_WORK: [turns.HOW_TO_WORK],
      underRules: [turns.underRules("Request:\nFix the sum.", "Change only these files: src/**")],
      empty: [turns.empty(turns.HOW_TO_END)],
      noCall: [turns.noCall(turns.HOW_TO_END)],
      nothingNew: [turns.nothingNew(turns.HOW_TO_END)],
      CUT_OFF: [turns.CUT_OFF],
      notRun: [turns.notRun(6)],
      beyond: [turns.beyond(16, 40, true), turns.beyond(16, 40, false)],
      HOW_TO_END: [turns.HOW_TO_END],
      sumUp: [turns.sumUp("- **Outcome:** incomplete")],
      SAY_HOW_IT_STANDS: [turns.SAY_HOW_IT_STANDS],
      NOTED: [turns.NOTED],
      NO_SUMMARY: [turns.NO_SUMMARY],
    },
  },
  "run/lifecycle": { module: life, said: { takeOver: [life.takeOver("Request:\nFix the sum.", "a.js was read", "")] } },
  "run/questions": { module: questions, said: { planChanged: [questions.planChanged({ tasks: [] })] } },
  "run/reflection": {
    module: reflection,
    said: {
      guidance: [
        ...(["guidance", "replan", "ask", "fail"] as const).map((level) => alarm(level, circles)),
        reflection.guidance({ level: "ask", reason: circles.reason, evidence: [] } as never, "Try the other server."),
      ],
      suggestion: [reflection.suggestion(circles.ways)],
      repeated: [
        ...asked(reflection.repeated("en", { run: read, times: 2, same: "call" })),
        ...asked(reflection.repeated("en", { run: read, times: 5, same: "tool" })),
      ],
      alternating: asked(reflection.alternating("en", [read, failing], 3)),
      failingOn: asked(reflection.failingOn("en", failing, 3)),
      anomalous: asked(reflection.anomalous("en", [failing, read])),
      drifting: asked(reflection.drifting("en", ["web_search", "pdf"])),
      stuck: asked(reflection.stuck("en", 6, [read, failing])),
      slow: asked(reflection.slow("en", 4, [read])),
      atCheckpoint: asked(reflection.atCheckpoint("en", { idle: 3, turns: 8, runs: [read] })),
    },
  },
  "run/verification": {
    module: verification,
    said: {
      checksText: [
        verification.checksText(
          report(
            check({ status: "passed", summary: ["51 passed"] }),
            check({ status: "passed", isNew: true, flaky: ["a.test.js > adds"] }),
            check({
              compared: { ...own, kind: "as_before" },
              kind: "test",
              counts: { passed: 50, failed: 1 } as never,
            }),
            check({
              ...{ compared: { ...own, kind: "as_before" }, kind: "test", counts: { passed: 51, failed: 0 } as never },
              ...{ scripts: ["test", "posttest"], script: "posttest", failures: [], failing: [] },
            }),
            check({
              compared: { ...own, kind: "as_before" },
              kind: "test",
              counts: { passed: 51, failed: 0 } as never,
            }),
            check({
              hindrance: "cut",
              status: "broken",
              failing: ["Stopped after 600 s."],
              compared: { ...own, kind: "says_nothing" },
            }),
            check({ hindrance: "refused", status: "broken", failing: ["The user did not allow it."] }),
          ),
        ),
      ],
      notDone: [verification.notDone(report(check({ compared: own })))],
      ownText: [
        verification.ownText(check({ compared: { ...own, base: { status: "passed" } }, output: "p1r1o1" })),
        verification.ownText(check({ compared: { ...own, asBefore: 2, base: { status: "failed", script: "lint" } } })),
        verification.ownText(check({ compared: { ...own, base: { status: "broken" } }, failures: [], isNew: true })),
        verification.ownText(check({ compared: own, status: "broken", exit: null, failing: ["Killed."] })),
        verification.ownText(check({ compared: { ...own, base: { status: "broken" } } })),
      ],
      unknownText: UNKNOWN.map((why) =>
        verification.unknownText(check({ compared: { ...own, kind: "unknown", why } })),
      ),
      wantedText: [true, false].map((isSure) => verification.wantedText(check({}), ["a.test.js > adds"], isSure)),
      removedText: [verification.removedText("a.test.js")],
    },
  },
  "run/finish/gate": {
    module: finish,
    said: {
      openPart: [
        ...(["pending", "running", "cut", "removed", "cancelled", "born_done"] as const).map((status) => part(status)),
        part("forced", "no call brought anything new"),
        part("failed", "no test was found"),
      ],
      unserved: [finish.unserved(2, "the README says so")],
      missing: [finish.missing("the README")],
      UNFINISHED: [finish.UNFINISHED],
      noResult: [finish.noResult("pdf or pptx")],
      NOTHING_CHANGED: [finish.NOTHING_CHANGED],
      report: [
        finish.report(
          [found("a", finish.missing("the README")), found("b", part("forced"))],
          ["git push"],
          finish.notRun(["npm run build"]),
        ),
      ],
      notRun: [finish.notRun(["npm run build"])],
    },
  },
  "strategies/auto": {
    module: auto,
    said: { openingFor: [auto.openingFor({}), auto.openingFor({ medium: "2 phases" })] },
  },
  "strategies/phased": {
    module: phased,
    said: {
      analyse: [phased.analyse("Request:\nFix the sum.", [{ questions: ["Which?"], answer: "The first." }])],
      openingDue: [phased.openingDue({}), phased.openingDue({ medium: "2 phases" })],
      openingUnlessSimple: [phased.openingUnlessSimple({})],
      planPhases: [phased.planPhases(undefined), phased.planPhases("2-3 phases")],
      FIRST_PLAN: [phased.FIRST_PLAN],
      startPhase: [
        phased.startPhase(phase(3), phases, [
          { name: "Phase 1", summary: "found it", isDone: true },
          { name: "Phase 2", summary: "no test was found", isDone: false },
        ]),
      ],
      startClosing: [phased.startClosing("(the report of the findings)")],
      CLOSE: [phased.CLOSE],
      ANSWER: [phased.ANSWER],
      ALONG: [phased.ALONG],
      planRound: [phased.planRound(2, [phased.NOTES.exhausted])],
      results: [phased.results(outcomes as never)],
      opened: [phased.opened("p1r1t1: alpha")],
      judge: [undefined, 2, 1, 0].map((left) => phased.judge(left)),
      afterJudge: [
        phased.afterJudge({ next: phase(2), isLast: false, rest: [phase(2)], roundsLeft: 2 }),
        phased.afterJudge({ next: undefined, isLast: true, rest: [], roundsLeft: 2 }),
      ],
      checksFail: [phased.checksFail(report(check({ compared: own })))],
      UNPROVEN: [phased.UNPROVEN],
      NOTES: Object.values(phased.NOTES),
    },
  },
  "strategies/rounds": {
    module: rounds,
    said: {
      firstPlan: [
        rounds.firstPlan({ isAnalysed: false, isLiteral: false }),
        rounds.firstPlan({ isAnalysed: true, isLiteral: true }),
      ],
      planRound: [rounds.planRound(2, [rounds.NOTHING])],
      results: [rounds.results(executed)],
      think: [undefined, 1, 0].map((left) => rounds.think(left)),
      NEXT_PLAN: [rounds.NEXT_PLAN],
      CLOSE: [rounds.CLOSE],
      settle: [rounds.settle("(the report of the findings)")],
      ALONG: [rounds.ALONG],
      checksFail: [rounds.checksFail(report(check({ compared: own })))],
      NOTHING: [rounds.NOTHING],
    },
  },
  "strategies/stepwise": {
    module: stepwise,
    said: {
      PLAN_RULES: [stepwise.PLAN_RULES],
      plan: [stepwise.plan("Request:\nFix the sum.", 12)],
      startStep: [
        stepwise.startStep({
          step,
          earlier: [{ id: 1, summary: "found it" }],
          dropped: ["the README"],
          rules: "",
          calls: 6,
        }),
      ],
      beforeStep: [
        stepwise.beforeStep({
          ...{ dropped: ["the README"], rules: "Change only these files: src/**", isNext: false },
          ...{
            earlier: [
              { id: 1, end: done },
              { id: 3, end: failed },
            ],
            results: "(the list of results)",
          },
        }),
      ],
      beginStep: [stepwise.beginStep({ step, isNext: false }), stepwise.beginStep({ step, isNext: true })],
      RESULT_RULES: [stepwise.RESULT_RULES],
      badResult: [stepwise.badResult(["result: expected text"])],
      RESULT_ENDS: [stepwise.RESULT_ENDS],
      RESULT_DUE: [stepwise.RESULT_DUE],
      RESULT_ASKED: [stepwise.RESULT_ASKED],
      RESULT_LACKS: [stepwise.RESULT_LACKS],
      leftOut: stepwise.leftOut(["the README"]),
      replan: [
        stepwise.replan({ done: [{ id: 1, description: "find it", summary: "in a.js" }], reason: "no test", most: 12 }),
      ],
      planRest: [
        stepwise.planRest({
          done: [{ id: 1, description: "find it", summary: "in a.js" }],
          dropped: ["the README"],
          most: 4,
        }),
      ],
      closingStep: [stepwise.closingStep("(the report of the findings)")],
      close: [stepwise.close(["the README"])],
      stepEnds: [stepwise.stepEnds([{ id: 1, description: "find it", end: failed }])],
      NOTED: [stepwise.NOTED],
      GO_ON: [stepwise.GO_ON],
      NOT_DUE: Object.values(stepwise.NOT_DUE),
      HOW_TO_END: [stepwise.HOW_TO_END],
      DUE: [stepwise.DUE],
      lastWord: [stepwise.lastWord(6)],
      tooEarly: [stepwise.tooEarly([outcomes[1]])],
      answered: [stepwise.answered("The first.")],
    },
  },
  "strategies/tasks": {
    module: tasks,
    said: {
      plan: [
        tasks.plan("Request:\nFix the sum.", "", { fewest: 1, most: 12 }),
        tasks.plan("Request:\nFix the sum.", "", { fewest: 3, most: 5 }),
      ],
      item: [tasks.item(item, 2, 3, 6)],
      again: [tasks.again(item, 6)],
      due: [tasks.due(item)],
      beginItem: [tasks.beginItem(item, 2, 3)],
      itemDue: [tasks.itemDue(item)],
      itemAsked: [tasks.itemAsked(item)],
      notYet: [tasks.notYet([item])],
      NOT_TAKEN: [
        tasks.NOT_TAKEN.unknown("9"),
        tasks.NOT_TAKEN.failed("2", "run_in_terminal ended failed"),
        tasks.NOT_TAKEN.noWork("2"),
        tasks.NOT_TAKEN.reopened("1"),
        tasks.NOT_TAKEN.leftOpen("1"),
        tasks.NOT_TAKEN.second("3", "2"),
        tasks.NOT_TAKEN.putOff("2", "cancelled"),
      ],
    },
  },
  "strategies/todo": {
    module: todo,
    said: {
      start: [todo.start("Request:\nFix the sum.", "")],
      startLiteral: [todo.startLiteral("Request:\nFix the sum.", "", "[DONE]")],
      howToEnd: [todo.howToEnd("[DONE]")],
      stillOpen: [todo.stillOpen([item])],
      forgotten: [todo.forgotten(3, true), todo.forgotten(3, false)],
    },
  },
}
