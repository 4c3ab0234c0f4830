import { execFileSync } from "node:child_process"
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type CommandResult, runCommand } from "../../src/tools/process/run-command.ts"
import type { Sandbox } from "../../src/tools/sandbox/sandbox.ts"
import { openWorkspace } from "../../src/tools/workspace/workspace.ts"
import { atFileEnd } from "../at-file-end.ts"
import { ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const folders: string[] = []
atFileEnd(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  pattern = undefined
  sandbox = undefined
})

/** The same time for all: what is done twice has the same names. */
const TIME = "2026-01-02T03:04:05Z"
export const USER = {
  GIT_AUTHOR_NAME: "n",
  GIT_AUTHOR_EMAIL: "e",
  GIT_COMMITTER_NAME: "n",
  GIT_COMMITTER_EMAIL: "e",
  GIT_AUTHOR_DATE: TIME,
  GIT_COMMITTER_DATE: TIME,
}
export const ALONE = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" }

export function git(folder: string, ...words: readonly string[]): string {
  const env = { PATH: process.env.PATH, ...USER, ...ALONE }
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...words], {
    cwd: folder,
    env,
    encoding: "utf8",
  }).trim()
}

/** A repository with a package folder, a submodule and a linked working tree: a copy, for git takes its time to make one. */
export async function repository(): Promise<{ root: string; main: string; tree: string; common: string }> {
  pattern ??= makeRepository()
  const root = await newFolder()
  await cp(await pattern, root, { recursive: true, verbatimSymlinks: true })
  const [main, tree] = [join(root, "main"), join(root, "tree")]
  const link = join(main, ".git/worktrees/tree")
  await writeFile(join(tree, ".git"), `gitdir: ${link}\n`)
  await writeFile(join(link, "gitdir"), `${join(tree, ".git")}\n`)
  return { root, main, tree, common: join(main, ".git") }
}

let pattern: Promise<string> | undefined

export async function newFolder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(PROJECTS, "git-")))
  folders.push(root)
  return root
}

async function makeRepository(): Promise<string> {
  const root = await newFolder()
  const [main, library, tree] = ["main", "library", "tree"].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [main, library]) {
    git(root, "init", "-q", folder)
    await mkdir(join(folder, "packages/a"), { recursive: true })
    await writeFile(join(folder, "packages/a/file"), "one\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
  }
  git(main, "submodule", "--quiet", "add", library, "deps/library")
  git(main, "commit", "-qm", "submodule")
  git(main, "worktree", "add", "-q", tree)
  return root
}

let sandbox: Promise<Sandbox> | undefined

/** Runs a command in a workspace, in this machine's sandbox. */
export async function confined(
  workspace: string,
  command: string,
  env: Record<string, string> = {},
): Promise<CommandResult> {
  sandbox ??= ownSandbox()
  const context = {
    workspace: await openWorkspace(workspace),
    sandbox: await sandbox,
    signal: new AbortController().signal,
    report: () => {},
  }
  return runCommand(context, { command, env: { ...USER, ...ALONE, ...env } })
}
