import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { gitFacts } from "../../src/agent/folder/git-facts.ts"
import { createAgent } from "../../src/agent.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { tokensOf } from "../prompts/for-readers.ts"
import { greeting } from "../prompts/greeting.ts"
import { requestsOf } from "../prompts/record.ts"
import { heard } from "./front-door.ts"

const root = await mkdtemp(join(tmpdir(), "keelson-opening-"))
afterAll(() => rm(root, { recursive: true, force: true }))

/** How the prompt says which lines of a long request are not in it. */
const LEFT_OUT = /\[Left out of the request: lines ([\d, -]+) of \d+\. read_artifact with id request reads them/

let folders = 0
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, `${++folders}`)
  await mkdir(folder)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

function git(folder: string, ...words: readonly string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
  return execFileSync("git", ["-C", folder, ...who, ...words], { encoding: "utf8" })
}

async function repositoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await folderWith(files)
  git(folder, "init", "-q", "-b", "main")
  git(folder, "add", "-A")
  git(folder, "commit", "-q", "--allow-empty", "-m", "all")
  return folder
}

/** What the model reads before it says anything. */
async function firstWordsIn(folder: string, strategy = "react", request = "Say hello."): Promise<string> {
  const model = heard({ contextWindow: 100_000, ...silent() } as Model)
  const agent = await createAgent({ model, workspace: folder, strategy, secrets: {} })
  await agent.run(request)
  return model.requests[0]?.messages.map(({ text }) => text).join("\n") ?? ""
}

function silent(): Pick<Model, "id" | "stream"> {
  return {
    id: "scripted:hello",
    async *stream() {
      yield { type: "text", delta: "Hello." }
      yield { type: "end", usage: { prompt: 1, completion: 1 }, finish: "stop" }
    },
  } as Pick<Model, "id" | "stream">
}

describe("what the model is told of the folder at its first call", () => {
  it("is the kind of project, the top of its tree, branch, changed files, checks and scripts", async () => {
    const folder = await repositoryWith({
      "package.json": '{ "name": "demo", "scripts": { "test": "node --test", "start": "node main.js" } }',
      "package-lock.json": "{}",
      "src/main.js": "1\n",
      "README.md": "Demo\n",
    })
    await writeFile(join(folder, "README.md"), "Changed\n")
    const told = await firstWordsIn(folder, "phased")
    expect(told).toContain("- Project: Node.js, package manager npm")
    expect(told).toContain("- Top of the tree: src/ README.md package-lock.json package.json")
    expect(told).toContain("- Git: branch main, changed and not committed: README.md")
    expect(told).toContain(
      "after each round that changes files, and again without your changes if one fails; you see the results: test (`npm run test`)",
    )
    expect(told).toContain("- Scripts: test (node --test), start (node main.js)")
  })

  it("is that there is nothing, in an empty one", async () => {
    expect(await firstWordsIn(await folderWith({}))).toContain("Say hello.\n\nThe folder is empty.")
  })

  it("says for a loop of turns that the checks run when the work is called done", async () => {
    const folder = await folderWith({ "package.json": '{ "scripts": { "test": "node --test" } }' })
    const told = await firstWordsIn(folder)
    expect(told).toContain("- Checks that Keelson runs by itself when you end the work")
    expect(told).not.toContain("- Git:")
  })

  it("has at most some 300 tokens, however much there is", async () => {
    const files = Array.from({ length: 300 }, (_, n) => [`a-file-with-a-long-name-${n}.txt`, ""] as const)
    const scripts = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`script-${n}`, "x".repeat(500)]))
    const folder = await folderWith({ ...Object.fromEntries(files), "package.json": JSON.stringify({ scripts }) })
    const told = await firstWordsIn(folder)
    expect(tokensOf(told.slice(told.indexOf("The folder, as it was")))).toBeLessThan(520)
    expect(told).toContain("(301 in all)")
  })

  it("hides nothing in a name, and asks no program of the repository", async () => {
    const folder = await folderWith({
      "a\u202Eb.txt": "",
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/config": "[core]\n\tfsmonitor = touch owned\n",
      ".git/index": "DIRC nonsense",
    })
    const told = await firstWordsIn(folder)
    expect(told).toContain('"a\\u202eb.txt"')
    expect(told).toContain("- Git: branch main\n")
    expect(told).not.toContain("owned")
  })
})

describe("changed files of a repository", () => {
  const edits = fc.array(
    fc.record({
      file: fc.integer({ min: 0, max: 5 }),
      what: fc.constantFrom("edit", "touch", "remove", "same size"),
    }),
    { maxLength: 6 },
  )

  async function change(folder: string, name: string, what: string): Promise<void> {
    const path = join(folder, name)
    if (what === "edit") await writeFile(path, "another text that is longer\n")
    if (what === "same size") await writeFile(path, `TEXT of ${name}\n`)
    if (what === "remove") await rm(path, { force: true })
    await utimes(path, 1, 1).catch(() => {})
  }

  it("are those that git itself names", async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const names = Array.from({ length: 6 }, (_, n) => `${n % 2 === 0 ? "" : "folder with blanks/"}file-${n}.txt`)
        const folder = await repositoryWith(Object.fromEntries(names.map((name) => [name, `text of ${name}\n`])))
        for (const { file, what } of list) {
          await change(folder, names[file] ?? "", what)
        }
        const facts = await gitFacts(folder)
        const asked = git(folder, "ls-files", "-m", "-z").split("\0").filter(Boolean)
        expect(facts).toEqual({ branch: "main", changed: [...new Set(asked)].sort() })
      }),
      { numRuns: Number(process.env.KEELSON_TEST_RUNS ?? 8) },
    )
  })

  it("are found in a worktree, too", async () => {
    const folder = await repositoryWith({ "a.txt": "a\n" })
    const tree = join(root, `${++folders}`)
    git(folder, "worktree", "add", "-q", "-b", "side", tree)
    expect(await gitFacts(tree)).toEqual({ branch: "side", changed: [] })
  })
})

describe.each([...STRATEGIES.values()])("in $name", (strategy) => {
  it("a long paste is in every context with both its ends, so that the question below it is there", async () => {
    const log = Array.from(
      { length: 400 },
      (_, n) => `12:00:${n} worker ${n} took the job with the long name and put it back`,
    )
    const request = `Look at this log.\n${log.join("\n")}\nCorrect the spelling in greeting.txt, and name the last worker.`
    const requests = await requestsOf({ ...greeting(strategy, {}), request })
    expect(requests.length).toBeGreaterThan(1)
    for (const { messages } of requests) {
      const told = messages.map(({ text }) => text).join("\n")
      expect(told).toContain("Look at this log.\n12:00:0 worker 0")
      expect(told).toContain("Correct the spelling in greeting.txt, and name the last worker.")
      expect(told).toMatch(LEFT_OUT)
    }
  })

  it("the user's words stand verbatim in every context", async () => {
    const asked = greeting(strategy, {})
    const requests = await requestsOf(asked)
    expect(requests.length).toBeGreaterThan(1)
    for (const { messages } of requests)
      expect(messages.map(({ text }) => text).join("\n")).toContain(`Request:\n${asked.request ?? ""}`)
  })
})

it("a long paste is shown by its two ends, so that the question below it stands there", async () => {
  const log = Array.from(
    { length: 400 },
    (_, n) => `2026-11-18 12:00:${n} worker ${n} took the job with the long name and put it back`,
  )
  const request = `Look at this log.\n${log.join("\n")}\nWhich worker took the job last?`
  const told = await firstWordsIn(await folderWith({}), "react", request)
  expect(told).toContain("Look at this log.")
  expect(told).toContain("Which worker took the job last?")
  expect(told).toMatch(LEFT_OUT)
  expect(tokensOf(told)).toBeLessThan(5000)
})

describe("a pasted log of which a part is left out", () => {
  const routine = (n: number) =>
    `2026-11-18 12:00:${n % 60},${n} INFO    ledger   B-20${n % 90} PUT ${n}, now ${n + 40}`
  const log = Array.from({ length: 700 }, (_, n) => routine(n))
  log[300] = "2026-11-18 12:05:01,000 ERROR   service  could not book"
  log[301] = "Traceback (most recent call last):"
  log[302] = '  File "ledger.py", line 26, in book'
  log[303] = "StockError: 40 wanted"
  log[450] = "2026-11-18 12:07:09,120 INFO    ledger   A-1017 COUNT 55, now 55"
  const request = `${log.join("\n")}\n\nThis is the log of our service. Why is A-1017 short? Please fix it.`

  it("names all that is left out, truly, and how to read and to search it", async () => {
    const told = await firstWordsIn(await folderWith({}), "react", request)
    const note = told.match(LEFT_OUT)?.[1] ?? ""
    const all = request.split("\n")
    const left = note.split(", ").flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number)
      return Array.from({ length: last - first + 1 }, (_, n) => first + n)
    })
    expect(left.length).toBeGreaterThan(300)
    // Every line but a blank one is its own here.
    const shown = new Set(told.split("\n"))
    for (const [index, line] of all.entries()) expect(shown.has(line), line).toBe(!left.includes(index + 1))
    expect(told).toContain('lines as "10-90"')
    expect(told).toContain('"/a pattern/"')
  })

  it("keeps both ends, and between them what went wrong and what the user asks about, with what stands beside it", async () => {
    const told = await firstWordsIn(await folderWith({}), "react", request)
    for (const index of [0, 1, 299, 300, 301, 302, 303, 304, 449, 450, 451, 698, 699])
      expect(told).toContain(log[index])
    expect(told).toContain("Why is A-1017 short?")
  })
})

it.each(["x", "1", "-", "a.", "a/", "@", "`", '"a ', "npm ", "src/a.ts ", "\n", "修"])(
  "half a megabyte of %j is a request like any other",
  async (piece) => {
    const request = `Look at this: ${piece.repeat(500_000 / piece.length)}!`
    const told = await firstWordsIn(await folderWith({}), "auto", request)
    expect(told).toContain("Look at this:")
  },
)
