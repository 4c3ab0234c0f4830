import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { test } from "vitest"
import { type CommandOptions, type CommandResult, runCommand } from "../../src/tools/process/run-command.ts"
import { findSandbox, type Sandbox } from "../../src/tools/sandbox/sandbox.ts"
import type { ToolContext } from "../../src/tools/tool.ts"
import { atFileEnd } from "../at-file-end.ts"
import { type Fixture, makeFixture } from "../support/tool-fixture.ts"
import { PROJECTS } from "./home.ts"

const found = await findSandbox()

/** Skipped where there is no sandbox; on a build server that is a failure instead. */
export const confinedTest = "sandbox" in found || process.env.CI ? test : test.skip

/** Where the sandbox can't limit the number of processes, trying to use them up would hurt the machine. */
export const limitedTest = "sandbox" in found && found.sandbox.gap ? test.skip : confinedTest

/** Where copies of repositories are kept, for one file of tests. */
let shadows: string | undefined
atFileEnd(async () => {
  if (shadows !== undefined) await rm(shadows, { recursive: true, force: true })
  shadows = undefined
})

/** This machine's sandbox, with these places hidden too. */
export async function ownSandbox(hidden: readonly string[] = []): Promise<Sandbox> {
  shadows ??= await mkdtemp(join(PROJECTS, "shadows-"))
  const search = await findSandbox(hidden, { shadows })
  if ("missing" in search) throw new Error(`These tests need a sandbox: ${search.missing}`)
  return search.sandbox
}

export type Cell = Omit<Fixture, "run"> & {
  run(command: string, options?: Partial<CommandOptions>, context?: Partial<ToolContext>): Promise<CommandResult>
}

/** A workspace whose commands run in the given sandbox, or in none. */
export async function openCell(
  sandbox: Sandbox | null,
  files: Readonly<Record<string, string>> = {},
  parent?: string,
): Promise<Cell> {
  const fixture = await makeFixture(files, parent)
  const context = { workspace: fixture.workspace, signal: new AbortController().signal, report: () => {}, sandbox }
  return {
    ...fixture,
    run: (command, options, own) => runCommand({ ...context, ...own }, { command, ...options }),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

/** What a command said, without what the engine says of a repository that is somebody else's. */
export function withoutNotes(output: string): string {
  return output.replace(/^\[keelson: git can only read the repository [^\n]*\]$/gm, "").trimEnd()
}

/** How many processes have this word among their arguments, as the whole machine sees it. */
export async function countProcesses(word: string): Promise<number> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")))
  return lines.filter((line) => line.split("\0").includes(word)).length
}
