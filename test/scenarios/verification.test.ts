import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import type { LoggedEvent } from "../../src/protocol/event.ts"
import { play, type Scenario } from "./play.ts"
import * as scenarios from "./verification-scenarios.ts"

/** What they said of the run's own work. */
function checks(events: readonly LoggedEvent[]): string[] {
  const ended = events.flatMap(({ event }) => (event.type === "check.ended" ? [event] : []))
  return ended.filter(({ moment }) => moment !== "baseline").map(({ stage, status }) => `${stage} ${status}`)
}

/** The scenario with a check that notes each time it runs, in a folder of its own. */
async function counting(scenario: Scenario, command: string, options: Scenario["options"] = {}) {
  const folder = await mkdtemp(join(tmpdir(), "keelson-count-"))
  const file = join(folder, "runs")
  await writeFile(file, "")
  const counted = `echo x >> ${file}; ${command}`
  const played = await play({ ...scenario, options: { ...scenario.options, ...options, checks: { test: counted } } })
  const runs = (await readFile(file, "utf8")).length / 2
  await rm(folder, { recursive: true })
  return { played, runs }
}

describe("a project's checks", () => {
  it("outrank the judge; the failing lines go to the next plan, and the run ends verified", async () => {
    await using played = await play(scenarios.overruled)
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "phase-1/round-2 passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true, total_rounds: 2, usage: { calls: 5 } })
    const rulings = played.events.flatMap(({ event }) => (event.type === "judge.ruled" ? event.corrections : []))
    expect(rulings).toEqual(["the phase was called complete, but these checks fail: test"])
    expect(played.result.message).toContain("Mended.")
    expect(played.result.message).toContain("**Checks:** test (passed)")
  })

  it("let a plan be used that came along with the verdict they outrank", async () => {
    await using played = await play(scenarios.overruledWithPlan)
    expect(played.result).toMatchObject({ outcome: "done", verified: true, usage: { calls: 4 } })
  })

  it("make the run fail if they fail to the end, whatever the judge says", async () => {
    await using played = await play(scenarios.neverMended)
    expect(played.result).toMatchObject({ outcome: "failed", success: false, verified: false, total_rounds: 3 })
    expect(played.result.reason).toContain("checks still fail: test")
  })

  it("are remembered through rounds that write nothing, and not run for them", async () => {
    await using played = await play(scenarios.stillFailing)
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "phase-1/round-3 passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("run only when a phase is called complete, if so set; a summary that came along before is not used", async () => {
    await using played = await play(scenarios.atPhaseEnd)
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "phase-1/round-2 passed"])
    expect(played.result.message).toContain("It is in order.")
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("run only at the end, if so set, and get a phase of their own when they fail", async () => {
    await using played = await play(scenarios.atRunEnd)
    expect(checks(played.events)).toEqual(["claim-1 failed", "claim-2 passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true, phases_completed: 2 })
    const states = played.events.flatMap(({ event }) => (event.type === "state.changed" ? [event.state] : []))
    expect(states.slice(states.indexOf("EXECUTING"))).toEqual([
      "EXECUTING",
      "VERIFYING",
      "RECOVERING",
      "EXECUTING",
      "VERIFYING",
      "DONE",
    ])
  })

  it("are mended twice at most", async () => {
    await using played = await play(scenarios.endless)
    expect(checks(played.events)).toEqual(["claim-1 failed", "claim-2 failed", "claim-3 failed"])
    expect(played.result).toMatchObject({ outcome: "failed", reason: "checks still fail: test" })
  })

  it("that are not there make the run unverified, and it says so", async () => {
    await using played = await play(scenarios.noChecks)
    expect(played.result).toMatchObject({ outcome: "done", verified: false, checks: [] })
    expect(played.result.message).toContain("unverified: this project has no checks")
    expect(played.events.some(({ event }) => event.type === "checks.found" && event.checks.length === 0)).toBe(true)
  })

  it("that can't run prove nothing: unverified, with the reason", async () => {
    await using played = await play(scenarios.broken)
    expect(played.result).toMatchObject({ outcome: "done", verified: false, checks: [{ status: "broken" }] })
    expect(played.result.message).toContain("test (could not run) – ")
  })

  it("run once for one state of the workspace", async () => {
    const shadows = await mkdtemp(join(tmpdir(), "keelson-shadows-"))
    const checkpoints = openCheckpoints(shadows)
    const { played, runs } = await counting(scenarios.overruled, "grep good state", { checkpoints })
    await using _ = played
    // Once before the run, and for each of the two states that the rounds left; the end has nothing new to ask.
    expect(runs).toBe(3)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    await rm(shadows, { recursive: true })
  })

  it("that are slow wait until something is called complete", async () => {
    const { played, runs } = await counting(scenarios.stillFailing, "grep good state", {
      limits: { slow_check_ms: 0.001 },
    })
    await using _ = played
    // It was slow before the run already, so that the first round does without.
    expect(checks(played.events)).toEqual(["phase-1/round-2 failed", "phase-1/round-3 passed"])
    expect(runs).toBe(3)
  })

  it("never run where they are switched off", async () => {
    const { played, runs } = await counting(scenarios.noChecks, "true", { verify: "off" })
    await using _ = played
    expect(runs).toBe(0)
    expect(played.result).toMatchObject({ outcome: "done", verified: false })
    expect(played.result.message).toContain("unverified: checks are switched off")
  })

  it("ask like any command where nothing confines them, and prove nothing if they may not run", async () => {
    await using played = await play({
      ...scenarios.noChecks,
      answers: { "phase-1/round-1/verify-round/test/approval": { kind: "approval", decision: "deny", reason: "no" } },
      options: { checks: { test: "true" }, approve: "edits" },
    })
    expect(played.result).toMatchObject({ outcome: "done", verified: false, checks: [{ status: "broken" }] })
  })
})
