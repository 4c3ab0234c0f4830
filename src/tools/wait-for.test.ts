import { writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { ManualClock } from "../../test/support/manual-clock.ts"
import { makeFixture } from "../../test/support/tool-fixture.ts"
import { waitFor } from "./wait-for.ts"

describe("wait_for", () => {
  it("runs the command until it succeeds", async () => {
    await using fixture = await makeFixture()
    const clock = new ManualClock()
    const input = { command: "test -s ready && cat ready || { echo not yet; exit 1; }", every_s: 3 }
    const call = fixture.run(waitFor, input, { clock })
    await clock.armed(3000)
    await writeFile(fixture.path("ready"), "yes")
    clock.advance(3000)
    expect(await call).toBe("Met after 2 tries, 3.0 s. Last: Exit code 0.\nyes")
  })

  it("or until its output fits, whatever its exit code", async () => {
    await using fixture = await makeFixture({ state: "" })
    const clock = new ManualClock()
    const input = { command: "printf x >> state; cat state; exit 3", condition: "^x{3}$" }
    const call = fixture.run(waitFor, input, { clock })
    for (let pauses = 0; pauses < 2; pauses++) {
      await clock.armed(2000)
      clock.advance(2000)
    }
    expect(await call).toBe("Met after 3 tries, 4.0 s. Last: Exit code 3.\nxxx")
  })

  it("takes a pattern with slashes, and none for the exit code", async () => {
    await using fixture = await makeFixture()
    expect(await fixture.run(waitFor, { command: "echo Ready", condition: "/ready/i" })).toMatch(/^Met after 1 try/)
    const clock = new ManualClock()
    const call = fixture.fail(waitFor, { command: "false", condition: "", limit_s: 0, every_s: 600 }, { clock })
    await clock.armed(600_000)
    clock.advance(100)
    expect(await call).toMatch(/^Not met/)
  })

  it("gives up at its limit, and says how it stands", async () => {
    await using fixture = await makeFixture()
    const clock = new ManualClock()
    const call = fixture.fail(waitFor, { command: "echo down; false", limit_s: 1, every_s: 600 }, { clock })
    await clock.armed(600_000)
    clock.advance(1000)
    expect(await call).toBe("Not met within its limit of 1 s: 1 try. Last: Exit code 1.\ndown")
  })

  it("says when it was given a limit that it can't have", async () => {
    await using fixture = await makeFixture()
    expect(await fixture.run(waitFor, { command: "true", limit_s: 9000 })).toMatch(
      /^Met after 1 try, .*\n\[limit_s 9000 was taken as 600, the most\.\]$/s,
    )
    expect(await fixture.run(waitFor, { command: "true", limit_s: 0.25 })).not.toContain("taken")
  })

  it("gives up in the middle of a try too", async () => {
    await using fixture = await makeFixture()
    const clock = new ManualClock()
    const report = () => clock.advance(5000)
    expect(await fixture.fail(waitFor, { command: "echo begun; sleep 600", limit_s: 5 }, { clock, report })).toBe(
      "Not met within its limit of 5 s: 1 try. Last: Killed by SIGKILL.\nbegun",
    )
  })

  it("does not wait for a pattern that can't be used or never ends", async () => {
    await using fixture = await makeFixture()
    expect(await fixture.fail(waitFor, { command: "echo a", condition: "(" })).toContain("can't be used")
    const endless = { command: `printf '%s' ${"a".repeat(40)}b`, condition: "^(a+)+$" }
    expect(await fixture.fail(waitFor, endless)).toContain("timed out")
  })

  it("ends with the run", async () => {
    await using fixture = await makeFixture()
    const stop = new AbortController()
    const report = () => stop.abort(new Error("the run was cancelled"))
    const call = fixture.run(waitFor, { command: "echo up; false", every_s: 600 }, { signal: stop.signal, report })
    await expect(call).rejects.toThrow("the run was cancelled")
  })
})
