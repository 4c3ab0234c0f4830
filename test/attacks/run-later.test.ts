import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { chmod, lstat, readlink, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect } from "vitest"
import { someOf } from "../sample.ts"
import { type Cell, confinedTest, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

/** One of each kind, and all that the report of an attack named. */
const PLANTS = [
  ".bashrc",
  ".zshenv",
  ".profile",
  ".config/fish/config.fish",
  ".gitconfig",
  ".gitmodules",
  ".vscode/tasks.json",
  ".idea/workspace.xml",
  ".zed/tasks.json",
  ".nvim.lua",
  ".claude/settings.json",
  ".cursor/mcp.json",
  ".codex/config.toml",
  ".mcp.json",
  ".husky/pre-commit",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".envrc",
  "keelson.config.json",
  "keelson.config.ts",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  "Jenkinsfile",
  ".config/autostart/x.desktop",
  ".local/bin/git",
  ".config/systemd/user/x.service",
]

const PLACES = PLANTS.flatMap((name) => [name, `sub/deep/${name}`])

async function cell(files: Readonly<Record<string, string>> = {}): Promise<Cell> {
  return openCell(await ownSandbox(), files, PROJECTS)
}

function asideIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.set-aside-[0-9a-f]{8}$/.test(name))
}

describe("a command that changes what other programs run later", () => {
  confinedTest.each(someOf("run later, there", 6, PLACES))("%s, where it is there", async (name) => {
    await using here = await cell({ [name]: "mine" })
    const plants = [
      `echo attack > ${name}`,
      `echo attack >> ${name}`,
      `rm -f ${name}`,
      `mv ${name} other`,
      `ln -sf /etc/passwd ${name}`,
      `ln ${name} other && echo attack > other`,
      `touch ${dirname(name)}/new; cp ${name} copy && mv copy ${name}`,
    ]
    for (const plant of plants)
      expect({ plant, code: (await here.run(plant)).exitCode }).not.toEqual({ plant, code: 0 })
    expect(readFileSync(here.path(name), "utf8")).toBe("mine")
  })

  confinedTest.each(someOf("run later, made", 6, PLACES))(
    "%s, where there is none: set aside and said",
    async (name) => {
      await using here = await cell({ "sub/deep/a.txt": "a" })
      const { output, exitCode } = await here.run(`mkdir -p ${dirname(name)} && echo attack > ${name}`)
      expect(exitCode).toBe(0)
      expect(output).toContain("was made by this command")
      expect(output).toContain("write it with the file tools")
      expect(existsSync(here.path(name))).toBe(false)
      const [aside = "", ...more] = asideIn(here.workspace.root)
      expect(more).toEqual([])
      expect(output).toContain(aside)
    },
  )

  const HIDING = [
    ["in a folder that takes the place of another", "mv sub other && mkdir sub && echo attack > sub/.envrc"],
    ["in a folder that is read-only afterwards", "mkdir new && echo attack > new/.envrc && chmod 555 new"],
    ["in a folder that can't be listed afterwards", "mkdir new && echo attack > new/.envrc && chmod 311 new"],
    ["within another one", "mkdir -p .vscode/.idea && echo attack > .vscode/.idea/.envrc"],
    ["by another case", "echo attack > .ENVRC; mkdir .VSCode; echo attack > .VSCode/tasks.json"],
    ["by a link to a folder", "mkdir ok && echo attack > ok/tasks.json && ln -s ok .vscode"],
    ["by a link that leads nowhere", "ln -s nowhere .envrc"],
    ["by a pipe", "mkfifo .envrc"],
    ["behind thousands of folders", "mkdir -p many/{1..4000} && echo attack > many/4000/.envrc"],
    ["by a move of a folder", "mkdir ok && echo attack > ok/tasks.json && mv ok .vscode"],
  ] as const

  confinedTest.each(HIDING)("%s", async (_how, plant) => {
    await using here = await cell({ "sub/.envrc": "mine", "sub/a.txt": "a" })
    const { output } = await here.run(plant)
    expect(output).toContain("set-aside")
    await chmod(here.path("new"), 0o755).catch(() => {})
    const names = readdirSync(here.workspace.root, { recursive: true }).map(String)
    const left = names.filter((name) => /(^|\/)(\.envrc|\.vscode|\.idea)$/i.test(name))
    expect(left.filter((name) => !name.startsWith("other/"))).toEqual(plant.startsWith("mv sub") ? [] : ["sub/.envrc"])
    const kept = plant.startsWith("mv sub") ? "other/.envrc" : "sub/.envrc"
    expect(readFileSync(here.path(kept), "utf8")).toBe("mine")
  })

  confinedTest("by a name that leaves no room for an ending", async () => {
    await using here = await cell()
    const { output } = await here.run("echo attack > $(printf 'a%.0s' {1..240}).code-workspace")
    expect(output).toContain("set-aside")
    expect(readdirSync(here.workspace.root)).toEqual([expect.stringMatching(/^a{20}-\w{8}\.set-aside-\w{8}$/)])
  })

  confinedTest("beside a folder whose path is too long to be looked into", async () => {
    await using here = await cell()
    const dig = "mkdir deep && cd deep && for i in {1..600}; do mkdir deepfolder && cd deepfolder || exit 1; done"
    const { output, exitCode } = await here.run(`(${dig}) && echo attack > .envrc`)
    execFileSync("rm", ["-rf", here.path("deep")])
    expect(exitCode).toBe(0)
    expect(output).toContain("it is now .envrc.set-aside-")
    expect(output).toContain("more folders than can be searched")
    expect(existsSync(here.path(".envrc"))).toBe(false)
  })

  confinedTest("a second command can't put in place what the first one made", async () => {
    await using here = await cell()
    await here.run("echo attack > .envrc")
    const { output } = await here.run("mv .envrc.set-aside-* .envrc")
    expect(output).toContain("it is now .envrc.set-aside-")
    expect(existsSync(here.path(".envrc"))).toBe(false)
  })

  confinedTest("a link of this name stays, and what it leads to in the workspace is read-only", async () => {
    await using here = await cell({ "tools/husky/pre-commit": "mine" })
    await symlink("tools/husky", here.path(".husky"))
    expect((await here.run("echo attack > tools/husky/pre-commit")).exitCode).not.toBe(0)
    const { output } = await here.run("rm .husky && mkdir .husky && echo attack > .husky/pre-commit")
    expect(output).toContain("set-aside")
    expect(await readlink(here.path(".husky"))).toBe("tools/husky")
    await here.run("rm .husky")
    expect(await readlink(here.path(".husky"))).toBe("tools/husky")
    expect(readFileSync(here.path(".husky/pre-commit"), "utf8")).toBe("mine")
  })

  confinedTest("nothing outside is renamed or written by way of a link", async () => {
    await using here = await cell()
    const outside = join(here.outside, ".envrc")
    await writeFile(outside, "theirs")
    const before = (await lstat(outside)).ino
    await here.run(`ln -s ${here.outside} out; ln -s ${outside} .envrc; ln -s ${here.outside} .vscode`)
    expect(readFileSync(outside, "utf8")).toBe("theirs")
    expect((await lstat(outside)).ino).toBe(before)
    expect(readdirSync(here.outside).some((name) => name.includes("set-aside"))).toBe(false)
  })

  confinedTest("what a scaffolder makes is kept under another name, each of it named", async () => {
    await using here = await cell()
    const make =
      "mkdir -p app/.github/workflows app/.vscode app/src && cd app && git init -q . && echo '{}' > package.json"
    const { output } = await here.run(
      `${make} && echo on: push > .github/workflows/ci.yml && echo '{}' > .vscode/settings.json`,
    )
    const [id = ""] = /set-aside-\w{8}/.exec(output) ?? []
    expect(output).toContain(`it is now app/.github/workflows.${id}`)
    expect(output).toContain(`it is now app/.vscode.${id}`)
    expect(readFileSync(here.path(`app/.github/workflows.${id}/ci.yml`), "utf8")).toBe("on: push\n")
    expect(existsSync(here.path("app/package.json"))).toBe(true)
  })

  confinedTest("ordinary project files can be written, and nothing is said", async () => {
    await using here = await cell({ ".vscode/settings.json": "{}", "packages/a/.envrc": "mine", "package.json": "{}" })
    const work =
      "echo '{}' > package.json; echo all: > Makefile; echo FROM x > Dockerfile; mkdir -p node_modules/x/.vscode .github"
    const more =
      "echo x > node_modules/x/.vscode/a; echo x > .github/README.md; echo x > packages/a/new; mv packages/a packages/b"
    expect(await here.run(`set -e; ${work}; ${more}`)).toMatchObject({ exitCode: 0, output: "" })
    expect(readFileSync(here.path("packages/b/.envrc"), "utf8")).toBe("mine")
  })

  confinedTest("the failure says why, and what to do", async () => {
    await using here = await cell({ ".vscode/settings.json": "{}" })
    const { runInTerminal } = await import("../../src/tools/code/run-in-terminal.ts")
    if (runInTerminal.repeat === "check") throw new Error("a command has an effect")
    const context = {
      workspace: here.workspace,
      sandbox: await ownSandbox(),
      signal: new AbortController().signal,
      report: () => {},
    }
    const failure = runInTerminal.execute({ command: "echo x > .vscode/settings.json" }, context)
    await expect(failure).rejects.toThrow(/read-only for commands.*file tools/s)
  })
})
