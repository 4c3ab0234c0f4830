import { execFileSync, spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { call, forcedTool, status } from "../../src/testing/server-reply.ts"
import { blocksOf } from "../docs/blocks.ts"
import { type Place, place } from "./keelson.ts"
import { direct } from "./scripts.ts"

/* The recipes of docs/recipes, with their code as it stands there. */

/** Files of a recipe: its code blocks that have a name. */
function recipe(name: string): Record<string, string> {
  const blocks = blocksOf(`docs/recipes/${name}.md`).filter(({ about }) => about !== "")
  expect(blocks.length).toBeGreaterThan(0)
  return Object.fromEntries(blocks.map(({ about, text }) => [about, text]))
}

/** The one block of a language. */
function blockIn(language: string, name: string): string {
  const [block, ...more] = blocksOf(`docs/recipes/${name}.md`).filter((each) => each.language === language)
  expect(more).toEqual([])
  return block?.text ?? ""
}

type Step = { readonly run: string; readonly env: NodeJS.ProcessEnv }

/** The steps of a workflow that run something; what the host would fill in is filled in. */
function stepsOf(workflow: string): Step[] {
  const filled = workflow.replace(/\$\{\{ github\.base_ref \}\}/g, "main").replace(/\$\{\{ secrets\.\w+ \}\}/g, "a-key")
  expect(filled).not.toContain("${{")
  const steps = filled.split(/^ +- /m).filter((step) => step.startsWith("run: "))
  return steps.map((step) => {
    const [line = "", key = "", ...variables] = step.trim().split("\n")
    if (key !== "") expect(key.trim()).toBe("env:")
    const pairs = variables.map((variable) => /^ +(\w+): (.+)$/.exec(variable)?.slice(1) ?? [])
    return { run: line.slice("run: ".length), env: Object.fromEntries(pairs) as NodeJS.ProcessEnv }
  })
}

/** A crontab's variables and what its lines run, as cron takes them apart. */
function cronOf(crontab: string): { readonly env: NodeJS.ProcessEnv; readonly commands: string[] } {
  const lines = crontab.trim().split("\n")
  const pairs = lines.flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []])
  const commands = lines.flatMap((line) => /^(?:[\d*/,-]+ ){5} *(.+)$/.exec(line)?.[1] ?? [])
  const named = pairs.filter(({ length }) => length > 0)
  expect(named.length + commands.length).toBe(lines.length)
  return { env: Object.fromEntries(named) as NodeJS.ProcessEnv, commands }
}

/** `keelson` on the path, and a model that says what the script says. */
async function kitchen(files: Record<string, string>, script: ServerScript) {
  const there = place({ "README.md": "A small project.\n", ...files })
  const server = await there.serve(script)
  const bin = join(there.root, "bin")
  mkdirSync(bin)
  const words = there.command.map((word) => `"${word}"`).join(" ")
  program(bin, "keelson", `exec ${words} "$@"`)
  const model = { KEELSON_MODEL: "openai-compatible:scripted", KEELSON_BASE_URL: server.url }
  const git = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a" }
  const env = {
    ...there.environment,
    ...model,
    ...git,
    GIT_COMMITTER_EMAIL: "a@b",
    PATH: `${bin}:${there.environment.PATH}`,
  }
  return { there, env, bin, model, requests: server.requests }
}

function program(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}

/** Not in the test's own thread, where the model is. */
async function running(there: Place, env: NodeJS.ProcessEnv, program: string, ...args: string[]) {
  const child = spawn(program, args, { cwd: there.workspace, env, stdio: ["ignore", "pipe", "pipe"] })
  let [stdout, stderr] = ["", ""]
  child.stdout.on("data", (text) => (stdout += text))
  child.stderr.on("data", (text) => (stderr += text))
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
  return { code, stdout, stderr }
}

/** One after the other. */
async function runAll<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const ends: R[] = []
  for (const one of all) ends.push(await run(one))
  return ends
}

function repository(there: Place, env: NodeJS.ProcessEnv): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: there.workspace, env })
  git("init", "--quiet", "--initial-branch", "main")
  git("add", "README.md")
  git("commit", "--quiet", "-m", "first")
  there.write("new.txt", "a line\n")
  git("add", "new.txt")
}

describe.concurrent("cron", () => {
  it("writes its report, and says by its exit code how it went", async () => {
    const { there, env, bin, model } = await kitchen(recipe("cron"), direct("It is a small project."))
    const cron = cronOf(blockIn("crontab", "cron"))
    // Only where things are, and who thinks, differ.
    const here = { ...there.environment, ...cron.env, ...model, PATH: `${bin}:${cron.env.PATH}` }
    const [nightly, prune] = await runAll(cron.commands, (command) =>
      running(there, here, "sh", "-c", command.replace("/srv/project", there.workspace)),
    )
    expect(nightly).toEqual({ code: 0, stdout: "report.md is written\n", stderr: "" })
    expect(readFileSync(join(there.workspace, "report.md"), "utf8")).toContain("It is a small project.")
    expect(prune).toMatchObject({ code: 0 })
    const failed = await running(there, { ...env, KEELSON_MODEL: "no-such-provider:x" }, "sh", "nightly.sh")
    expect(failed).toMatchObject({ code: 2, stdout: "it failed; nightly.log says why\n" })
    expect(readFileSync(join(there.workspace, "nightly.log"), "utf8")).toContain("no-such-provider")
  })
})

describe.concurrent("ci", () => {
  it.each([
    ["good", [], 0],
    ["bad", ["new.txt holds a key"], 1],
  ])("a change that is %s", async (verdict, reasons, code) => {
    const script: ServerScript = (body, n) =>
      forcedTool(body) === "final_answer"
        ? call("final_answer", { answer: { verdict, reasons } })
        : (direct("I have read it.") as Exclude<ServerScript, readonly unknown[]>)(body, n)
    const { there, env, bin, model, requests } = await kitchen(recipe("ci"), script)
    repository(there, env)
    execFileSync("git", ["update-ref", "refs/remotes/origin/main", "HEAD"], { cwd: there.workspace, env })
    // Only what the job installs is there.
    renameSync(join(bin, "keelson"), join(there.root, "packed"))
    program(bin, "npm", `test "$*" = "install --global keelson" && cp "${join(there.root, "packed")}" "${bin}/keelson"`)
    const steps = stepsOf(blockIn("yaml", "ci"))
    const ends = await runAll(steps, (step) =>
      running(there, { ...env, ...step.env, ...model }, "bash", "-e", "-c", step.run),
    )
    expect(ends).toEqual([
      { code: 0, stdout: "", stderr: "" },
      { code, stdout: reasons.map((reason) => `- ${reason}\n`).join(""), stderr: expect.any(String) },
    ])
    expect(requests[0]?.rawBody).toContain("a line")
  })
})

describe.concurrent("pre-commit", () => {
  it.each([
    ["is fine", direct("OK"), 0, ""],
    ["is not", direct("new.txt has a conflict marker."), 1, "pre-commit: new.txt has a conflict marker."],
    ["nobody could look at", () => status(401), 0, "pre-commit: no answer; committing without."],
  ] as [string, ServerScript, number, string][])("a change that %s", async (_what, script, code, words) => {
    const { there, env } = await kitchen({}, script)
    repository(there, env)
    const hook = join(there.workspace, ".git", "hooks", "pre-commit")
    writeFileSync(hook, recipe("pre-commit")["pre-commit"] ?? "")
    chmodSync(hook, 0o755)
    const end = await running(there, env, "git", "commit", "--quiet", "-m", "second")
    expect({ code: end.code, said: end.stderr.trim().split("\n").at(-1) }).toEqual({ code, said: words })
    const { stdout } = spawnSync("git", ["log", "--format=%s"], { cwd: there.workspace, env, encoding: "utf8" })
    expect(stdout.trim().split("\n")).toEqual(code === 0 ? ["second", "first"] : ["first"])
  })
})
