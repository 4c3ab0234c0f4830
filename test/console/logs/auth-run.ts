import { changeRisks } from "../../../src/run/approvals/change-risks.ts"
import { type AuthWords, EN, ZH } from "./auth-words.ts"
import { type Task, Teller } from "./teller.ts"

/** Sunday noon, far from any change of the clocks. */
export const SHOWCASE_TIME = Date.UTC(2026, 10, 15, 6, 0, 0)

const read = (path: string, ms: number): Task => ({
  tool: "read_file",
  title: `Read ${path}`,
  input: { path },
  ms,
  digest: `import { session } from "./session.ts"\n\nexport async function login(user, password) {\n  const found = await users.find(user)\n  if (!found || !(await verify(password, found.hash))) throw new LoginFailed()\n  return session.create(found.id)\n}`,
})
const edit = (path: string, ms: number, old_text: string, new_text: string): Task => ({
  tool: "edit_file",
  title: `Edit ${path}`,
  input: { path, old_text, new_text },
  ms,
  digest: `Edited ${path} (1 replacement).`,
  changes: [path],
})
const run = (command: string, ms: number, more: Partial<Task> = {}): Task => ({
  tool: "run_in_terminal",
  title: `Run ${command}`,
  input: { command },
  ms,
  digest: "Exit code 0.",
  ...more,
})

/** How far the story is told. */
export type Until = "working" | "approval" | "done"

/** The worked example of the design: sessions become tokens, three phases. */
export function authRun(until: Until, language: "en" | "zh" = "en", at: number = SHOWCASE_TIME): Teller {
  const words = language === "zh" ? ZH : EN
  const teller = new Teller(at)
  opening(teller, words, language)
  understand(teller, words)
  rebuild(teller, words, until)
  if (until === "done") finish(teller, words)
  return teller
}

function opening(teller: Teller, words: AuthWords, language: "en" | "zh"): void {
  teller.begin({ request: words.request, language })
  teller.call("analysis", "request_analyser", { ms: 2900, prompt: 1450, completion: 310 })
  teller.tell("analysis", {
    type: "request.analysed",
    raw_tokens: 420,
    structured_tokens: 186,
    analysis: {
      core_goal: words.goal,
      requirements: [...words.requirements],
      constraints: [...words.constraints],
      complexity: "complex",
      estimated_phases: 3,
      task_type: "coding",
      write_scope: ["src/**", "test/**"],
      clarification_needed: false,
      clarification_questions: [],
      direct_answer: "",
    } as never,
  })
  teller.tell("constraints", {
    type: "constraints.set",
    task_type: "coding",
    allowed: ["read_file", "edit_file"],
    forbidden: ["web_search"],
    late: [],
    late_needs_work: false,
    write_scope: ["src/**", "test/**"],
    reason: "coding",
  })
  teller.state("PLANNING")
  teller.call("phases", "advance", { ms: 4200, prompt: 3900, completion: 540, cached: 1200 })
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "sequential",
    phases: words.phases.map(([name, goal, rounds], index) => ({
      id: index + 1,
      name,
      goal,
      estimated_rounds: rounds,
      dependencies: index === 0 ? [] : index === 2 ? [1, 2] : [index],
    })),
  })
  teller.tell("estimate", {
    type: "budget.estimated",
    expected: { calls: 10, tokens: 62_000, cost: 0.21 },
    worst: { calls: 60, tokens: 900_000, cost: 1 },
  })
  teller.state("EXECUTING")
}

function understand(teller: Teller, words: AuthWords): void {
  teller.stage("phase-1", "phase", words.phases[0][0])
  round(teller, "phase-1/round-1", words.plans[0], [
    {
      tool: "list_files",
      title: "List src",
      input: { path: "src" },
      ms: 30,
      digest: "src/login.ts\nsrc/session.ts\nsrc/routes.ts",
    },
    read("src/login.ts", 18),
    read("src/session.ts", 20),
  ])
  teller.call("phase-1/round-1/judge", "advance", { ms: 3800, prompt: 7200, completion: 420, cached: 3900 })
  teller.judge("phase-1/round-1", { text: words.judged[0], done: false, rate: 0.6 })
  teller.endStage("phase-1/round-1", "continued", words.judged[0])
  round(teller, "phase-1/round-2", words.plans[1], [
    {
      tool: "search_code",
      title: "Search session|cookie",
      input: { pattern: "session|cookie", path: "src" },
      ms: 46,
      digest: "15 matches in 4 files",
    },
    read("src/routes.ts", 15),
    run("npm test", 3900, {
      status: "failed",
      digest:
        "Exit code 1.\n✖ rejects an expired session (12.4 ms)\n  AssertionError: expected 401, got 200\n2 passed, 1 failed",
    }),
  ])
  teller.call("phase-1/round-2/judge", "advance", { ms: 4600, prompt: 11_800, completion: 510, cached: 7200 })
  teller.judge("phase-1/round-2", { text: words.judged[1], done: true, rate: 1 })
  teller.endStage("phase-1/round-2", "done", words.judged[1])
  teller.endStage("phase-1", "done", words.judged[1])
}

function rebuild(teller: Teller, words: AuthWords, until: Until): void {
  teller.stage("phase-2", "phase", words.phases[1][0])
  round(teller, "phase-2/round-1", words.plans[2], [
    edit("src/login.ts", 90, "return session.create(found.id)", "return signToken({ subject: found.id })"),
    edit("src/session.ts", 80, "export const session", "export const legacySession"),
    {
      tool: "write_file",
      title: "Write src/token.ts",
      input: { path: "src/token.ts", content: 'import { SignJWT } from "jose"\n' },
      ms: 60,
      digest: "Written src/token.ts (38 lines).",
      changes: ["src/token.ts"],
    },
  ])
  teller.tell("checks", {
    type: "checks.found",
    checks: [
      { name: "types", command: "tsc --noEmit", source: "package.json" },
      { name: "test", command: "npm test", source: "package.json" },
    ],
  })
  teller.pass(2140).check("phase-2/round-1", "types", "tsc --noEmit")
  teller
    .pass(2900)
    .check("phase-2/round-1", "test", "npm test", ["✖ rejects an expired session", "  expected 401, got 200"])
  teller.call("phase-2/round-1/judge", "advance", { ms: 5100, prompt: 16_900, completion: 620, cached: 11_800 })
  teller.judge("phase-2/round-1", { text: words.judged[2], done: false, rate: 0.5 })
  teller.endStage("phase-2/round-1", "continued", words.judged[2])
  round(teller, "phase-2/round-2", words.plans[3], [
    read("src/middleware.ts", 16),
    run("npm test -- expired", 2600, { status: "failed", digest: "Exit code 1.\n✖ rejects an expired session" }),
    run("npm test -- expired", 2500, { status: "failed", digest: "Exit code 1.\n✖ rejects an expired session" }),
  ])
  teller.tell("phase-2/round-2/reflection-1", {
    type: "reflection.raised",
    stage: "phase-2/round-2",
    detector: "repeated_call",
    level: "guidance",
    reason: words.reflection,
    evidence: ["run_in_terminal npm test -- expired", "run_in_terminal npm test -- expired"],
    suggestion: words.suggestion,
  })
  teller.tell("phase-2/round-2/compaction", {
    type: "context.compacted",
    stage: "phase-2/round-2",
    before: 21_400,
    after: 12_300,
    folded: ["phase-1/round-1"],
  })
  teller.call("phase-2/round-2/judge", "advance", { ms: 4300, prompt: 12_300, completion: 480, cached: 6100 })
  teller.judge("phase-2/round-2", { text: words.judged[3], done: false, rate: 0.6 })
  teller.endStage("phase-2/round-2", "continued", words.judged[3])
  lastRound(teller, words, until)
}

function lastRound(teller: Teller, words: AuthWords, until: Until): void {
  const stage = "phase-2/round-3"
  const tasks = [
    edit("src/middleware.ts", 110, "if (!token) return next()", "if (isExpired(token)) throw new Unauthorized()"),
    edit("src/routes.ts", 90, "cookie(", "bearer("),
    run("npm test", 4200),
  ]
  teller.stage(stage, "round", "Round 3").pass(40)
  if (until === "approval") {
    teller.plan(stage, words.plans[4], tasks)
    teller.pass(300).tell(`${stage}/task-7/approval`, {
      type: "approval.asked",
      question: `${stage}/task-7/approval`,
      tool: "apply_patch",
      summary: "Patch src/middleware.ts, package.json",
      detail: SHOWCASE_DIFF,
      file_risks: changeRisks(SHOWCASE_DIFF, { root: "/", isSecret: () => false }),
      rule: { tool: "apply_patch", decision: "allow" },
    })
    teller.state("WAITING")
    return
  }
  teller.plan(stage, words.plans[4], tasks)
  if (until === "working") {
    teller.work(stage, tasks, { unfinished: true })
    return
  }
  teller.work(stage, tasks.slice(0, 2)).work(stage, tasks.slice(2))
  teller.pass(2100).check(stage, "types", "tsc --noEmit").pass(3100).check(stage, "test", "npm test")
  teller.call(`${stage}/judge`, "advance", { ms: 4100, prompt: 15_800, completion: 390, cached: 12_300 })
  teller.judge(stage, { text: words.judged[4], done: true, rate: 1 })
  teller.endStage(stage, "done", words.judged[4]).endStage("phase-2", "done", words.judged[4])
}

function finish(teller: Teller, words: AuthWords): void {
  teller.stage("phase-3", "phase", words.phases[2][0])
  round(teller, "phase-3/round-1", words.plans[5], [
    {
      tool: "write_file",
      title: "Write src/oauth.ts",
      input: { path: "src/oauth.ts", content: "export const providers = {}\n" },
      ms: 70,
      digest: "Written src/oauth.ts (61 lines).",
      changes: ["src/oauth.ts"],
    },
    {
      tool: "write_file",
      title: "Write test/oauth.test.ts",
      input: { path: "test/oauth.test.ts", content: "test('github', …)\n" },
      ms: 65,
      digest: "Written test/oauth.test.ts.",
      changes: ["test/oauth.test.ts"],
    },
    run("npm test", 4600, { digest: "Exit code 0.\n21 passed" }),
  ])
  teller
    .pass(2000)
    .check("phase-3/round-1", "types", "tsc --noEmit")
    .pass(3000)
    .check("phase-3/round-1", "test", "npm test")
  teller.call("phase-3/round-1/judge", "advance", { ms: 6200, prompt: 19_400, completion: 820, cached: 15_800 })
  teller.judge("phase-3/round-1", { text: words.judged[5], done: true, rate: 1 })
  teller.endStage("phase-3/round-1", "done", words.judged[5]).endStage("phase-3", "done", words.judged[5])
  teller.end({ status: "done", verified: true }, words.summary, words.highlights, words.quality)
}

function round(teller: Teller, stage: string, reasoning: string, tasks: readonly Task[]): void {
  teller
    .stage(stage, "round", `Round ${stage.at(-1)}`)
    .pass(30)
    .plan(stage, reasoning, tasks)
    .work(stage, tasks)
}

/** What the run wants to change in its last round. */
export const SHOWCASE_DIFF = `--- a/src/middleware.ts
+++ b/src/middleware.ts
@@ -8,5 +8,7 @@ export function authenticate(request, next) {
   const token = bearerOf(request)
-  if (!token) return next()
+  if (!token) throw new Unauthorized("no token")
+  const claims = verifyToken(token)
+  if (isExpired(claims)) throw new Unauthorized("expired")
   request.user = claims.subject
   return next()
 }
--- a/package.json
+++ b/package.json
@@ -12,3 +12,4 @@
   "dependencies": {
+    "jose": "^6.1.0",
     "koa": "^3.0.0"
   }`
