import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { type EvalProgress, type EvaluateOptions, evaluate, type Model } from "../../src/index.ts"

const root = mkdtempSync(join(tmpdir(), "keelson-evaluate-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** Writes one file and says that it is done; counts how often it was asked. */
function writer(name: string, content: string): Model & { asked: number } {
  const usage = { prompt: 100, completion: 10, cached: 0 }
  const model = {
    id: `test:${name}`,
    contextWindow: 100_000,
    asked: 0,
    async *stream({ messages }: Parameters<Model["stream"]>[0]) {
      model.asked += 1
      const isDone = messages.some(({ role }) => role === "tool")
      const call = { id: "1", name: "write_file", arguments: JSON.stringify({ path: "note.txt", content }) }
      if (isDone) yield { type: "text" as const, delta: "note.txt is written." }
      else yield { type: "call" as const, call }
      yield { type: "end" as const, usage, finish: isDone ? ("stop" as const) : ("calls" as const) }
    },
  }
  return model
}

test("the library runs the same jobs, keeps what came of them, and tells on the way", async () => {
  write(
    "jobs/note/job.json",
    JSON.stringify({ request: "Write note.txt.", checks: { content: "grep -qx right note.txt" } }),
  )
  const [good, bad] = [writer("good", "right\n"), writer("bad", "wrong\n")]
  const told: EvalProgress[] = []
  const options: EvaluateOptions = {
    ...{ jobs: join(root, "jobs"), folder: join(root, "kept"), models: { good, bad } },
    ...{
      strategies: ["react"],
      repeats: 2,
      agent: { approve: "full", telemetry: false, price: { prompt: 1, completion: 1 } },
    },
  }
  const results = await evaluate({ ...options, onProgress: (progress) => told.push(progress) })
  expect(results.left).toEqual([])
  expect(results.rows).toMatchObject([
    { model: "good", runs: 2, done: { value: 1 }, truthful: { value: 1 }, pass_at: [{ k: 1 }, { k: 2, value: 1 }] },
    { model: "bad", runs: 2, done: { value: 0 }, truthful: { value: 0 } },
  ])
  expect(told.map(({ type }) => type)).toEqual(["controlled", "cell", "cell", "cell", "cell"])
  const asked = good.asked + bad.asked
  const again = await evaluate(options)
  expect(again.rows).toEqual(results.rows)
  expect(again.spent).toBe(0)
  expect(good.asked + bad.asked).toBe(asked)
  // What else could have changed the results counts, too.
  await evaluate({ ...options, about: "another version of my tools", models: { good } })
  expect(good.asked + bad.asked).toBeGreaterThan(asked)
})
