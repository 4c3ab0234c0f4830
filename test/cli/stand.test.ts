import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import type { ModelServer } from "../../src/testing/index.ts"
import { jsonLines, type Place, place } from "./keelson.ts"
import { direct, story } from "./scripts.ts"
import { onTerminal } from "./terminal.ts"

/** A repository with a package in it. */
function repository(): Place {
  const here = place({
    "AGENTS.md": "Rules of the repository.\n",
    "packages/a/AGENTS.md": "Rules of package a.\n",
    "packages/a/package.json": JSON.stringify({ scripts: { test: "node --version" } }),
  })
  git(here.workspace)
  return here
}

function git(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync("git", ["init", "-q"], { cwd: folder })
}

/** The same place for somebody who stands in a folder of it. */
function standingIn(here: Place, folder: string): Place {
  return Object.create(here, { workspace: { value: join(here.workspace, folder) } }) as Place
}

let server: ModelServer | undefined

type Started = { readonly environment: { workspace: string; stand?: string; instructions: string } }

/** Where a run that is started there works. */
async function startedIn(here: Place, words: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  server ??= await place().serve(direct("Yes."))
  const flags = ["run", "is it?", "--json", ...here.modelAt(server), ...words]
  const { stdout } = await here.start(flags, environment).end
  const found = jsonLines(stdout).find(({ type }) => type === "run.started") as Started | undefined
  const { workspace, stand, instructions } = found?.environment ?? { workspace: "", instructions: "" }
  return { workspace, stand, instructions }
}

it("works in the repository, and starts commands where one stands", async () => {
  const here = repository()
  const tasks = [
    { id: 1, tool: "run_in_terminal", arguments: { command: "basename $PWD > ../../where.txt" }, depends_on: [] },
    { id: 2, tool: "write_file", arguments: { path: "packages/note.md", content: "beside\n" }, depends_on: [1] },
  ]
  const server = await here.serve(story({ plans: [{ tasks }] }))
  const inside = standingIn(here, "packages/a")
  const words = ["run", "write a note", "--approve", "full", ...here.modelAt(server)]
  const { stderr, code } = await inside.keelson(...words)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/check test passed/) })
  expect(execFileSync("cat", ["where.txt", "packages/note.md"], { cwd: here.workspace, encoding: "utf8" })).toBe(
    "a\nbeside\n",
  )
  const system = server.requests[0]?.body.messages[0]?.content ?? ""
  expect(system).toContain("is in packages/a")
  expect(system).toMatch(/Rules of the repository\.[\s\S]*Rules of package a\./)
  // Seen from everywhere in it, and taken back from everywhere in it.
  expect(JSON.parse((await here.keelson("runs", "--json")).stdout)).toHaveLength(1)
  expect((await inside.keelson("diff", "--stat")).stdout).toContain("packages/note.md")
  expect(await inside.keelson("undo", "-y")).toMatchObject({ code: 0 })
})

it("means the folder that is named, a repository in a repository, and a folder with a config of its own", async () => {
  const here = repository()
  const inside = standingIn(here, "packages/a")
  expect(await startedIn(inside)).toMatchObject({ workspace: here.workspace, stand: "packages/a" })
  expect(await startedIn(inside, ["-C", "."])).toMatchObject({ workspace: inside.workspace, stand: undefined })
  const nested = standingIn(here, "vendor/b/src")
  mkdirSync(nested.workspace, { recursive: true })
  git(join(here.workspace, "vendor/b"))
  expect(await startedIn(nested)).toMatchObject({ workspace: join(here.workspace, "vendor/b"), stand: "src" })
  here.write("packages/a/keelson.config.json", "{}")
  expect(await startedIn(inside)).toMatchObject({ workspace: inside.workspace, stand: undefined })
})

it("does not open what lies above: a home under git, what is no repository, no git at all", async () => {
  const here = repository()
  const inside = standingIn(here, "packages/a")
  const own = { workspace: inside.workspace, stand: undefined }
  expect(await startedIn(inside, [], { HOME: here.workspace })).toMatchObject(own)
  expect(await startedIn(inside, [], { HOME: join(here.workspace, "home/me") })).toMatchObject(own)
  const plain = place({ "sub/a.txt": "", ".git/note": "no repository" })
  const sub = standingIn(plain, "sub")
  expect(await startedIn(sub)).toMatchObject({ workspace: sub.workspace, stand: undefined })
})

it.skipIf(process.getuid?.() !== 0)("is not led by a repository of somebody else's", async () => {
  const here = repository()
  const inside = standingIn(here, "packages/a")
  execFileSync("chown", ["-R", "12345", join(here.workspace, ".git")])
  expect(await startedIn(inside)).toMatchObject({ workspace: inside.workspace })
})

it("says both in the banner, and lists what was started in the folder itself before", async () => {
  const here = repository()
  const inside = standingIn(here, "packages/a")
  const server = await here.serve(direct("Yes."))
  await inside.keelson("run", "an old one", "-C", ".", ...here.modelAt(server))
  writeFileSync(join(here.workspace, "b.txt"), "")
  const { code, screen } = await onTerminal(
    inside,
    ["chat", ...here.modelAt(server)],
    [
      // What is typed before there is a prompt again is not heard.
      { when: /\/help has the rest[\s\S]*› \r?$/, type: "/runs\r" },
      { when: /an old one[\s\S]*› \r?$/, type: "\x04" },
    ],
  )
  expect(code).toBe(0)
  expect(screen.replace(/\s+/g, " ")).toContain("(the repository; you stand in packages/a)")
})
