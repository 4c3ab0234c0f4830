import { existsSync, readdirSync } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "vitest"
import { runCommand } from "../../src/tools/process/run-command.ts"
import { findSandbox } from "../../src/tools/sandbox/sandbox.ts"
import { openWorkspace } from "../../src/tools/workspace/workspace.ts"
import { confinedTest } from "../attacks/confined.ts"
import { ALONE, git, newFolder, USER } from "../attacks/repositories.ts"

async function small(): Promise<string> {
  const workspace = await newFolder()
  git(workspace, "init", "-q", "-b", "main")
  await writeFile(join(workspace, "file"), "one\n")
  git(workspace, "add", "-A")
  git(workspace, "commit", "-qm", "one")
  return workspace
}

confinedTest("copies of repositories go when those are gone, but not what was not taken over of it", async () => {
  const shadows = join(await newFolder(), "shadows")
  const search = await findSandbox([], { shadows })
  const sandbox = "sandbox" in search ? search.sandbox : null
  const copies = () => readdirSync(shadows).length
  const run = async (root: string, command: string) => {
    const workspace = await openWorkspace(root)
    const context = { workspace, sandbox, signal: new AbortController().signal, report() {} }
    return runCommand(context, { command, env: { ...USER, ...ALONE } })
  }
  const [gone, lost, next] = [await small(), await small(), await small()]
  await run(gone, "echo two > file; git commit -qam two")
  // What it did can't be taken over: its repository is not there any more.
  const end = run(lost, "touch begun; echo two > file; git commit -qam two; while [ -e begun ]; do sleep 0.05; done")
  await expect.poll(() => existsSync(join(lost, "begun")), { timeout: 20_000 }).toBe(true)
  await rm(join(lost, ".git"), { recursive: true })
  await rm(join(lost, "begun"))
  expect((await end).output).toContain("could not be taken over")
  await rm(gone, { recursive: true })
  expect(copies()).toBe(2)
  await run(next, "true")
  expect(copies()).toBe(2)
  expect(git(next, "log", "--format=%s")).toBe("one")
})
