import { chmod, readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { mind } from "../durability/strategy-minds.ts"
import { someOf } from "../sample.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { pictureOf, script, undoPlace, writing } from "./undo-place.ts"

/* What checks do to the workspace, and what is done before they may do it. */

const LOGGING = "echo ran >> report.txt; grep good state"

async function ranTimes(path: string): Promise<number> {
  return (await readFile(path, "utf8")).split("\n").length - 1
}

test.each(someOf("check traces", 3, [...STRATEGIES]))(
  "%s: what checks leave behind is taken back with the run",
  async (_name, strategy) => {
    await using place = await undoPlace({ "README.md": "hello\n" })
    const agent = await place.agent(
      {},
      {
        model: mind({ content: "good", ends: "claims" }),
        strategy,
        checks: { test: LOGGING },
        verify: "round",
      },
    )
    const { run_id, ...result } = await agent.run("Make it good.")
    expect(result).toMatchObject({ outcome: "done", verified: true })
    expect(result.files.map(({ path }) => path)).toEqual(["report.txt", "state"])
    // After the round only: nothing runs before the work, and since it only touched a file of its own, the end has nothing new to ask.
    expect(await ranTimes(place.path("report.txt"))).toBe(1)
    expect((await agent.undo(run_id)).conflicts).toEqual([])
    expect(await pictureOf(place.root)).toEqual({ "README.md": "644 hello\n" })
  },
)

test("a check that rewrites what was there is asked again", async () => {
  await using place = await undoPlace({ "report.txt": "" })
  const agent = await place.agent(
    {},
    {
      model: mind({ content: "good", ends: "claims" }),
      strategy: STRATEGIES.get("rounds") as AnyStrategy,
      checks: { test: LOGGING },
      verify: "round",
    },
  )
  const { run_id, verified } = await agent.run("Make it good.")
  expect(verified).toBe(true)
  // After the round, and at the end.
  expect(await ranTimes(place.path("report.txt"))).toBe(2)
  await agent.undo(run_id)
  expect(await pictureOf(place.root)).toEqual({ "report.txt": "644 " })
})

test("all who have to be asked are asked before the first check runs, and each runs once", async () => {
  await using place = await undoPlace({})
  const agent = await place.agent(script([[writing("state", "good\n")]]), {
    checks: { one: "echo one >> ran", two: "echo two >> ran" },
    verify: "round",
    approve: "edits",
  })
  let result = await agent.run("Make it good.")
  const asked: string[] = []
  while (result.outcome === "waiting") {
    expect(await pictureOf(place.root)).not.toHaveProperty("ran")
    const [question] = result.questions
    asked.push(question?.kind === "approval" ? question.summary : "")
    await agent.answer(result.run_id, { kind: "approval", decision: "allow" }, question?.id)
    result = await (await agent.resume(result.run_id)).result
  }
  expect(asked).toEqual(["echo one >> ran", "echo two >> ran"])
  expect(result).toMatchObject({ outcome: "done", verified: true })
  expect(await readFile(place.path("ran"), "utf8")).toBe("one\ntwo\n")
})

test("nothing of the project's runs before it is allowed, not even to tell its version", async () => {
  await using place = await undoPlace({ ruff: "#!/bin/sh\necho ran >> ran\n" })
  await chmod(place.path("ruff"), 0o755)
  const agent = await place.agent(script([[writing("state", "good\n")]]), {
    checks: { lint: "./ruff check" },
    verify: "round",
    approve: "edits",
  })
  const result = await agent.run("Make it good.")
  expect(result.outcome).toBe("waiting")
  expect(await pictureOf(place.root)).not.toHaveProperty("ran")
})

test("a check that had to be stopped is run once more at the end, since it counts, and then no more on the same workspace", async () => {
  const clock = new ManualClock()
  await using place = await undoPlace({})
  const lines = { ...script([[writing("state", "good\n")]]), "closing-1/turn-1/reply": "It goes on for ever." }
  const agent = await place.agent(lines, {
    checks: { test: "test -e state || exit 0; echo ran >> ran; echo begun; sleep 60" },
    verify: "round",
    limits: { check_timeout_ms: 200 },
    clock,
  })
  const run = await agent.start("Make it good.")
  run.onLive((event) => {
    if (event.type === "tool.progress" && event.text === "begun\n") clock.advance(200)
  })
  const result = await run.result
  // It ran on the base and can't any more: that is the run's.
  expect(result).toMatchObject({ outcome: "failed", reason: "checks fail: test", checks: [{ status: "broken" }] })
  // After the round, and at the end before the gate; after the closing, which changed nothing, it is known.
  expect(await ranTimes(place.path("ran"))).toBe(2)
})

const CUT_SHORT = [
  ["react", false],
  ["react", true],
  ["rounds", false],
  ["rounds", true],
] as const

test.each(someOf("checks cut short", 2, CUT_SHORT))(
  "%s: what a check left behind that was cut short is taken back too; taken up again: %s",
  async (name, goesOn) => {
    await using place = await undoPlace({ "README.md": "hello\n" })
    const agent = await place.agent(
      {},
      {
        model: mind({ content: "good", ends: "claims" }),
        strategy: STRATEGIES.get(name) as AnyStrategy,
        literal: name === "rounds",
        checks: { test: "test -e state || exit 0; echo ran >> report.txt; echo written; test -e hurry || sleep 60" },
        verify: "round",
      },
    )
    const run = await agent.start("Make it good.")
    const written = Promise.withResolvers<void>()
    run.onLive((event) => {
      if (event.type === "tool.progress" && event.text.endsWith("written\n")) written.resolve()
    })
    await written.promise
    await run.cancel("enough")
    const { run_id, outcome } = await run.result
    expect(outcome).toBe("cancelled")
    await place.write("hurry", "")
    if (goesOn) expect(await (await agent.resume(run_id)).result).toMatchObject({ outcome: "done", verified: true })
    expect((await agent.undo(run_id)).conflicts).toEqual([])
    expect(await pictureOf(place.root)).toEqual({ "README.md": "644 hello\n", hurry: "644 " })
  },
)

test("what the user writes while a check waits for an answer is the user's", async () => {
  await using place = await undoPlace({})
  const agent = await place.agent(script([[writing("state", "good\n")]]), {
    checks: { test: LOGGING },
    verify: "round",
    approve: "edits",
    responder: async () => {
      await place.write("mine.txt", "mine\n")
      return { kind: "approval", decision: "allow" }
    },
  })
  const { run_id, verified } = await agent.run("Make it good.")
  expect(verified).toBe(true)
  await agent.undo(run_id)
  expect(await pictureOf(place.root)).toEqual({ "mine.txt": "644 mine\n" })
})
