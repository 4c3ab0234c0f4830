import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { estimateTokens } from "../../src/model/seam/tokens.ts"
import { conversationWith } from "../../src/run/lifecycle/lookup/conversation.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { say } from "../scenarios/lines.ts"
import { heard } from "./front-door.ts"

const root = await mkdtemp(join(tmpdir(), "keelson-follow-up-"))
afterAll(() => rm(root, { recursive: true, force: true }))

it("a follow-up is told what the earlier run changed, which command failed and what its calls brought", async () => {
  const store = new MemoryStore()
  const first = keyedModel({
    "turn-1/reply": { call: "write_file", input: { path: "a.txt", content: "one\n" } },
    "turn-2/reply": { call: "run_in_terminal", input: { command: "echo seven apples; exit 3" } },
    "turn-3/reply": say("task_done", { summary: "I wrote a.txt.", missing: [] }),
    "closing-0/summarizer/try-1": say("task_done", { summary: "I wrote a.txt.", missing: [] }),
  })
  const options = { workspace: root, store, strategy: react, secrets: {}, approve: "full", verify: "off" } as const
  const one = await createAgent({ ...options, model: first })
  const { run_id } = await one.run("Write a.txt.")

  const second = heard(keyedModel({ "turn-1/reply": "Seven.", "turn-2/reply": "Seven." }))
  const other = await createAgent({ ...options, model: second })
  const conversation = await conversationWith(store, run_id)
  await (await other.start("How many apples were there?", { conversation })).result
  const [system] = second.requests[0]?.messages ?? []
  expect(system?.text).toContain("Request: Write a.txt.")
  expect(system?.text).toContain("**Files changed:** a.txt (new)")
  expect(system?.text).toMatch(/run_in_terminal .*exit 3.*\(failed\)/)
  expect(system?.text).toContain("seven apples")
})

/** What the second of two runs in one folder is told of the first, before it says anything. */
async function toldAfter(
  lines: Parameters<typeof keyedModel>[0],
  files: Readonly<Record<string, string>>,
  {
    between,
    window = 128_000,
  }: { readonly between?: (folder: string) => Promise<void>; readonly window?: number } = {},
): Promise<string> {
  const folder = await mkdtemp(join(root, "place-"))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const store = new MemoryStore()
  const options = { workspace: folder, store, strategy: react, secrets: {}, approve: "full", verify: "off" } as const
  const done = say("task_done", { summary: "It is done (task 2).", missing: [] })
  const first = keyedModel({ ...lines, "closing-0/summarizer/try-1": done })
  const { run_id } = await (await createAgent({ ...options, model: first })).run("Do the first thing.")
  await between?.(folder)
  const silent = { ...keyedModel({ "turn-1/reply": "Yes.", "turn-2/reply": "Yes." }), contextWindow: window }
  const second = heard(silent as Model)
  const conversation = await conversationWith(store, run_id)
  await (await (await createAgent({ ...options, model: second })).start("And the other.", { conversation })).result
  return second.requests[0]?.messages[0]?.text ?? ""
}

const DONE = say("task_done", { summary: "It is done (task 2).", missing: [] })
const read = (path: string) => ({ call: "read_file", input: { path } })

it("a follow-up has the files of the earlier run whole and as they are now, with their lines", async () => {
  const other = Array.from({ length: 30 }, (_, n) => `  line ${n} of what was only read`).join("\n")
  const told = await toldAfter(
    {
      "turn-1/reply": calls([read("a.py"), read("other.py"), read("by-hand.py"), read("gone.py")]),
      "turn-2/reply": {
        call: "edit_file",
        input: { path: "a.py", edits: [{ old_text: "return 1", new_text: "return 2" }] },
      },
      "turn-3/reply": DONE,
    },
    { "a.py": "def a():\n    return 1\n", "other.py": `${other}\n`, "by-hand.py": "x = 1\n", "gone.py": "gone = 1\n" },
    {
      between: async (folder) => {
        await writeFile(join(folder, "by-hand.py"), "x = 'by hand'\n")
        await rm(join(folder, "gone.py"))
      },
    },
  )
  expect(told).toContain("def a():\n    return 2\n")
  expect(told).not.toContain("return 1")
  expect(told).toContain(other)
  expect(told).toContain("x = 'by hand'")
  expect(told).not.toContain("x = 1")
  expect(told).not.toMatch(/gone/)
  // What was changed stands before what was only read.
  expect(told.indexOf("return 2")).toBeLessThan(told.indexOf("line 0 of what"))
})

it("a follow-up knows that the task numbers of the earlier answer are not its own", async () => {
  const write = { call: "write_file", input: { path: "b.txt", content: "b\n" } }
  const told = await toldAfter(
    { "turn-1/reply": calls([read("a.txt"), write]), "turn-2/reply": DONE },
    { "a.txt": "a\n" },
  )
  expect(told).toMatch(/It is done \(task 2\)/)
  expect(told).toMatch(/numbers of tasks in it are those of the run before, never of this one/)
})

it("what does not fit is named, and of a long output both ends are told", async () => {
  const big = Array.from({ length: 4000 }, (_, n) => `row ${n} of a file that is long`).join("\n")
  const told = await toldAfter(
    {
      "turn-1/reply": calls([read("big.txt"), read("small.txt")]),
      "turn-2/reply": { call: "run_in_terminal", input: { command: "echo first; seq 10000 19999; echo last" } },
      "turn-3/reply": DONE,
    },
    { "big.txt": big, "small.txt": "little\n" },
  )
  expect(told).toContain("little")
  expect(told).toMatch(/first\n10000\n.*lines \d+-\d+ left out.*19999\nlast/s)
  expect(told).not.toContain("row 5 of")
  expect(told).toMatch(/Not shown here: .*big\.txt/)
  expect(estimateTokens(told)).toBeLessThan(8000)
})

it("a small window is told less of it, and an output from before a later edit says that it is", async () => {
  const lines = {
    "turn-1/reply": { call: "run_in_terminal", input: { command: "cat a.txt" } },
    "turn-2/reply": { call: "write_file", input: { path: "a.txt", content: "now\n" } },
    "turn-3/reply": DONE,
  }
  const told = await toldAfter(lines, { "a.txt": "before\n" })
  expect(told).toMatch(/run_in_terminal .*\(done, before files were changed\)/)
  const small = await toldAfter(lines, { "a.txt": "before\n" }, { window: 8192 })
  expect(estimateTokens(small)).toBeLessThan(1000)
})
