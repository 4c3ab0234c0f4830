import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { heard } from "./front-door.ts"

const root = await mkdtemp(join(tmpdir(), "keelson-instructions-"))
afterAll(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

/** What a model in this folder is told to begin with. */
async function toldIn(folder: string): Promise<string> {
  const model = heard(keyedModel({ "turn-1/reply": "Four.", "turn-2/reply": "Four." }))
  const ownInstructions = [join(root, "config/keelson/AGENTS.md")]
  const workspace = join(root, folder)
  const agent = await createAgent({ model, workspace, strategy: react, secrets: {}, ownInstructions })
  await agent.run("What is two and two?")
  return model.requests[0]?.messages[0]?.text ?? ""
}

it("come from the user, the repository and every folder down to the workspace, the nearest last", async () => {
  await write("config/keelson/AGENTS.md", "Mine.")
  await write("AGENTS.md", "Outside of the repository.")
  await write("repo/.git/HEAD", "ref: refs/heads/main\n")
  await write("repo/AGENTS.md", "Of the repository.")
  await write("repo/packages/CLAUDE.md", "Of all packages.")
  await write("repo/packages/one/AGENTS.md", "Of this package.")
  await write("repo/packages/one/CLAUDE.md", "Not asked for.")
  const told = await toldIn("repo/packages/one")
  const places = ["Mine.", "Of the repository.", "Of all packages.", "Of this package."].map((text) =>
    told.indexOf(text),
  )
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(told).toContain("# ../CLAUDE.md")
  expect(told).not.toContain("Outside of the repository.")
  expect(told).not.toContain("Not asked for.")
})

it("are not read through a link that leads out of the repository", async () => {
  await write("secret.txt", "The user's own business.")
  await write("stranger/.git/HEAD", "ref: refs/heads/main\n")
  await symlink(join(root, "secret.txt"), join(root, "stranger/AGENTS.md"))
  expect(await toldIn("stranger")).not.toContain("own business")
})
