import { execFileSync, spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { call, forcedTool, status } from "../../src/testing/server-reply.ts"
import { type Place, place } from "./keelson.ts"
import { direct } from "./scripts.ts"

/* The recipes of docs/recipes, with their code as it stands there. */

/** Files of a recipe: its code blocks that have a name. */
function recipe(name: string): Record<string, string> {
  const page = readFileSync(new URL(`../../docs/recipes/${name}.md`, import.meta.url), "utf8")
  const blocks = [...page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)]
  expect(blocks.length).toBeGreaterThan(0)
  return Object.fromEntries(blocks.map(([, file = "", code = ""]) => [file, code]))
}

/** `keelson` on the path, and a model that says what the script says. */
async function kitchen(files: Record<string, string>, script: ServerScript) {
  const there = place({ "README.md": "A small project.\n", ...files })
  const server = await there.serve(script)
  const bin = join(there.root, "bin")
  mkdirSync(bin)
  const words = there.command.map((word) => `"${word}"`).join(" ")
  writeFileSync(join(bin, "keelson"), `#!/bin/sh\nexec ${words} "$@"\n`)
  chmodSync(join(bin, "keelson"), 0o755)
  const model = { KEELSON_MODEL: "openai-compatible:scripted", KEELSON_BASE_URL: server.url }
  const git = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a" }
  const env = {
    ...there.environment,
    ...model,
    ...git,
    GIT_COMMITTER_EMAIL: "a@b",
    PATH: `${bin}:${there.environment.PATH}`,
  }
  return { there, env, requests: server.requests }
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
    const { there, env } = await kitchen(recipe("cron"), direct("It is a small project."))
    expect(await running(there, env, "sh", "nightly.sh")).toEqual({
      code: 0,
      stdout: "report.md is written\n",
      stderr: "",
    })
    expect(readFileSync(join(there.workspace, "report.md"), "utf8")).toContain("It is a small project.")
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
    const { there, env, requests } = await kitchen(recipe("ci"), script)
    repository(there, env)
    const end = await running(there, { ...env, BASE: "HEAD" }, "sh", "review.sh")
    expect(end).toMatchObject({ code, stdout: reasons.map((reason) => `- ${reason}\n`).join("") })
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
