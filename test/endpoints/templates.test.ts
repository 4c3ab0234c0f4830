import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { InMemoryLearned, withLearned } from "../../src/model/learned/learned.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import { startEmulator } from "../support/emulators/emulator.ts"
import type { Mind } from "../support/emulators/mind.ts"
import type { Quirks } from "../support/emulators/quirks.ts"

/** Looks at two files in one reply, then tells what it saw. */
const twoLooks: Mind = ({ messages }) => {
  const seen = messages.filter(({ role }) => role === "tool").map(({ text }) => text)
  if (seen.length === 0) {
    const looks = ["a.txt", "b.txt"].map((path) => ({ name: "read_file", input: { path } }))
    return { text: "Both.", calls: looks }
  }
  const isBoth = seen.some((text) => text.includes("apple")) && seen.some((text) => text.includes("pear"))
  return { text: isBoth ? "There is an apple, and there is a pear." : "I did not see both of them." }
}

/** Two runs in a row; how many requests each took. */
async function looks(quirks: Quirks): Promise<{ answers: string[]; requests: number[]; learned: object }> {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-template-"))
  await writeFile(join(workspace, "a.txt"), "apple\n")
  await writeFile(join(workspace, "b.txt"), "pear\n")
  const memory = new InMemoryLearned()
  const emulator = await startEmulator("llamacpp", { mind: twoLooks, quirks })
  const answers: string[] = []
  const requests: number[] = []
  for (const _run of [1, 2]) {
    const before = emulator.requests.length
    const model = withLearned(resolveModel({ model: "llamacpp:m", baseUrl: emulator.url, env: {}, retries: 0 }), memory)
    const agent = await createAgent({ model, workspace, strategy: "react", approve: "full", secrets: {} })
    const { message } = await agent.run("What is in a.txt and in b.txt?")
    answers.push(message)
    requests.push(emulator.requests.length - before)
  }
  await emulator.close()
  await rm(workspace, { recursive: true, force: true })
  return { answers, requests, learned: memory.find("llamacpp:m", emulator.url) }
}

it.each<[string, Quirks, object]>([
  ["takes one call a message", { oneCallOnly: true }, { callsAtOnce: "one" }],
  [
    "counts the system message among its turns",
    { systemCounts: 500, strictAlternation: 500 },
    { alternation: "strict", systemRole: false },
  ],
  ["has no system role", { systemRefused: true }, { systemRole: false }],
])("a template that %s is found out once, and costs nothing the second time", async (_name, quirks, learned) => {
  const plain = await looks({})
  const bent = await looks(quirks)
  for (const answer of bent.answers) expect(answer).toContain("There is an apple, and there is a pear.")
  expect(bent.learned).toMatchObject(learned)
  expect(bent.requests[0]).toBeGreaterThan(plain.requests[0] ?? 0)
  expect(bent.requests[1]).toBe(plain.requests[1])
})
