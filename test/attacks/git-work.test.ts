import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { SEED, someOf, timesTried } from "../sample.ts"
import { confinedTest } from "./confined.ts"
import { ALONE, confined, git, newFolder, repository, USER } from "./repositories.ts"

/* Git in commands works on a copy; what is there afterwards has to be what the same commands leave without any sandbox. */

/** A workspace, and the folder in it where git is used. */
type Place = { readonly workspace: string; readonly within: string }

async function alone(format: string): Promise<Place> {
  const workspace = await newFolder()
  git(workspace, "init", "-q", "-b", "main", `--object-format=${format}`)
  await writeFile(join(workspace, "file"), "one\n")
  git(workspace, "add", "-A")
  git(workspace, "commit", "-qm", "one")
  return { workspace, within: "." }
}

const LAYOUTS: Readonly<Record<string, () => Promise<Place>>> = {
  "a plain repository": () => alone("sha1"),
  "a repository with other names for objects": () => alone("sha256"),
  "a package folder": async () => ({ workspace: join((await repository()).main, "packages/a"), within: "." }),
  "a linked working tree": async () => ({ workspace: (await repository()).tree, within: "." }),
  "a submodule": async () => ({ workspace: join((await repository()).main, "deps/library"), within: "." }),
  "a submodule of the workspace": async () => ({ workspace: (await repository()).main, within: "deps/library" }),
  "a clone in the workspace": async () => {
    const { workspace } = await alone("sha1")
    await mkdir(join(workspace, "vendor"))
    git(workspace, "clone", "-q", workspace, "vendor/lib")
    return { workspace, within: "vendor/lib" }
  },
}

/** The same commands in the sandbox and, in a folder of the same kind, without one. */
async function twins(layout: string) {
  const make = LAYOUTS[layout] as () => Promise<Place>
  const [inside, outside] = [await make(), await make()]
  return {
    folder: join(inside.workspace, inside.within),
    async both(command: string) {
      const expected = unconfined(join(outside.workspace, outside.within), command)
      const { output, exitCode } = await confined(inside.workspace, `cd ${inside.within} && { ${command}; }`)
      const ends = { command, isGood: exitCode === 0, state: stateOf(join(inside.workspace, inside.within)) }
      const wanted = { command, isGood: expected, state: stateOf(join(outside.workspace, outside.within)) }
      expect(ends, output).toEqual(wanted)
      return output
    },
  }
}

function unconfined(folder: string, command: string): boolean {
  const env = { PATH: process.env.PATH, HOME: "/nowhere", ...USER, ...ALONE }
  try {
    execFileSync("/bin/sh", ["-c", command], { cwd: folder, env, stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** All that git knows of a repository, looked at from outside. */
function stateOf(folder: string): object {
  const refs = git(folder, "for-each-ref", "--format=%(refname) %(objectname)")
  return {
    refs: refs.split("\n"),
    head: readHead(folder),
    index: git(folder, "ls-files", "--stage"),
    status: git(folder, "status", "--porcelain", "--untracked-files=all"),
    stash: refs.includes("refs/stash") ? git(folder, "stash", "list", "--format=%H %gs") : "",
    fsck: git(folder, "fsck", "--no-dangling", "--no-progress"),
  }
}

function readHead(folder: string): string {
  try {
    return git(folder, "symbolic-ref", "-q", "HEAD")
  } catch {
    return git(folder, "rev-parse", "HEAD")
  }
}

const WORK = [
  "echo two > two && git add two && git commit -qm two",
  "git branch side && git checkout -q -b topic && echo t > topic && git add . && git commit -qm topic",
  "git switch -q -",
  "echo m >> two; git commit -qam again; git branch trunk; git merge -q -m merged topic",
  "git tag v1; git tag -a -m note v2",
  "echo dirty >> two; git stash push -q -m first; echo more > two; git stash push -q -m second",
  "git stash pop -q",
  "git checkout -q -- two; git stash drop -q",
  "git checkout -q side; echo s > two; git commit -qam side; git rebase -q trunk",
  "echo resolved > two; git add two; GIT_EDITOR=true git rebase --continue",
  "git checkout -q -b pick HEAD~1 && git cherry-pick side",
  "echo amended >> two; git commit -q --amend -am amended",
  "git mv two three; git commit -qm moved; git rm -q three",
  "git reset -q --hard HEAD~1",
  "echo conflict > two; git commit -qam conflict; git merge -q -m both trunk",
  "echo both > two; git add two; git commit -qm both",
  "git branch -D side; git branch -m pick a/b; git branch c/d; git branch -D c/d; git branch c",
  "git branch -D c && git branch c/d; git tag -d v1; git checkout -q --detach",
  "echo staged > staged; git add staged; echo changed >> staged",
]

describe("git in a command does what it does without a sandbox", () => {
  confinedTest.each(someOf("layouts of work", 3, Object.keys(LAYOUTS)))(
    "in %s",
    async (layout) => {
      const { both } = await twins(layout)
      for (const command of WORK) await both(command)
    },
    180_000,
  )

  confinedTest("says that a rebase waits, and knows of it in the next command", async () => {
    const { both } = await twins("a plain repository")
    await both(
      "git branch side; echo m > file; git commit -qam main; git checkout -q side; echo s > file; git commit -qam side",
    )
    expect(await both("git rebase -q main")).toContain("[keelson: a rebase in .git is in progress.")
    expect(await both("git status")).toContain("rebase in progress")
    await both("git rebase --abort")
  })

  confinedTest("in an empty workspace: what a command makes is a repository like any other from then on", async () => {
    const workspace = await newFolder()
    const command = "git init -q && echo one > one && git add one && git commit -qm one"
    expect(await confined(workspace, command)).toMatchObject({ exitCode: 0, output: "" })
    expect(await confined(workspace, "echo two > two && git add two && git commit -qm two")).toMatchObject({
      exitCode: 0,
    })
    expect(git(workspace, "log", "--format=%s")).toBe("two\none")
    expect(git(workspace, "status", "--short")).toBe("")
  })

  confinedTest.each(["sha1", "sha256"])(
    "a tree without any file is stored, though git knows it by heart (%s)",
    async (format) => {
      const { both } = await twins(
        format === "sha1" ? "a plain repository" : "a repository with other names for objects",
      )
      await both("echo more > file; git stash push -q -u -m all")
      await both("git rm -qr .; git commit -qm nothing")
      await both("git stash pop -q")
    },
  )

  confinedTest("a repository without a working tree is pushed to and read", async () => {
    const { workspace } = await alone("sha1")
    expect(await confined(workspace, "git init -q --bare hub.git && git push -q ./hub.git HEAD:main")).toMatchObject({
      exitCode: 0,
    })
    const push =
      "echo two > file; git commit -qam two; git push -q ./hub.git HEAD:side && git -C hub.git log -1 --format=%s side"
    expect(await confined(workspace, push)).toMatchObject({ exitCode: 0, output: "two" })
    expect(git(join(workspace, "hub.git"), "log", "--format=%s", "side")).toBe("two\none")
    expect(git(join(workspace, "hub.git"), "fsck", "--no-dangling", "--no-progress")).toBe("")
  })

  confinedTest("hooks of the project run, confined", async () => {
    const { workspace } = await alone("sha1")
    const hook = join(workspace, ".git/hooks/commit-msg")
    await writeFile(hook, '#!/bin/sh\necho hooked >> "$1"; echo attack > ../attack; true\n', { mode: 0o755 })
    await confined(workspace, "echo two > file; git commit -qam two")
    expect(git(workspace, "log", "-1", "--format=%B")).toContain("hooked")
    expect(existsSync(join(workspace, "../attack"))).toBe(false)
  })

  /** Like `Math.random`, the same each time. */
  function chances(seed: number): () => number {
    let state = seed
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
  }

  const STEPS = [
    (n: number) => `echo ${n} > f${n % 4}; git add f${n % 4}`,
    (n: number) => `echo ${n} > f${n % 4}; git add -A .; git commit -qm ${n}`,
    (n: number) => `git commit -q --allow-empty -m empty-${n}`,
    (n: number) => `git checkout -q -b b${n % 5}`,
    (n: number) => `git checkout -q b${n % 5}`,
    (n: number) => `git branch -D b${n % 5}`,
    (n: number) => `git branch -f c/${n % 3} HEAD~1`,
    (n: number) => `echo ${n} >> f${n % 4}; git stash push -q -u -m s${n}`,
    () => "git stash pop -q",
    (n: number) => `git stash drop -q stash@{${n % 2}}`,
    (n: number) => `git merge -q -m m${n} b${n % 5} || git merge --abort`,
    (n: number) => `git rebase -q b${n % 5} || git rebase --abort`,
    (n: number) => `git merge -q -m m${n} b${n % 5}`,
    () => "git add -A . && git commit -qm resolved",
    (n: number) => `git cherry-pick b${n % 5} || git cherry-pick --abort`,
    (n: number) => `git mv f${n % 4} g${n % 2}`,
    (n: number) => `git rm -qf f${n % 4}; mkdir -p f${n % 4}; echo ${n} > f${n % 4}/in; git add -A .`,
    (n: number) => `rm -rf f${n % 4}; echo ${n} > f${n % 4}; git add -A .`,
    () => "git reset -q --hard HEAD~1",
    () => "git reset -q HEAD~1",
    (n: number) => `git tag -f t${n % 3}`,
    (n: number) => `chmod +x f${n % 4}; ln -sf f0 l${n % 2}; git add -A .`,
    (n: number) => `echo amend > f${n % 4}; git commit -q --amend -am amend-${n}`,
    () => "git checkout -q --detach",
  ]

  const ROUNDS = Array.from({ length: timesTried({ sample: 1, whole: 10 }) }, (_, round) => SEED + round)

  confinedTest.each(ROUNDS)(
    "for any commands in any order, by %s",
    async (seed) => {
      const chance = chances(seed)
      const { both } = await twins("a plain repository")
      for (let step = 0; step < STEPS_TRIED; step++) {
        const make = STEPS[Math.floor(chance() * STEPS.length)] as (n: number) => string
        await both(make(Math.floor(chance() * 1000)))
      }
    },
    600_000,
  )
  const STEPS_TRIED = 40
})

describe("what the user does meanwhile", () => {
  confinedTest("a branch that the user moved stays, and the command's commit is named", async () => {
    const { workspace } = await alone("sha1")
    const running = confined(
      workspace,
      "echo mine > file; git commit -qam mine; touch begun; while [ ! -e done ]; do sleep 0.05; done",
    )
    await expect.poll(() => existsSync(join(workspace, "begun")), { timeout: 20_000 }).toBe(true)
    git(workspace, "commit", "-q", "--allow-empty", "-m", "the user's")
    const users = git(workspace, "rev-parse", "HEAD")
    await writeFile(join(workspace, "done"), "")
    const { output } = await running
    expect(output).toMatch(
      /refs\/heads\/main was moved outside meanwhile and stays there; the command's commit is [0-9a-f]{40}/,
    )
    expect(git(workspace, "rev-parse", "HEAD")).toBe(users)
    const [, id = ""] = /commit is ([0-9a-f]{40})/.exec(output) ?? []
    expect(git(workspace, "log", "-1", "--format=%s", id)).toBe("mine")
    expect((await confined(workspace, "git log -1 --format=%s")).output).toBe("the user's")
  })

  confinedTest("a look at the status outside is no change: a rebase goes on", async () => {
    const { both, folder } = await twins("a plain repository")
    await both(
      "git branch side; echo m > file; git commit -qam main; git checkout -q side; echo s > file; git commit -qam side",
    )
    await both("git rebase -q main")
    git(folder, "update-index", "--force-write-index")
    await both("echo r > file; git add file; GIT_EDITOR=true git rebase --continue")
  })

  confinedTest("commands side by side leave all of their commits", async () => {
    const { workspace } = await alone("sha1")
    const names = ["a", "b", "c", "d"]
    // Not by the index: git itself lets only one command at a time write that.
    const commit = (name: string) =>
      `git branch ${name} && git worktree list > /dev/null && T=$(git rev-parse "HEAD^{tree}") && git update-ref refs/heads/${name} $(git commit-tree -m ${name} $T)`
    await Promise.all(names.map((name) => confined(workspace, commit(name))))
    await confined(workspace, "true")
    expect(names.map((name) => git(workspace, "log", "-1", "--format=%s", name))).toEqual(names)
    expect(git(workspace, "fsck", "--no-dangling", "--no-progress")).toBe("")
  })
})

describe("a process that is killed before a command's work was taken over", () => {
  confinedTest("the next command takes it over", async () => {
    const { workspace } = await alone("sha1")
    await confined(workspace, "true")
    const copy = join(await newFolder(), "before")
    await cp(join(workspace, ".git"), copy, { recursive: true })
    const source = join(import.meta.dirname, "../../src/tools")
    const script = `
      const { findSandbox } = await import("${source}/sandbox/sandbox.ts")
      const { runCommand } = await import("${source}/process/run-command.ts")
      const { openWorkspace } = await import("${source}/workspace/workspace.ts")
      const { sandbox } = await findSandbox([], { shadows: process.argv[1] })
      const killed = { ...sandbox, attend: async (place) => ({ ...(await sandbox.attend(place)), leave: () => process.kill(process.pid, "SIGKILL") }) }
      const workspace = await openWorkspace(process.argv[2])
      await runCommand({ workspace, sandbox: killed, signal: new AbortController().signal, report() {} }, { command: process.argv[3], env: JSON.parse(process.argv[4]) })`
    const shadows = join(await newFolder(), "shadows")
    const command = "echo two > file; git commit -qam two; git checkout -q -b late"
    const words = [
      "--input-type=module",
      "-e",
      script,
      shadows,
      workspace,
      command,
      JSON.stringify({ ...USER, ...ALONE }),
    ]
    expect(() => execFileSync(process.execPath, words, { stdio: "ignore" })).toThrow()
    expect(git(workspace, "log", "-1", "--format=%s")).toBe("one")
    expect(await readFile(join(copy, "HEAD"), "utf8")).toBe(await readFile(join(workspace, ".git/HEAD"), "utf8"))
    const next = script.replace("sandbox: killed", "sandbox")
    execFileSync(process.execPath, [...words.slice(0, 2), next, shadows, workspace, "true", words[6] ?? ""], {
      stdio: "ignore",
    })
    expect(git(workspace, "log", "-1", "--format=%s")).toBe("two")
    expect(git(workspace, "symbolic-ref", "HEAD")).toBe("refs/heads/late")
    expect(git(workspace, "status", "--short")).toBe("")
  })
})
