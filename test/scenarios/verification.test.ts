import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { play, type Scenario } from "./play.ts"
import * as scenarios from "./verification-scenarios.ts"

/** What they said of the run's own work. */
function checks(events: readonly LoggedEvent[]): string[] {
  const ended = events.flatMap(({ event }) => (event.type === "check.ended" ? [event] : []))
  return ended.filter(({ moment }) => moment !== "base").map(({ stage, status }) => `${stage} ${status}`)
}

/** What the gate ruled, and by which checks. */
function rulings(events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ event }) => (event.type === "gate.ruled" ? [`${event.next} ${event.checks.join(" ")}`] : []))
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
  it("outrank the last word: what fails is mended in a stage of closing, and the run ends verified", async () => {
    await using played = await play(scenarios.overruled)
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "closing-1/round-1 passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true, total_rounds: 2, usage: { calls: 5 } })
    expect(rulings(played.events)).toEqual(["mend test", "done "])
    expect(played.result.message).toContain("Mended.")
    expect(played.result.message).toContain("- **Checks:**\n  - test: passed")
  })

  it("make the run fail if mending brings nothing new, whatever the judge says", async () => {
    await using played = await play(scenarios.neverMended)
    expect(played.result).toMatchObject({ outcome: "failed", success: false, verified: false, total_rounds: 2 })
    expect(played.result.reason).toBe("checks fail: test")
    expect(rulings(played.events)).toEqual(["mend test", "mend test", "end test"])
  })

  it("are remembered through rounds that write nothing, and not run for them", async () => {
    await using played = await play(scenarios.stillFailing)
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "closing-1/round-1 passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("run only when a phase is called complete, if so set", async () => {
    await using played = await play(scenarios.atPhaseEnd)
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "closing-1/round-1 passed"])
    expect(played.result.message).toContain("Mended.")
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("run only at the end, if so set, and are mended then", async () => {
    await using played = await play(scenarios.atRunEnd)
    expect(checks(played.events)).toEqual(["closing-0 failed", "closing-1 passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true, phases_completed: 1 })
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

  it("that are not there make the run unverified, and it says so", async () => {
    await using played = await play(scenarios.noChecks)
    expect(played.result).toMatchObject({ outcome: "done", verified: false, checks: [] })
    expect(played.result.message).toContain("done, not verified: this project has no checks")
    expect(played.events.some(({ event }) => event.type === "checks.found" && event.checks.length === 0)).toBe(true)
  })

  it("that can't run prove nothing: unverified, with the reason", async () => {
    await using played = await play(scenarios.broken)
    expect(played.result).toMatchObject({ outcome: "done", verified: false, checks: [{ status: "broken" }] })
    expect(played.result.message).toContain("  - test: could not run: ")
  })

  it("run once for one state of the workspace", async () => {
    const shadows = await mkdtemp(join(tmpdir(), "keelson-shadows-"))
    const checkpoints = openCheckpoints(shadows)
    const { played, runs } = await counting(scenarios.overruled, "! grep -v good state", { checkpoints })
    await using _ = played
    // For each of the two states that the rounds left, and once more before the first one counts; the folder as it was has a place of its own.
    expect(runs).toBe(3)
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    await rm(shadows, { recursive: true })
  })

  it("that are slow wait until something is called complete", async () => {
    const { played, runs } = await counting(scenarios.stillFailing, "! grep -v good state", {
      limits: { slow_check_ms: 0.001 },
    })
    await using _ = played
    // The first round shows that it is slow.
    expect(checks(played.events)).toEqual(["phase-1/round-1 failed", "closing-1/round-1 passed"])
    expect(runs).toBe(3)
  })

  it("that were slow in an earlier run of the folder run last, and with the time that they took", async () => {
    const limits = { slow_check_ms: 0.001 }
    const options = { limits, checks: { test: "true" } }
    await using first = await play({ ...scenarios.noChecks, options })
    await rm(join(first.folder, "state"))
    const running = new Set<string>()
    const onLive: Scenario["onLive"] = (event) => {
      if (event.type === "tool.progress") running.add(`${event.check} ${(event.usual_ms ?? 0) > 0}`)
    }
    const again = { limits, checks: { test: "true", lint: "echo fine" }, workspace: first.folder }
    await using second = await play({ ...scenarios.noChecks, onLive, options: again }, first.store)
    const ended = second.events.flatMap(({ event }) => (event.type === "check.ended" ? [event.name] : []))
    expect(ended).toEqual(["lint", "test"])
    expect([...running]).toEqual(["lint false", "test true"])
    expect(second.result).toMatchObject({ outcome: "done", verified: true })
  })

  it("never run where they are switched off", async () => {
    const { played, runs } = await counting(scenarios.noChecks, "true", { verify: "off" })
    await using _ = played
    expect(runs).toBe(0)
    expect(played.result).toMatchObject({ outcome: "done", verified: false })
    expect(played.result.message).toContain("done, not verified: checks are switched off")
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
