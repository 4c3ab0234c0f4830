import { existsSync } from "node:fs"
import { readdir, readFile, rename, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import type { AnyTool, ToolContext } from "../../src/tools/tool.ts"
import { type PathUse, Workspace } from "../../src/tools/workspace/workspace.ts"
import { eventsOf } from "../guards/front-door.ts"
import type { Fixture } from "../support/tool-fixture.ts"

type Call = { readonly call: string; readonly input: Record<string, unknown> }
type Ended = { readonly status: string; readonly text: string }

export const fileTools = codingTools.filter(({ access }) => access !== "execute")

/** Lets a model make these calls at once, and says what became of each. */
export async function attempt(fixture: Fixture, made: readonly Call[]): Promise<Ended[]> {
  const store = new MemoryStore()
  const agent = await createAgent({
    model: keyedModel({ "turn-1/reply": calls([...made]), "turn-2/reply": "That is all." }),
    store,
    strategy: react,
    workspace: fixture.workspace.root,
    tools: [...fileTools],
    approve: "full",
    secrets: {},
  })
  await agent.run("Do what you like.")
  const ended = await eventsOf(store, "task.ended")
  return ended.sort((a, b) => a.id - b.id).map(({ status, digest }) => ({ status, text: digest }))
}

export const read = (path: string): Call => ({ call: "read_file", input: { path } })
export const write = (path: string): Call => ({ call: "write_file", input: { path, content: "taken over" } })
export const edit = (path: string): Call => ({
  call: "edit_file",
  input: { path, old_text: "outside", new_text: "taken over" },
})
export const make = (path: string): Call => ({
  call: "apply_patch",
  input: { patch: `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+taken over\n` },
})
export const change = (path: string): Call => ({
  call: "apply_patch",
  input: { patch: `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-outside\n+taken over\n` },
})
export const move = (from: string, to: string): Call => ({
  call: "apply_patch",
  input: { patch: `diff --git a/x b/y\nrename from ${from}\nrename to ${to}\n` },
})
export const list = (path: string): Call => ({ call: "list_files", input: { path } })
export const search = (path: string): Call => ({ call: "search_code", input: { path, pattern: "." } })
export const everything = (path: string): Call[] =>
  [read, write, edit, make, change, list, search]
    .map((way) => way(path))
    .concat(move(path, "mine.txt"), move("a.txt", path))

export async function untouched(fixture: Fixture): Promise<void> {
  expect(await readdir(fixture.outside)).toEqual(["secret.txt"])
  expect(await readFile(join(fixture.outside, "secret.txt"), "utf8")).toBe("outside")
}

/** Nothing succeeded, nothing was told, nothing happened out there. */
export async function isRefused(fixture: Fixture, made: readonly Call[]): Promise<void> {
  const ended = await attempt(fixture, made)
  expect(ended).toHaveLength(made.length)
  for (const [index, { status, text }] of ended.entries()) {
    expect(status, `${JSON.stringify(made[index])}: ${text}`).toMatch(/^(failed|refused)$/)
    expect(text).not.toMatch(/^outside$|root:x:/m)
  }
  await untouched(fixture)
}

/** A workspace in which `d` becomes a link out right after it was looked up for the nth time, and is back for the next look. */
export class Treacherous extends Workspace {
  readonly #fixture: Fixture
  readonly #moment: number
  readonly #isBack: boolean
  #looks = 0

  constructor(fixture: Fixture, moment: number, isBack: boolean) {
    super(fixture.workspace.root)
    this.#fixture = fixture
    this.#moment = moment
    this.#isBack = isBack
  }

  override async resolve(path: string, use?: PathUse): Promise<string> {
    this.#looks++
    if (this.#isBack && this.#looks === this.#moment + 1) await this.restore()
    const resolved = await super.resolve(path, use)
    if (this.#looks === this.#moment) await this.#betray()
    return resolved
  }

  async restore(): Promise<void> {
    if (!existsSync(this.#fixture.path("e"))) return
    await rm(this.#fixture.path("d"), { recursive: true })
    await rename(this.#fixture.path("e"), this.#fixture.path("d"))
  }

  async #betray(): Promise<void> {
    await rename(this.#fixture.path("d"), this.#fixture.path("e"))
    await symlink(this.#fixture.outside, this.#fixture.path("d"))
  }
}

/** What the engine does with a call, without a run around it. */
export async function use(tool: AnyTool | undefined, input: unknown, context: ToolContext): Promise<string> {
  if (tool?.repeat !== "check") return String(await tool?.execute(input, context))
  const change = await tool.prepare(input, context)
  await change.apply()
  return change.output
}
