import { execFileSync } from "node:child_process"
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type Agent, type AgentOptions, createAgent } from "../../src/agent.ts"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall, type ScriptLine } from "../../src/testing/script-line.ts"
import { applyPatch } from "../../src/tools/code/apply-patch.ts"
import { codingTools } from "../../src/tools/code/index.ts"

/** A workspace with checkpoints beside it, and runs that write in it. */
export type UndoPlace = AsyncDisposable & {
  readonly root: string
  readonly store: RunStore
  path(name: string): string
  write(name: string, content: string | Uint8Array): Promise<void>
  /** Carries out a run with these calls, a turn each; returns its id. */
  run(...turns: readonly (readonly ScriptCall[])[]): Promise<string>
  agent(lines?: Readonly<Record<string, ScriptLine>>, options?: Partial<AgentOptions>): Promise<Agent>
}

export async function undoPlace(files: Readonly<Record<string, string>> = {}): Promise<UndoPlace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "keelson-undo-")))
  const root = join(folder, "workspace")
  await mkdir(root)
  const store = new MemoryStore()
  const checkpoints = openCheckpoints(join(folder, "shadows"))
  const write = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  const agent = (lines: Readonly<Record<string, ScriptLine>> = {}, options: Partial<AgentOptions> = {}) =>
    createAgent({
      model: keyedModel(lines),
      store,
      workspace: root,
      strategy: react,
      tools: [...new Set([...codingTools, applyPatch])],
      approve: "full",
      verify: "off",
      checkpoints,
      secrets: {},
      ...options,
    })
  return {
    root,
    store,
    path: (name) => join(root, name),
    write,
    agent,
    run: async (...turns) => {
      const { run_id, outcome } = await (await agent(script(turns))).run("Do it.")
      if (outcome !== "done") throw new Error(`The run ended as ${outcome}.`)
      return run_id
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

export function shell(command: string): ScriptCall {
  return { call: "run_in_terminal", input: { command } }
}

export function writing(path: string, content: string): ScriptCall {
  return { call: "write_file", input: { path, content } }
}

/** A reply for each turn, and the end. */
export function script(turns: readonly (readonly ScriptCall[])[]): Record<string, ScriptLine> {
  const lines = turns.map((list, index) => [`turn-${index + 1}/reply`, calls(list)] as const)
  const end: ScriptLine = { call: "task_done", input: { summary: "Done." } }
  return Object.fromEntries([...lines, [`turn-${turns.length + 1}/reply`, end]])
}

/** Every file, link and folder with its permissions and content; git's own files are left out. */
export async function pictureOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  const picture: Record<string, string> = {}
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(root.length + 1)
    if (name.split("/").includes(".git")) continue
    const mode = ((await lstat(path)).mode & 0o7777).toString(8)
    if (entry.isSymbolicLink()) picture[name] = `link to ${await readlink(path)}`
    else if (entry.isDirectory()) picture[name] = "folder"
    else picture[name] = `${mode} ${(await readFile(path)).toString("latin1")}`
  }
  return picture
}

export function git(folder: string, ...words: string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"]
  return execFileSync("git", [...identity, ...words], { cwd: folder, encoding: "utf8" })
}
