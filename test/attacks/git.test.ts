import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, renameSync } from "node:fs"
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { type CommandResult, runCommand } from "../../src/tools/process/run-command.ts"
import { gitFoldersOf } from "../../src/tools/sandbox/git/folders.ts"
import { openWorkspace } from "../../src/tools/workspace.ts"
import { oneOf, someOf } from "../sample.ts"
import { confinedTest, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const USER = { GIT_AUTHOR_NAME: "n", GIT_AUTHOR_EMAIL: "e", GIT_COMMITTER_NAME: "n", GIT_COMMITTER_EMAIL: "e" }
const ALONE = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" }

function git(folder: string, ...words: readonly string[]): string {
  const env = { PATH: process.env.PATH, ...USER, ...ALONE }
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...words], {
    cwd: folder,
    env,
    encoding: "utf8",
  }).trim()
}

/** A repository with a package folder, a submodule and a linked working tree: a copy, for git takes its time to make one. */
async function repository(): Promise<{ root: string; main: string; tree: string; common: string }> {
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

async function newFolder(): Promise<string> {
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

async function confined(workspace: string, command: string): Promise<CommandResult> {
  const context = {
    workspace: await openWorkspace(workspace),
    sandbox: await ownSandbox(),
    signal: new AbortController().signal,
    report: () => {},
  }
  return runCommand(context, { command, env: { ...USER, ...ALONE } })
}

const LAYOUTS = ["main", "main/packages/a", "tree", "tree/packages/a", "main/deps/library"]

describe("what git takes its orders from", () => {
  confinedTest.each(someOf("layouts", 2, LAYOUTS))("git commit works in %s", async (layout) => {
    const { root } = await repository()
    const end = await confined(
      join(root, layout),
      "echo two > two && git add two && git commit -qm two && git status --short",
    )
    expect(end).toMatchObject({ exitCode: 0, output: "" })
    expect(git(join(root, layout), "log", "-1", "--format=%s")).toBe("two")
  })

  const PLANTS = [
    'echo attack > "$C/hooks/pre-commit"',
    'mv "$C/hooks" "$C/other" && mkdir "$C/hooks" && echo attack > "$C/hooks/pre-commit"',
    'rm -rf "$C/hooks"',
    'echo attack >> "$C/config"',
    'git config core.fsmonitor "touch attack"',
    "git config core.hooksPath /tmp",
    'mv "$C/config" "$C/other"',
    'rm "$C/config"',
    'mv "$C" "$C-other"',
    'ln -sfn /tmp "$C/hooks"',
    'rm -rf "$C" && ln -s /tmp "$C"',
  ]
  const TRIALS = PLANTS.flatMap((plant) => oneOf(plant, LAYOUTS).map((layout) => [layout, plant] as const))

  confinedTest.each(TRIALS)("in %s it can't be changed: %s", async (layout, plant) => {
    const { root } = await repository()
    const workspace = join(root, layout)
    const common = git(workspace, "rev-parse", "--path-format=absolute", "--git-common-dir")
    const before = await ordersIn(common)
    const end = await confined(workspace, `C=$(git rev-parse --path-format=absolute --git-common-dir); ${plant}`)
    expect(end.exitCode).not.toBe(0)
    expect(await ordersIn(common)).toEqual(before)
  })

  async function ordersIn(folder: string): Promise<object> {
    return { hooks: await readdir(join(folder, "hooks")), config: await readFile(join(folder, "config"), "utf8") }
  }

  confinedTest.each(["commondir", "config.worktree"])("%s, made by a command, is set aside", async (name) => {
    const { main, common } = await repository()
    const end = await confined(main, `echo ../attack > .git/${name}; ls .git/${name}`)
    expect(end.output).toContain(`[keelson: .git/${name} decides what runs outside of the sandbox`)
    expect(existsSync(join(common, name))).toBe(false)
    expect(git(main, "status", "--short")).toBe("")
  })

  confinedTest("hooks that are not there can't be made, and commands that make none hear nothing of it", async () => {
    const { main, common } = await repository()
    await rm(join(common, "hooks"), { recursive: true })
    expect((await confined(main, "echo attack > .git/hooks/pre-commit")).exitCode).not.toBe(0)
    expect((await confined(main, "git status --short")).output).toBe("")
    expect(await readdir(join(common, "hooks"))).toEqual([])
  })

  confinedTest(
    "a repository that is somebody else's, or may only be read, lets commands run and gets no hooks",
    async () => {
      const { main, common } = await repository()
      await rm(join(common, "hooks"), { recursive: true })
      const isRoot = process.getuid?.() === 0
      await (isRoot ? chown(common, 1, 1) : chmod(common, 0o555))
      expect(await confined(main, "echo on")).toMatchObject({ exitCode: 0, output: "on" })
      await confined(main, "chmod u+w .git; mkdir -p .git/hooks; echo attack > .git/hooks/pre-commit")
      await chmod(common, 0o755)
      expect(existsSync(join(common, "hooks/pre-commit"))).toBe(false)
    },
  )

  confinedTest("hooks that are a link stay that link", async () => {
    const { root, main, common } = await repository()
    await rm(join(common, "hooks"), { recursive: true })
    await symlink(root, join(common, "hooks"))
    const end = await confined(main, "rm .git/hooks && mkdir .git/hooks && echo attack > .git/hooks/pre-commit")
    expect(end.output).toContain("set-aside")
    expect(await readlink(join(common, "hooks"))).toBe(root)
  })

  confinedTest("a repository inside a package folder would be another's orders: it is set aside", async () => {
    const { main } = await repository()
    const end = await confined(join(main, "packages/a"), "git init -q . && git config core.fsmonitor attack")
    expect(end.output).toContain("[keelson: .git decides")
    expect(existsSync(join(main, "packages/a/.git"))).toBe(false)
  })

  confinedTest("another working tree can't be led to another repository", async () => {
    const { main, tree, common } = await repository()
    const file = join(common, "worktrees/tree/commondir")
    const before = readFileSync(file, "utf8")
    await confined(main, "echo /tmp/attack > .git/worktrees/tree/commondir")
    expect(readFileSync(file, "utf8")).toBe(before)
    expect(git(tree, "status", "--short")).toBe("")
  })

  confinedTest("a submodule's .git file and settings can't be changed, nor moved away", async () => {
    const { main, common } = await repository()
    const plants = [
      "echo gitdir: /tmp > deps/library/.git",
      "mv deps/library/.git deps/library/other",
      "mv deps/library deps/other",
      "mv deps other",
      "echo attack >> .git/modules/deps/library/config",
      "mv .git/modules .git/other",
      "mv .git/modules/deps .git/modules/other",
    ]
    for (const plant of plants)
      expect({ plant, code: (await confined(main, plant)).exitCode }).not.toEqual({ plant, code: 0 })
    expect(existsSync(join(common, "modules/deps/library/config"))).toBe(true)
  })

  confinedTest("the rest of a package folder's repository stays read-only", async () => {
    const { main } = await repository()
    expect((await confined(join(main, "packages/a"), "echo attack > ../attack")).exitCode).not.toBe(0)
    expect((await confined(join(main, "packages/a"), "rm ../../.gitmodules")).exitCode).not.toBe(0)
  })
})

const SETTINGS = ["keelson.config.json", "keelson.config.ts", "keelson.config.js", "keelson.config.mjs", ".envrc"]

describe("settings that run code later", () => {
  confinedTest.each(someOf("settings there", 2, SETTINGS))("%s can't be changed where it is there", async (name) => {
    const { main } = await repository()
    await writeFile(join(main, name), "mine")
    for (const plant of [`echo attack > ${name}`, `rm ${name}`, `mv ${name} other`, `ln -sf /tmp ${name}`])
      expect({ plant, code: (await confined(main, plant)).exitCode }).not.toEqual({ plant, code: 0 })
    expect(readFileSync(join(main, name), "utf8")).toBe("mine")
  })

  confinedTest.each(someOf("settings made", 2, SETTINGS))(
    "%s is set aside where a command makes it, and said so",
    async (name) => {
      const { main } = await repository()
      const { output } = await confined(main, `echo attack > ${name}`)
      expect(output).toContain(`[keelson: ${name} decides what runs outside of the sandbox`)
      expect(existsSync(join(main, name))).toBe(false)
      expect((await readdir(main)).some((other) => other.startsWith(`${name}.set-aside-`))).toBe(true)
    },
  )

  confinedTest("nothing is left behind of what was not there", async () => {
    const { main } = await repository()
    const before = await readdir(main)
    await confined(main, "true")
    expect(await readdir(main)).toEqual(before)
  })
})

describe("a .git file that names a folder which does not know of it", () => {
  it.each(["a plain folder", "another's working tree", "a link to one", "a repository elsewhere"])(
    "%s",
    async (kind) => {
      const { root, main, tree, common } = await repository()
      const stranger = join(root, "stranger")
      await mkdir(stranger)
      await symlink(common, join(root, "link"))
      const named = {
        "a plain folder": root,
        "another's working tree": join(common, "worktrees/tree"),
        "a link to one": join(root, "link"),
        "a repository elsewhere": common,
      }[kind]
      await writeFile(join(stranger, ".git"), `gitdir: ${named}\n`)
      expect(await gitFoldersOf(stranger)).toBeUndefined()
      expect(await gitFoldersOf(tree)).toMatchObject({ common })
      expect(await gitFoldersOf(join(main, "deps/library"))).toMatchObject({
        own: join(common, "modules/deps/library"),
      })
    },
  )

  confinedTest("makes nothing writable, and can't be changed", async () => {
    const { root, common } = await repository()
    const stranger = join(root, "stranger")
    await mkdir(stranger)
    await writeFile(join(stranger, ".git"), `gitdir: ${join(common, "worktrees/tree")}\n`)
    for (const plant of [`echo attack > ${common}/attack`, "echo attack > .git", "mv .git other"])
      expect({ plant, code: (await confined(stranger, plant)).exitCode }).not.toEqual({ plant, code: 0 })
  })

  it("a repository that holds the whole home is not taken for a project's", async () => {
    const { root, main } = await repository()
    renameSync(join(main, ".git"), join(root, ".git"))
    expect(await gitFoldersOf(join(main, "packages"))).toMatchObject({ common: join(root, ".git") })
    const home = process.env.HOME
    process.env.HOME = root
    try {
      expect(await gitFoldersOf(join(main, "packages"))).toBeUndefined()
    } finally {
      process.env.HOME = home
    }
  })
})

describe("the engine's own git", () => {
  it("runs nobody's code: hooks, filters, monitors and settings of the user's and of the project's", async () => {
    const { root, main, common } = await repository()
    const marker = join(root, "ran")
    const run = join(root, "run.sh")
    await writeFile(run, `#!/bin/sh\necho ran >> '${marker}'\ncat\n`, { mode: 0o755 })
    const config = [
      "core.fsmonitor",
      "filter.x.clean",
      "filter.x.smudge",
      "filter.x.process",
      "diff.x.command",
      "diff.x.textconv",
      "merge.x.driver",
      "core.pager",
      "gpg.program",
      "core.sshCommand",
      "alias.status",
      "alias.add",
    ]
    for (const key of config) git(main, "config", key, key.startsWith("alias") ? `!${run}` : run)
    await writeFile(join(common, "hooks/post-index-change"), `#!/bin/sh\necho ran >> '${marker}'\n`, { mode: 0o755 })
    await writeFile(join(main, ".gitattributes"), "* filter=x diff=x merge=x text eol=crlf\n")
    const variables = {
      GIT_DIR: common,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: run,
      GIT_EXTERNAL_DIFF: run,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${run}'`,
      GIT_EXEC_PATH: root,
    }
    Object.assign(process.env, variables)
    try {
      const checkpoints = openCheckpoints(join(root, "state/checkpoints"))
      const before = await checkpoints.take(main)
      await writeFile(join(main, "packages/a/file"), "two\r\n")
      const after = await checkpoints.take(main)
      expect(await checkpoints.changes(main, before, after)).toMatchObject([{ path: "packages/a/file" }])
      await checkpoints.restore(main, before, ["packages/a/file"])
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name]
    }
    expect(readFileSync(join(main, "packages/a/file"), "utf8")).toBe("one\n")
    expect(existsSync(marker)).toBe(false)
  })
})
