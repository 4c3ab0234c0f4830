import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { advance, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* The worked example of the design: auth to JWT and OAuth, 3 phases, 7 rounds, 20 tasks. */

const REQUEST =
  "嗯...我想把认证系统重构一下，现在的代码太乱了，session和cookie混用，我想统一改成JWT，对了还要加OAuth第三方登录，微信和GitHub都要支持，哦对了必须要有测试，不然我不放心..."

const ANALYSIS = {
  core_goal: "重构认证系统，统一为JWT并添加OAuth支持",
  requirements: ["重构现有认证代码", "统一认证方式为JWT", "集成OAuth（微信、GitHub）", "编写测试"],
  constraints: ["必须有测试覆盖"],
  complexity: "complex",
  estimated_phases: 3,
  clarification_needed: false,
}

const PHASES = phases([
  phase(1, { name: "代码理解与分析", goal: "理解现有认证架构，定位问题代码", estimated_rounds: 2 }),
  phase(2, { name: "认证重构为JWT", goal: "重构认证逻辑，统一为JWT方式", estimated_rounds: 3, dependencies: [1] }),
  phase(3, { name: "OAuth集成", goal: "添加微信和GitHub第三方登录", estimated_rounds: 2, dependencies: [2] }),
])

const swap = (path: string, mark: string) =>
  task("edit_file", { path, old_text: `session(${mark})`, new_text: `jwt(${mark})` })
const write = (path: string) => task("write_file", { path, content: `# ${path}\n` })

const PLANS = {
  "phase-1/round-1": plan(task("list_files", { path: "auth" }), task("read_file", { path: "auth/login.py" })),
  "phase-1/round-2": plan(
    task("search_code", { pattern: "session|cookie" }),
    task("read_file", { path: "auth/middleware.py" }),
  ),
  "phase-2/round-1": plan(...[1, 2, 3].map((n) => swap("auth/login.py", `l${n}`))),
  "phase-2/round-2": plan(
    ...[1, 2].map((n) => swap("auth/register.py", `r${n}`)),
    ...[1, 2, 3].map((n) => swap("auth/middleware.py", `m${n}`)),
  ),
  "phase-2/round-3": plan(write("auth/jwt_config.py"), write("tests/test_jwt.py")),
  "phase-3/round-1": plan(write("auth/oauth.py"), write("auth/routes.py"), swap("auth/login.py", "l4")),
  "phase-3/round-2": plan(write("auth/wechat.py"), write("auth/github.py"), write("tests/test_oauth.py")),
}

const JUDGES = {
  "phase-1/round-1": unfinished({ completed_tasks: [1, 2], user_summary: "已列出auth目录，读取了login.py" }),
  "phase-1/round-2": complete([3, 4], { user_summary: "Phase 1完成：已理解认证架构，发现需重构的代码" }),
  "phase-2/round-1": unfinished({ completed_tasks: [1, 2, 3], user_summary: "login 已经重构为 JWT 方式" }),
  "phase-2/round-2": unfinished({ completed_tasks: [4, 5, 6, 7, 8], user_summary: "register 与 middleware 已重构" }),
  "phase-2/round-3": complete([9, 10], { user_summary: "Phase 2完成：已重构为JWT认证，并添加测试" }),
  "phase-3/round-1": unfinished({ completed_tasks: [1, 2, 3], user_summary: "OAuth 配置和路由已经添加" }),
  "phase-3/round-2": complete([4, 5, 6], { user_summary: "Phase 3完成：已集成微信与GitHub OAuth" }),
}

const SUMMARY = summary("认证系统重构完成：统一为JWT，并支持微信和GitHub登录。", {
  phases_completed: 3,
  total_tasks_executed: 20,
  total_rounds: 7,
  highlights: ["消除了session/cookie混用问题", "统一认证为JWT", "支持微信/GitHub OAuth"],
})

type Place = keyof typeof PLANS
const PLACES = Object.keys(PLANS) as Place[]

function literalLines(): Record<string, ScriptLine> {
  const rounds = PLACES.flatMap((place): [string, ScriptLine][] => [
    [`${place}/plan/try-1`, say("plan_tool_call", PLANS[place])],
    [`${place}/judge/try-1`, say("judge_tasks", JUDGES[place])],
  ])
  return {
    "analysis/try-1": say("request_analyser", ANALYSIS),
    "phases/try-1": say("phase_planner", PHASES),
    ...Object.fromEntries(rounds),
    "end-1/summarizer/try-1": say("summarizer", SUMMARY),
  }
}

/** Each judge brings the next plan along, the last one the summary. */
function fusedLines(): Record<string, ScriptLine> {
  const rounds = PLACES.map((place, index): [string, ScriptLine] => {
    const next = PLACES[index + 1]
    const along = next ? { plan_tool_call: PLANS[next] } : { summarizer: SUMMARY }
    return [`${place}/judge/try-1`, advance({ judge_tasks: JUDGES[place], ...along })]
  })
  return {
    "analysis/try-1": say("request_analyser", ANALYSIS),
    "phases/try-1": advance({ phase_planner: PHASES, plan_tool_call: PLANS["phase-1/round-1"] }),
    ...Object.fromEntries(rounds),
  }
}

const marks = (file: string, count: number) =>
  Array.from({ length: count }, (_, index) => `session(${file}${index + 1}) # cookie\n`).join("")

const FILES = {
  "auth/login.py": marks("l", 4),
  "auth/register.py": marks("r", 2),
  "auth/middleware.py": marks("m", 3),
}

export const workedLiteral: Scenario = {
  name: "worked example, literal",
  request: REQUEST,
  files: FILES,
  model: () => keyedModel(literalLines()),
  options: { literal: true },
}

export const workedFused: Scenario = {
  name: "worked example, fused",
  request: REQUEST,
  files: FILES,
  model: () => keyedModel(fusedLines()),
}
