import { describe, expect, it } from "vitest"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { oneOf } from "../sample.ts"
import * as scenarios from "./against-base-scenarios.ts"
import { VOICES } from "./closing-voices.ts"
import { play, type Scenario } from "./play.ts"

async function played(scenario: Scenario | undefined) {
  if (!scenario) throw new Error("There is no such scenario.")
  const run = await play(scenario)
  return Object.assign(run, { rulings: rulingsIn(run.events) })
}

function rulingsIn(events: readonly LoggedEvent[]) {
  return events.flatMap(({ event }) => (event.type === "gate.ruled" ? [event] : []))
}

const NAMES = VOICES.map(({ strategy: { name } }) => name)
const PLANNING = ["phased", "rounds"]

describe.each(oneOf("against base", NAMES))("%s", (name) => {
  it("red before and after does not count, and is named", async () => {
    await using run = await played(scenarios.asBefore[name])
    expect(run.rulings.map(({ next }) => next)).toEqual(["done"])
    expect(run.result).toMatchObject({ outcome: "done", verified: false })
    expect(run.result.message).toContain("red as before: test")
  })

  it("red before, worse after: what the base has not is the run's, and the rest is not", async () => {
    await using run = await played(scenarios.worse[name])
    expect(run.rulings[0]?.findings).toMatchObject([
      { about: "check:test", kind: "own", failures: ["tests/test_sum.py test_it"] },
    ])
    expect(run.result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })

  it("red before, worse after, mended: what was red before stays red, and nobody fails for it", async () => {
    await using run = await played(scenarios.worseAndMended[name])
    expect(run.rulings.map(({ next }) => next)).toEqual(["mend", "done"])
    expect(run.result).toMatchObject({ outcome: "done", verified: false })
    expect(run.result.message).toContain("red as before: test")
  })

  it("green before, red after: mended it is verified", async () => {
    await using run = await played(scenarios.brokenAndMended[name])
    expect(run.rulings.map(({ next }) => next)).toEqual(["mend", "done"])
    expect(run.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("green before, red after: failed where it can't be mended", async () => {
    await using run = await played(scenarios.brokenToTheEnd[name])
    expect(run.rulings.map(({ next }) => next)).toEqual(["mend", "mend", "end"])
    expect(run.result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })

  it("a check that hangs because of the run counts", async () => {
    await using run = await played(scenarios.hangsByItself[name])
    expect(run.rulings[0]?.findings).toMatchObject([{ about: "check:test", kind: "own" }])
    expect(run.result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })

  it("a check that hangs without the change as well says nothing", async () => {
    await using run = await played(scenarios.hungBefore[name])
    expect(run.result).toMatchObject({ outcome: "done", verified: false })
    expect(run.result.message).toContain("does not finish within 5.0 s, with or without the change")
  })

  it("an install that names the workspace by its path is no excuse", async () => {
    await using run = await played(scenarios.editableInstall[name])
    expect(run.rulings[0]?.findings).toMatchObject([{ kind: "own", failures: ["tests/test_sum.py test_it"] }])
    expect(run.result).toMatchObject({ outcome: "failed" })
  })

  it("red by what the run built is nobody's: a reason settles it, and it is not verified", async () => {
    await using run = await played(scenarios.builtRed[name])
    expect(run.rulings[0]?.findings).toMatchObject([{ about: "check:test", kind: "unknown" }])
    expect(run.result).toMatchObject({ outcome: "done", verified: false })
    expect(run.result.message).toMatch(/\*\*Outcome:\*\* done.*; test left as it is: nothing was built before/)
  })

  it("green by what the run built is green", async () => {
    await using run = await played(scenarios.builtGreen[name])
    expect(run.result).toMatchObject({ outcome: "done", verified: true })
  })
})

describe.each(oneOf("must pass", PLANNING))("what %s says must pass", (name) => {
  it("is asked for although it was red before, and verified once it is met", async () => {
    await using run = await played(scenarios.mustPassMet[name])
    expect(run.rulings[0]?.findings).toMatchObject([{ about: "check:test", kind: "must_pass" }])
    expect(run.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("fails the run where it stays red as before", async () => {
    await using run = await played(scenarios.mustPassNotMet[name])
    expect(run.rulings.map(({ next }) => next)).toEqual(["mend", "end"])
    expect(run.result).toMatchObject({ outcome: "failed", reason: "checks fail: test" })
  })

  it("is the model's own word, which it may take back with a reason: said first", async () => {
    await using run = await played(scenarios.mustPassTakenBack[name])
    expect(run.rulings.at(-1)).toMatchObject({ next: "done", withdrawn: ["tests/test_old.py"] })
    expect(run.result).toMatchObject({ outcome: "done", verified: false })
    expect(run.result.message).toMatch(
      /\*\*Outcome:\*\* done.*; test left as it is: it needs a server that is not here/,
    )
  })
})

describe.each(oneOf("must pass, taken back", PLANNING))("what %s no longer says must pass", (name) => {
  it("does not stand in the way of the tests, which all pass", async () => {
    await using run = await played(scenarios.mustPassAllTests[name])
    expect(run.result).toMatchObject({ outcome: "done", verified: true })
    expect(run.result.message).toMatch(
      /done, verified by 2 passing tests; red as before: test; test left as it is: the/,
    )
  })
})

describe("a judge that says no to the end", () => {
  it("leaves its phase open: the run is incomplete, whatever its last word says", async () => {
    await using run = await played(scenarios.judgeSaysNo)
    expect(run.result).toMatchObject({ outcome: "incomplete", limit: "missing" })
    expect(run.result.reason).toContain("Phase 1")
  })

  it("ends rounds as incomplete", async () => {
    await using run = await played(scenarios.neverCompleted)
    expect(run.result).toMatchObject({ outcome: "incomplete", reason: "b.txt is not written" })
  })
})
