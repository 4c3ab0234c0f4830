import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { codingTools } from "../../src/tools/code/index.ts"
import { fileHash } from "../../src/tools/content-hash.ts"
import { someOf } from "../sample.ts"
import { type Fixture, makeFixture } from "../support/tool-fixture.ts"

const AT_ONCE = 2
/** Of each change; `npm run test:all` kills before every call. */
const KILLS = 2

/** The one that lives to its end leaves the compiled code for all that are killed. */
const compiled = mkdtempSync(join(tmpdir(), "keelson-compiled-"))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

const LONG = (word: string) => `${word} `.repeat(5000)

type Files = Readonly<Record<string, string>>
type Change = {
  readonly name: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly before: Files
  readonly after: Files
}

const CHANGES: readonly Change[] = [
  {
    name: "write_file over a file",
    tool: "write_file",
    input: { path: "a.txt", content: LONG("new") },
    before: { "a.txt": LONG("old") },
    after: { "a.txt": LONG("new") },
  },
  {
    name: "write_file in new folders",
    tool: "write_file",
    input: { path: "deep/er/new.txt", content: LONG("new") },
    before: { "a.txt": "a" },
    after: { "a.txt": "a", "deep/er/new.txt": LONG("new") },
  },
  {
    name: "edit_file",
    tool: "edit_file",
    input: { path: "a.txt", edits: [{ old_text: "middle", new_text: "centre" }] },
    before: { "a.txt": `${LONG("old")}middle${LONG("old")}` },
    after: { "a.txt": `${LONG("old")}centre${LONG("old")}` },
  },
  {
    name: "apply_patch over four files",
    tool: "apply_patch",
    input: {
      patch: [
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A",
        "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new",
        "--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone",
        "diff --git a/from.txt b/to.txt\nrename from from.txt\nrename to to.txt",
      ].join("\n"),
    },
    before: { "a.txt": "a\n", "gone.txt": "gone\n", "from.txt": "kept\n" },
    after: { "a.txt": "A\n", "new.txt": "new\n", "to.txt": "kept\n" },
  },
]

describe.each(CHANGES)("kill -9 before calls of the file system: $name", (change) => {
  it("leaves every file whole, old or new; what is left can be finished, and nothing stays behind", async () => {
    await using whole = await makeFixture(change.before)
    const steps = Number((await die(whole, change, 0)).output)
    expect(await contents(whole)).toEqual(change.after)
    expect(steps).toBeGreaterThan(5)
    const every = Array.from({ length: steps }, (_, index) => index + 1)
    const moments = [...someOf(change.name, KILLS, every)]
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let moment = moments.shift(); moment !== undefined; moment = moments.shift())
          await dieAndFinish(change, moment)
      }),
    )
  })
})

async function dieAndFinish(change: Change, moment: number): Promise<void> {
  await using fixture = await makeFixture(change.before)
  const where = `killed before call ${moment}`
  const { signal } = await die(fixture, change, moment)
  expect(signal, where).toBe("SIGKILL")
  for (const [name, content] of Object.entries(await contents(fixture))) {
    expect([change.before[name], change.after[name]], `${where}: ${name}`).toContain(content)
  }
  for (const name of new Set([...Object.keys(change.before), ...Object.keys(change.after)])) {
    const isKept = name in change.before && name in change.after
    if (isKept) expect(await fileHash(fixture.path(name)), `${where}: ${name} is lost`).not.toBeNull()
  }
  await finish(fixture, change)
  expect(await contents(fixture), `${where}, then finished`).toEqual(change.after)
  expect(
    (await everyFile(fixture)).filter((name) => name.includes(".keelson")),
    where,
  ).toEqual([])
}

/** As the engine does it: from the start, or, where some files are as they should be, the rest. */
async function finish(fixture: Fixture, { tool: name, input, after, before }: Change): Promise<void> {
  const tool = codingTools.find((candidate) => candidate.name === name)
  if (tool?.repeat !== "check") throw new Error(`${name} changes no files.`)
  const now = await contents(fixture)
  const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (file) => before[file] !== after[file],
  )
  const finished = touched.filter((file) => now[file] === after[file])
  if (finished.length === touched.length) return
  const context = {
    workspace: fixture.workspace,
    sandbox: null,
    signal: new AbortController().signal,
    report: () => {},
  }
  const change =
    finished.length === 0 ? await tool.prepare(input, context) : await tool.complete?.(input, context, finished)
  await change?.apply()
}

/** What a user sees: without what a killed process left behind, which listings leave out. */
async function contents(fixture: Fixture): Promise<Record<string, string>> {
  const names = (await everyFile(fixture)).filter((name) => !/(^|\/)\.keelson-[^/]*\.tmp$/.test(name))
  const list = codingTools.find(({ name }) => name === "list_files")
  if (list)
    expect(
      (await fixture.run(list, {}))
        .split("\n")
        .filter((name) => !name.endsWith("/"))
        .sort(),
    ).toEqual(names.sort())
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(fixture.path(name), "utf8")])),
  )
}

async function everyFile(fixture: Fixture): Promise<string[]> {
  const entries = await readdir(fixture.workspace.root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(fixture.workspace.root.length + 1))
}

async function die(
  fixture: Fixture,
  { tool, input }: Change,
  dieAt: number,
): Promise<{ output: string; signal: string | null }> {
  const order = JSON.stringify({ root: fixture.workspace.root, tool, input, dieAt })
  const child = spawn(process.execPath, [join(import.meta.dirname, "dying-writer.ts"), order], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  const signal = await new Promise<string | null>((resolve) => child.once("close", (_code, by) => resolve(by)))
  return { output, signal }
}
