import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { repositoryPath } from "../support/processes.ts"
import type { Repository } from "./repository.ts"

const MOST_BYTES = 1 << 30

/** A checkout of the commit before the fix, with its packages. */
export type Place = {
  readonly folder: string
  readonly files: number
  /** The first line of what upstream said of the fix. */
  readonly subject: string
  /** The whole fix, as a unified diff. */
  readonly patch: string
  /** The command of the set-up that failed, if one did. */
  readonly lacks?: string
}

/** Where repositories come from: clones that are there already, else GitHub. */
export type Sources = { readonly cache: string; readonly mirrors: string | undefined }

/** Opens a repository as it was before its fix; a sentence if it can't be had. What an earlier bench installed is still there. */
export function openPlace(repository: Repository, sources: Sources): Place | string {
  const folder = join(sources.cache, repository.name.replace("/", "+"))
  if (!existsSync(folder)) {
    const why = clone(repository, folder, sources)
    if (why !== undefined) return why
  }
  const { commit } = repository
  checkOut(folder, `${commit}^`)
  git(folder, ["clean", "-fdq"])
  const lacks = setUp(repository, folder)
  return {
    folder,
    files: git(folder, ["ls-files"]).split("\n").length - 1,
    subject: git(folder, ["log", "-1", "--format=%s", commit]).trim(),
    patch: git(folder, ["diff", "--no-renames", "--no-ext-diff", "--no-color", `${commit}^`, commit]),
    ...(lacks === undefined ? {} : { lacks }),
  }
}

/** A mirror may lack files that are too large for it: those are left out. */
function checkOut(folder: string, commit: string): void {
  const words = ["checkout", "--quiet", "--force", "--detach", commit]
  const { status, stderr } = spawnSync("git", words, { cwd: folder, encoding: "utf8" })
  if (status === 0) return
  const missing = [...stderr.matchAll(/^error: unable to read sha1 file of (.*) \(\w+\)$/gm)].map(
    ([, path]) => `!/${path}`,
  )
  if (missing.length > 0) git(folder, ["sparse-checkout", "set", "--no-cone", "/*", ...missing])
  git(folder, words)
}

function clone({ name, commit }: Repository, folder: string, { mirrors }: Sources): string | undefined {
  const near = mirrors === undefined ? undefined : mirrorOf(mirrors, name)
  const from = near === undefined ? [`https://github.com/${name}.git`] : ["--shared", near]
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const cloned = spawnSync("git", ["clone", "--quiet", "--no-checkout", ...from, part], { encoding: "utf8" })
  if (cloned.status !== 0) return `not to be had: ${lastLine(cloned.stderr)}`
  const has = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: part })
  if (has.status !== 0) return `the clone has no commit ${commit}`
  renameSync(part, folder)
  return undefined
}

/** `owner/name`, `owner+name` or `owner+name/repo` in the folder of mirrors, bare or not. */
function mirrorOf(mirrors: string, name: string): string | undefined {
  const plus = name.replace("/", "+")
  return [join(mirrors, plus, "repo"), join(mirrors, plus), join(mirrors, name), join(mirrors, `${name}.git`)].find(
    (path) => existsSync(join(path, "HEAD")) || existsSync(join(path, ".git")),
  )
}

/** Once for each checkout and what it takes. */
function setUp({ setup = [], commit }: Repository, folder: string): string | undefined {
  const done = join(
    folder,
    ".git",
    `set-up-${createHash("sha256").update(`${commit} ${setup}`).digest("hex").slice(0, 12)}`,
  )
  if (existsSync(done)) return undefined
  for (const command of setup) {
    const env = { ...usersEnvironment(), CI: "true" }
    const { status } = spawnSync("/bin/sh", ["-c", command], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    })
    if (status !== 0) return command
  }
  writeFileSync(done, "")
  return undefined
}

/** What the bench was started with, without the programs that this repository brings along: nobody else's checks may find them. */
export function usersEnvironment(): NodeJS.ProcessEnv {
  const own = repositoryPath("node_modules/.bin")
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|KEELSON_)/i.test(name))
  const PATH = process.env.PATH?.split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter)
  return { ...Object.fromEntries(kept), PATH }
}

/** What git says of the folder: changed, untracked and ignored files, each with its sign. */
export function statusOf(folder: string): string[] {
  const words = ["status", "--porcelain=v1", "-z", "--ignored=matching", "--untracked-files=all"]
  return git(folder, words)
    .split("\0")
    .filter((line) => line !== "")
}

export function git(folder: string, args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: MOST_BYTES })
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? ""
}
