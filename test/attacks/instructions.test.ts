import { execFileSync } from "node:child_process"
import { link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { heard } from "../guards/front-door.ts"
import { PROJECTS } from "./home.ts"

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const SECRET = "payroll-of-the-whole-village"

/** A stranger's repository with the user's own `.env` in it. */
async function repository(): Promise<string> {
  const root = await mkdtemp(join(PROJECTS, "instructions-"))
  folders.push(root)
  await mkdir(join(root, ".git"))
  await mkdir(join(root, "docs"))
  await writeFile(join(root, ".git/HEAD"), "ref: refs/heads/main\n")
  await writeFile(join(root, ".git/config"), `url = https://me:${SECRET}@example.com\n`)
  await writeFile(join(root, ".env"), `NOTE=${SECRET}\n`)
  await writeFile(join(root, "docs/rules.md"), "Say please.")
  return root
}

/** All that a model is sent in a run, and what the user is told. */
async function sentIn(workspace: string): Promise<{ sent: string; notices: string[] }> {
  const model = heard(keyedModel({ "turn-1/reply": "Four.", "turn-2/reply": "Four." }))
  const notices: string[] = []
  const onNotice = (text: string) => notices.push(text)
  const agent = await createAgent({ model, workspace, strategy: react, secrets: {}, onNotice })
  const { outcome } = await agent.run("What is two and two?")
  expect(outcome).toBe("done")
  return { sent: JSON.stringify(model.requests), notices }
}

const NAMES = ["AGENTS.md", "CLAUDE.md"]

type Plant = (root: string, name: string) => Promise<unknown> | unknown
const PLANTS: readonly (readonly [string, Plant, RegExp])[] = [
  ["a link to .env", (root, name) => symlink(".env", join(root, name)), /a link to \.env, which may hold secrets/],
  [
    "a link to a link to .env",
    async (root, name) => {
      await symlink("../.env", join(root, "docs/more.md"))
      await symlink("docs/more.md", join(root, name))
    },
    /a link to \.env, which may hold secrets/,
  ],
  ["a link to git's config", (root, name) => symlink(".git/config", join(root, name)), /git's own files/],
  ["a hard link to .env", (root, name) => link(join(root, ".env"), join(root, name)), /the same file as \.env/],
  ["a pipe", (root, name) => execFileSync("mkfifo", [join(root, name)]), /no plain file/],
  [
    "a link to a pipe",
    async (root, name) => {
      execFileSync("mkfifo", [join(root, "docs/pipe.md")])
      await symlink("docs/pipe.md", join(root, name))
    },
    /no plain file/,
  ],
  ["a link to a device", (root, name) => symlink("/dev/zero", join(root, name)), /leads out of the repository/],
  [
    "a file of 20 GB",
    async (root, name) => {
      await writeFile(join(root, name), "x")
      await truncate(join(root, name), 20 * 2 ** 30)
    },
    /more than 1000000 bytes/,
  ],
]

describe("instructions of a repository that lead to the user's own files", () => {
  const trials = PLANTS.flatMap(([what, plant, why]) => NAMES.map((name) => [name, what, plant, why] as const))

  test.each(trials)("%s is %s", async (name, _what, plant, why) => {
    const root = await repository()
    await plant(root, name)
    const { sent, notices } = await sentIn(root)
    expect(sent).not.toContain(SECRET)
    expect(notices).toEqual([expect.stringMatching(new RegExp(`^${name} is not read: .*${why.source}`))])
  })

  test("the other name counts where the first one is not read; a link to a plain file of the repository is", async () => {
    const root = await repository()
    await symlink(".env", join(root, "AGENTS.md"))
    await symlink("docs/rules.md", join(root, "CLAUDE.md"))
    const { sent } = await sentIn(root)
    expect(sent).toContain("Say please.")
    expect(sent).not.toContain(SECRET)
  })

  test("one file by both names is read: it holds no secret", async () => {
    const root = await repository()
    await writeFile(join(root, "AGENTS.md"), "Say thanks.")
    await link(join(root, "AGENTS.md"), join(root, "CLAUDE.md"))
    const { sent, notices } = await sentIn(root)
    expect(sent).toContain("Say thanks.")
    expect(notices).toEqual([])
  })
})
