import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, renameSync } from "node:fs"
import { chmod, chown, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { gitFoldersOf } from "../../src/tools/sandbox/git/folders.ts"
import { oneOf, someOf } from "../sample.ts"
import { confinedTest } from "./confined.ts"
import { confined, git, newFolder, repository } from "./repositories.ts"

const READ_ONLY = "[keelson: git can only read the repository .git here:"

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

  confinedTest.each(["commondir", "config.worktree", "hooks/pre-commit", "refs/heads/x.lock"])(
    "%s, made by a command, is not there outside",
    async (name) => {
      const { main, common } = await repository()
      await rm(join(common, "hooks"), { recursive: true })
      await confined(main, `echo ../attack > .git/${name}`)
      await confined(main, "git status --short")
      expect(existsSync(join(common, name))).toBe(false)
      expect(git(main, "status", "--short")).toBe("")
    },
  )

  confinedTest(
    "a repository that is somebody else's, or may only be read, lets commands run and gets no hooks",
    async () => {
      const { main, common } = await repository()
      await rm(join(common, "hooks"), { recursive: true })
      const isRoot = process.getuid?.() === 0
      await (isRoot ? chown(common, 1, 1) : chmod(common, 0o555))
      const { exitCode, output } = await confined(main, "echo on")
      expect({ exitCode, output }).toEqual({ exitCode: 0, output: `on\n${READ_ONLY} it is not yours to write.]` })
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
    expect(end.output).toContain(`${READ_ONLY} its hooks is no folder.]`)
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

describe("links in .git that lead elsewhere", () => {
  /** A home with a project in it, and what a command would like to write: files of the shell, and another project. */
  async function home(isRepository: boolean) {
    const root = await newFolder()
    for (const folder of [
      "proj",
      "other/.git/objects",
      "other/.git/refs",
      ".oh-my-zsh/.git/objects",
      ".oh-my-zsh/.git/refs",
    ])
      await mkdir(join(root, folder), { recursive: true })
    for (const file of [
      ".bashrc",
      "other/package.json",
      "other/.git/HEAD",
      ".oh-my-zsh/oh-my-zsh.sh",
      ".oh-my-zsh/.git/HEAD",
    ])
      await writeFile(join(root, file), MINE)
    const project = join(root, "proj")
    await writeFile(join(project, "file"), "one\n")
    if (isRepository) {
      git(project, "init", "-q")
      git(project, "add", "-A")
      git(project, "commit", "-qm", "one")
    }
    const seen = async () =>
      Promise.all(
        [".bashrc", "other/package.json", ".oh-my-zsh/oh-my-zsh.sh"].map((file) => readFile(join(root, file), "utf8")),
      )
    return { project, seen }
  }
  const MINE = "# mine\n"
  const GONE_ON =
    "echo PWNED >> ../other/package.json; echo PWNED >> ../.oh-my-zsh/oh-my-zsh.sh; echo PWNED >> ../.bashrc; true"

  const LINKS: Readonly<Record<string, readonly string[]>> = {
    "A1: the back link of a working tree, which was written back": [
      "mkdir -p .git/worktrees/x; echo PWNED > .git/worktrees/x/gitdir",
      "ln -sf ../../../../.bashrc .git/worktrees/x/gitdir",
      "true",
    ],
    "A1: the common folder of a working tree": [
      "mkdir -p .git/worktrees/x; echo PWNED > .git/worktrees/x/commondir",
      "ln -sf ../../../../.bashrc .git/worktrees/x/commondir",
      "true",
    ],
    "A2a: submodules that are the folder around": ["ln -s ../.. .git/modules", GONE_ON],
    "A2b: submodules that are another's folder": ["ln -s ../../.oh-my-zsh .git/modules", GONE_ON],
    "A2c: a submodule whose working tree is reached by a link": [
      "ln -s .. x; mkdir -p y; echo gitdir: ../.git/modules/evil > y/.git; mkdir -p .git/modules/evil/objects .git/modules/evil/refs; " +
        "echo x > .git/modules/evil/HEAD; printf '[core]\\n\\tworktree = ../../../x/proj/y\\n' > .git/modules/evil/config",
      GONE_ON,
    ],
    "objects that are a folder elsewhere": [
      "rm -rf .git/objects; ln -s ../../.oh-my-zsh .git/objects",
      GONE_ON,
      "git add -A; true",
    ],
    "refs that are a folder elsewhere": [
      "rm -rf .git/refs; ln -s ../../.oh-my-zsh .git/refs",
      GONE_ON,
      "git branch x; true",
    ],
    "an index that is a file elsewhere": [
      "rm -f .git/index; ln -s ../../.bashrc .git/index",
      "git add -A; true",
      "true",
    ],
    "logs that are a folder elsewhere": [
      "rm -rf .git/logs; ln -s ../../.oh-my-zsh .git/logs",
      "git commit --allow-empty -m PWNED; true",
    ],
    "a .git that is a link": [
      "mkdir g; git init -q g; mv g/.git h; ln -s h .git; ln -s ../../.oh-my-zsh h/modules",
      GONE_ON,
    ],
  }

  for (const kind of ["a repository", "a plain folder"])
    confinedTest.each(Object.entries(LINKS))(`in ${kind}, made by commands – %s`, async (_name, commands) => {
      const { project, seen } = await home(kind === "a repository")
      for (const command of commands) await confined(project, command)
      expect(await seen()).toEqual([MINE, MINE, MINE])
    })

  confinedTest.each(Object.entries(LINKS))("there from the start, as in an archive – %s", async (_name, commands) => {
    const { project, seen } = await home(true)
    const [planted = "", ...others] = commands
    execFileSync("/bin/sh", ["-c", `${planted}; true`], { cwd: project, stdio: "ignore" })
    for (const command of [...others, GONE_ON, "echo two > file; git commit -qam two; true"])
      await confined(project, command)
    expect(await seen()).toEqual([MINE, MINE, MINE])
  })

  confinedTest.each([
    "index",
    "HEAD",
    "config",
    "packed-refs",
    "shallow",
    "refs/heads/pipe",
    "logs/HEAD",
    "info/exclude",
    "MERGE_MSG",
  ])("a pipe named %s blocks nothing and is not written", async (name) => {
    const { project } = await home(true)
    await rm(join(project, ".git", name), { force: true })
    execFileSync("mkfifo", [join(project, ".git", name)])
    expect(await confined(project, "echo on")).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(READ_ONLY),
    })
  })
})

describe("repositories in the workspace", () => {
  async function nested() {
    const root = await newFolder()
    const inner = join(root, "vendor/lib")
    await mkdir(inner, { recursive: true })
    for (const folder of [root, inner]) {
      await writeFile(join(folder, "file"), "one\n")
      git(folder, "init", "-q")
      git(folder, "add", "file")
      git(folder, "commit", "-qm", "one")
    }
    return { root, inner }
  }
  const orders = async (inner: string) => [
    (await readdir(join(inner, ".git/hooks"))).filter((name) => !name.endsWith(".sample")),
    await readFile(join(inner, ".git/config"), "utf8"),
  ]

  confinedTest.each([
    "echo attack > vendor/lib/.git/hooks/post-checkout",
    "git -C vendor/lib config core.fsmonitor attack",
    "mv vendor/lib/.git vendor/x; echo attack > vendor/x/hooks/post-checkout",
    "mv vendor/lib vendor/lib2; echo attack > vendor/lib2/.git/hooks/post-checkout; echo x >> vendor/lib2/.git/config",
    "mv vendor v2; echo attack > v2/lib/.git/hooks/post-checkout; echo x >> v2/lib/.git/config",
    "rm -rf vendor/lib/.git/config; rm -rf vendor/lib/.git; mkdir -p vendor/lib/.git/hooks; echo attack > vendor/lib/.git/hooks/post-checkout",
  ])("A4: a clone's hooks and settings can't be changed: %s", async (plant) => {
    const { root, inner } = await nested()
    const before = await orders(inner)
    for (const command of [plant, plant, "true"]) await confined(root, command)
    expect(await orders(inner)).toEqual(before)
  })

  confinedTest("one without a working tree is not told what to run", async () => {
    const root = await newFolder()
    git(root, "init", "-q", "--bare", "hub.git")
    const before = await readFile(join(root, "hub.git/config"), "utf8")
    const plants = [
      "echo attack > hub.git/hooks/post-receive",
      "git -C hub.git config core.fsmonitor attack",
      "echo attack >> hub.git/config",
      "rm -rf hub.git/hooks; ln -s ../../.. hub.git/hooks",
      "mv hub.git other.git; mkdir hub.git",
    ]
    for (const plant of plants) await confined(root, `${plant}; true`)
    expect(await readFile(join(root, "hub.git/config"), "utf8")).toBe(before)
    expect(await readdir(join(root, "hub.git/hooks"))).not.toContain("post-receive")
  })

  confinedTest("A4: the ninth and all others can only be read", async () => {
    const { root } = await nested()
    for (const name of "abcdefghij") {
      git(root, "init", "-q", join(root, "deps", name))
      await writeFile(join(root, "deps", name, "file"), "one\n")
    }
    const plants = [..."abcdefghij"].map(
      (name) => `echo attack > deps/${name}/.git/hooks/pre-commit; git -C deps/${name} config core.fsmonitor x`,
    )
    await confined(root, plants.join("; "))
    for (const name of "abcdefghij") {
      expect(existsSync(join(root, "deps", name, ".git/hooks/pre-commit"))).toBe(false)
      expect(readFileSync(join(root, "deps", name, ".git/config"), "utf8")).not.toContain("fsmonitor")
    }
    expect((await confined(root, "git -C deps/a add file && git -C deps/j add file")).exitCode).not.toBe(0)
    expect(git(join(root, "deps/a"), "ls-files")).toBe("file")
  })

  confinedTest("one that a command is still making can only be read by another beside it", async () => {
    const root = await newFolder()
    const making = confined(root, "git init -q && touch begun && while [ ! -e done ]; do sleep 0.05; done")
    await expect.poll(() => existsSync(join(root, "begun")), { timeout: 20_000 }).toBe(true)
    expect((await confined(root, "git commit -q --allow-empty -m beside")).exitCode).not.toBe(0)
    await writeFile(join(root, "done"), "")
    await making
    expect(await confined(root, "git commit -q --allow-empty -m after")).toMatchObject({ exitCode: 0 })
    expect(git(root, "log", "--format=%s")).toBe("after")
  })

  confinedTest("one that a command made is said to run what the command chose", async () => {
    const root = await newFolder()
    await confined(
      root,
      "mkdir made && cd made && git init -q && git config core.fsmonitor attack && git commit -qm x --allow-empty",
    )
    expect((await confined(root, "true")).output).toContain(
      "made the repository in made, and git there runs what it chose (core.fsmonitor)",
    )
    expect((await confined(root, "true")).output).toBe("")
    await confined(root, "git init -q plain")
    expect((await confined(root, "true")).output).toBe("")
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
      expect(output).toContain(`[keelson: ${name} was made`)
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
