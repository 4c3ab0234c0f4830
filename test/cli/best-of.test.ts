import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { shopMind } from "../docs/shop-mind.ts"
import type { EmulatedThought, HeardRequest } from "../support/emulators/mind.ts"
import { type Place, place } from "./keelson.ts"

/* Several try to write a note; the check knows what has to be in it. */

const FILES = {
  "README.md": "A small project.\n",
  "keelson.config.json": JSON.stringify({ checks: { test: "grep -qx right note.md" } }),
}

const writing = (content: string) =>
  shopMind([
    {
      words: "a note",
      task: { tool: "write_file", arguments: { path: "note.md", content: `${content}\n` } },
      summary: `The note says ${content}.`,
    },
  ])
const [right, wrong] = [writing("right"), writing("wrong")]

/** The model's name says what it writes. */
const byName = (asked: HeardRequest): EmulatedThought => (asked.model.includes("right") ? right : wrong)(asked)

const words = (url: string, ...more: string[]) => [
  "run",
  "write a note",
  ...more,
  "--approve",
  "full",
  "--base-url",
  url,
]
const note = (here: Place) => {
  const path = join(here.workspace, "note.md")
  return existsSync(path) ? readFileSync(path, "utf8") : undefined
}
const copiesIn = (here: Place) =>
  existsSync(join(here.root, "state-copies"))
    ? readdirSync(join(here.root, "state-copies"), { recursive: true }).filter((name) => String(name).includes("best-"))
    : []

test("the first that is verified is taken over, by a run that undo takes back", async () => {
  const here = place(FILES)
  const { url } = await here.emulate("ollama", { mind: byName })
  const end = await here.keelson(...words(url, "--candidates", "ollama:wrong,ollama:right", "--strategy", "react"))
  expect(end, end.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("The note says right.") })
  expect(end.stdout).toContain("Taken: ollama:right of 2 candidates")
  expect(end.stderr).toMatch(/^▶ +ollama:right +done, verified +0 +0 +1 file/m)
  expect(note(here)).toBe("right\n")
  expect(copiesIn(here)).toEqual([])
  const [run] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  expect(run).toMatchObject({ strategy: "best-of", state: "DONE" })
  expect(await here.keelson("undo", "-y")).toMatchObject({ code: 0 })
  expect(note(here)).toBeUndefined()
  expect(await here.keelson("undo", "--redo", "-y")).toMatchObject({ code: 0 })
  expect(note(here)).toBe("right\n")
})

test("where none is verified the least bad is taken, and the end says so", async () => {
  const here = place(FILES)
  const { url } = await here.emulate("ollama", { mind: byName })
  const end = await here.keelson(
    ...words(url, "--model", "ollama:wrong", "--best-of", "2", "--strategy", "react", "--json"),
  )
  expect(end, end.stderr).toMatchObject({ code: 0 })
  const lines = end.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  const { candidates } = lines.find(({ type }) => type === "candidates")
  expect(candidates).toMatchObject([
    { candidate: "try 1", outcome: "done", verified: false, new_failures: 0 },
    { candidate: "try 2", outcome: "done", verified: false, new_failures: 0 },
  ])
  expect(candidates.filter(({ taken }: { taken: boolean }) => taken)).toHaveLength(1)
  expect(lines.at(-1).message).toContain("none was verified; it is the least bad: 0 new failures")
  expect(note(here)).toBe("wrong\n")
})

test("killed in the middle, the same command goes on, and nothing reached the folder before", async () => {
  const here = place(FILES)
  const held = Promise.withResolvers<void>()
  let asked = 0
  const { url, requests } = await here.emulate("ollama", {
    mind: async (request) => {
      asked += 1
      if (asked === 4) await held.promise
      return byName(request)
    },
  })
  const said = words(url, "--model", "ollama:wrong", "--best-of", "2", "--strategy", "react")
  const killed = here.start(said)
  await expect.poll(() => asked).toBe(4)
  killed.process.kill("SIGKILL")
  await killed.end
  held.resolve()
  expect(note(here)).toBeUndefined()
  const before = requests.length
  const end = await here.keelson(...said)
  expect(end.stdout).toContain("Taken: try")
  expect(note(here)).toBe("wrong\n")
  const runs = JSON.parse((await here.keelson("runs", "--all", "--json")).stdout)
  expect(runs).toHaveLength(3)
  expect(requests.length - before).toBeLessThan(before + 2)
})

test("what the user changed in the meantime stays, and the work of the best one is kept beside", async () => {
  const here = place(FILES)
  const { url } = await here.emulate("ollama", {
    mind: async (request) => {
      here.write("note.md", "mine\n")
      return byName(request)
    },
  })
  const end = await here.keelson(...words(url, "--candidates", "ollama:right,ollama:wrong", "--strategy", "react"))
  expect(end.code).toBe(1)
  expect(note(here)).toBe("mine\n")
  const kept = /what ollama:right did is in (.+)$/m.exec(end.stderr)?.[1] ?? ""
  expect(readFileSync(join(kept, "note.md"), "utf8")).toBe("right\n")
})

test.each([
  [["--best-of", "1"], "from 2 to 16"],
  [["--best-of", "2", "--candidates", "react,todo"], "not both"],
  [["--candidates", "react,nonsense"], 'there is no strategy "nonsense"'],
  [["--best-of", "2", "--plan-only"], "--plan-only"],
])("%s is refused before anything is copied", async (flags, why) => {
  const here = place(FILES)
  const end = await here.keelson("run", "x", "--model", "ollama:a", ...flags)
  expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(why) })
})
