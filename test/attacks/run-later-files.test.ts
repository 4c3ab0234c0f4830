import { existsSync, readFileSync } from "node:fs"
import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ApprovalRule } from "../../src/protocol/log/approval.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { creationTools } from "../../src/tools/creation/index.ts"
import type { Sandbox } from "../../src/tools/sandbox/sandbox.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"

/** A sandbox by name only: with it the default policy is `edits`. */
const OPEN: Sandbox = { name: "open", wrap: async (command) => command }

type Call = readonly [tool: string, input: Parameters<typeof task>[1]]

function calls(options: Scenario["options"], ...list: readonly Call[]): Scenario {
  const tasks = list.map(([tool, input], index) => task(tool, input, { depends_on: index ? [index] : [] }))
  return literal(
    {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete(list.map((_, index) => index + 1))),
    },
    { approve: "edits", sandbox: OPEN, ...options },
  )
}

const write = (path: string): Call => ["write_file", { path, content: "attack\n" }]
const patch = (...lines: readonly string[]): Call => ["apply_patch", { patch: `${lines.join("\n")}\n` }]

const NAMES = [
  ".bashrc",
  ".gitconfig",
  ".gitmodules",
  ".vscode/tasks.json",
  ".idea/workspace.xml",
  ".claude/settings.json",
  ".cursor/mcp.json",
  ".codex/config.toml",
  ".mcp.json",
  ".husky/pre-commit",
  ".pre-commit-config.yaml",
  ".envrc",
  "sub/.envrc",
  "keelson.config.json",
  "sub/keelson.config.ts",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  ".local/bin/git",
]

const FILES = { ".vscode/tasks.json": "mine\n", "a.txt": "a\n", ".husky/pre-commit": "mine\n" }

const WAYS: readonly (readonly [string, Call])[] = [
  ...NAMES.map((path) => [`writing ${path}`, write(path)] as const),
  ["editing", ["edit_file", { path: ".vscode/tasks.json", old_text: "mine", new_text: "attack" }]],
  ["a patch that makes one", patch("--- /dev/null", "+++ b/.envrc", "@@ -0,0 +1 @@", "+attack")],
  [
    "a patch that changes one among others",
    patch(
      ...["--- a/a.txt", "+++ b/a.txt", "@@ -1 +1 @@", "-a", "+b"],
      ...["--- a/.husky/pre-commit", "+++ b/.husky/pre-commit", "@@ -1 +1 @@", "-mine", "+attack"],
    ),
  ],
  ["a patch that removes one", patch("--- a/.husky/pre-commit", "+++ /dev/null", "@@ -1 +0,0 @@", "-mine")],
  ["a patch that renames a file to one", patch("diff --git a/a.txt b/.envrc", "rename from a.txt", "rename to .envrc")],
  [
    "a patch that renames one away",
    patch("diff --git a/.husky/pre-commit b/b.txt", "rename from .husky/pre-commit", "rename to b.txt"),
  ],
  ["a path with detours", write("./sub/../.vscode/../.vscode/tasks.json")],
  ["another case", write(".VSCode/Tasks.json")],
  ["a link to the folder", write("link/tasks.json")],
  ["what a link by such a name leads to", write("tools/hooks/pre-push")],
  ["what a link by such a name is going to lead to", write("tools/mcp.txt")],
  ["making a document", ["pdf", { path: ".vscode/x.pdf", content: "# x" }]],
]

async function staged(scenario: Scenario) {
  const options = { ...scenario.options, tools: [...codingTools, ...creationTools] }
  const stage = await setStage({ ...scenario, files: FILES, options })
  await symlink(".vscode", join(stage.folder, "link"))
  await mkdir(join(stage.folder, "sub"))
  await mkdir(join(stage.folder, "tools/hooks"), { recursive: true })
  await symlink("tools/hooks", join(stage.folder, ".githooks"))
  await symlink("mcp.txt", join(stage.folder, "tools/.mcp.json"))
  return stage
}

async function run(scenario: Scenario) {
  const stage = await staged(scenario)
  const store = new MemoryStore()
  const agent = await stage.agent(store, scenario.model())
  return { stage, store, agent, result: await agent.run(REQUEST) }
}

describe("a file tool that changes what other programs run later", () => {
  test.each(WAYS)("%s is asked about, and nothing is changed before", async (_way, call) => {
    const { stage, result } = await run(calls({}, call))
    await using _stage = stage
    expect(result.outcome).toBe("waiting")
    expect(result.questions).toMatchObject([{ kind: "approval", about: "exception", tool: call[0] }])
    expect(JSON.stringify(result.questions)).toContain("runs_later")
    for (const [name, text] of Object.entries(FILES)) expect(readFileSync(join(stage.folder, name), "utf8")).toBe(text)
    for (const name of NAMES.filter((path) => !(path in FILES)))
      expect(existsSync(join(stage.folder, name))).toBe(false)
  })

  test("any other file is not", async () => {
    const { stage, result } = await run(calls({}, write("package.json"), write("Makefile"), write(".github/README.md")))
    await using _stage = stage
    expect(result.outcome).toBe("done")
  })

  test("one yes is for one call, also where the tool was allowed for the rest of the run", async () => {
    const scenario = calls({ approve: "ask" }, write("b.txt"), write("c.txt"), write(".envrc"), write("sub/.envrc"))
    const asked: unknown[] = []
    const responder = async (question: { kind: string; summary?: string; about?: string | undefined }) => {
      asked.push([question.about, question.summary])
      return { kind: "approval", decision: "allow_always" } as const
    }
    const { stage, result } = await run({ ...scenario, options: { ...scenario.options, responder } })
    await using _stage = stage
    expect(result.outcome).toBe("done")
    expect(asked).toEqual([
      [undefined, "Write b.txt"],
      ["exception", "Write .envrc"],
      ["exception", "Write sub/.envrc"],
    ])
  })

  const RULES: readonly (readonly [string, ApprovalRule, string])[] = [
    ["a rule that names the file", { tool: "write_file", match: ".github/workflows/**", decision: "allow" }, "done"],
    ["a rule that names another", { tool: "write_file", match: ".vscode/**", decision: "allow" }, "waiting"],
    ["a rule that allows the tool as such", { tool: "write_file", decision: "allow" }, "waiting"],
    ["a rule that asks", { tool: "*", match: "**/*.yml", decision: "ask" }, "waiting"],
    ["a rule that denies", { tool: "*", match: ".github", decision: "deny" }, "failed"],
  ]
  test.each(RULES)("%s", async (_what, rule, outcome) => {
    const { stage, result, store } = await run(calls({ rules: [rule] }, write(".github/workflows/ci.yml")))
    await using _stage = stage
    expect(result.outcome).toBe(outcome)
    const [ended] = await eventsOf(store, "task.ended")
    if (rule.decision === "deny") expect(ended).toMatchObject({ status: "refused" })
    expect(existsSync(join(stage.folder, ".github"))).toBe(rule.match === ".github/workflows/**")
  })

  test.each([
    ["full", "done", []],
    ["read-only", "failed", ["refused"]],
    ["ask", "waiting", []],
  ] as const)("with %s", async (approve, outcome, refused) => {
    const { stage, result, store } = await run(calls({ approve }, write(".envrc")))
    await using _stage = stage
    expect(result.outcome).toBe(outcome)
    const statuses = (await eventsOf(store, "task.ended")).map(({ status }) => status)
    expect(statuses.filter((status) => status === "refused")).toEqual(refused)
    expect(existsSync(join(stage.folder, ".envrc"))).toBe(approve === "full")
  })

  test("remembered, it is remembered for this file and no other", async () => {
    const remembered: ApprovalRule[] = []
    const scenario = calls({ remember: (rule) => void remembered.push(rule) }, write(".envrc"), write("sub/.envrc"))
    const { stage, result, agent } = await run(scenario)
    await using _stage = stage
    expect(result.questions).toMatchObject([{ rule: { tool: "write_file", match: ".envrc", decision: "allow" } }])
    await agent.answer(result.run_id, { kind: "approval", decision: "remember" })
    const next = await (await agent.resume(result.run_id)).result
    expect(remembered).toEqual([{ tool: "write_file", match: ".envrc", decision: "allow" }])
    expect(next.questions).toMatchObject([{ summary: "Write sub/.envrc" }])
    expect(existsSync(join(stage.folder, ".envrc"))).toBe(true)
    expect(existsSync(join(stage.folder, "sub/.envrc"))).toBe(false)
  })

  test("the facts name it first, and say what runs it", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `a${index}.txt`)
    const scenario = calls({ approve: "full" }, ...names.map(write), write(".github/workflows/ci.yml"))
    const { stage, result } = await run(scenario)
    await using _stage = stage
    expect(result.message).toMatch(
      /\*\*Files changed:\*\* \S*\.github\/workflows\/ci\.yml\S* \(new, runs later: CI\), /,
    )
  })
})
