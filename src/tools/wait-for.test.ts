import { writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { makeFixture } from "./fixture.ts"
import { waitFor } from "./wait-for.ts"

const QUICK = { every_s: 0.05 }

describe("wait_for", () => {
  it("runs the command until it succeeds", async () => {
    await using fixture = await makeFixture()
    const report = (text: string) => {
      if (text.includes("not yet")) void writeFile(fixture.path("ready"), "yes")
    }
    const input = { command: "test -s ready && cat ready || { echo not yet; exit 1; }", ...QUICK }
    expect(await fixture.run(waitFor, input, { report })).toMatch(
      /^Met after \d+ tries, \d+\.\d s\. Last: Exit code 0\.\nyes$/,
    )
  })

  it("or until its output fits, whatever its exit code", async () => {
    await using fixture = await makeFixture({ state: "" })
    const input = { command: "printf x >> state; cat state; exit 3", condition: "^x{3}$", ...QUICK }
    expect(await fixture.run(waitFor, input)).toMatch(/^Met after 3 tries, .* Last: Exit code 3\.\nxxx$/)
  })

  it("takes a pattern with slashes, and none for the exit code", async () => {
    await using fixture = await makeFixture()
    expect(await fixture.run(waitFor, { command: "echo Ready", condition: "/ready/i" })).toMatch(/^Met after 1 try/)
    expect(await fixture.fail(waitFor, { command: "false", condition: "", limit_s: 0, every_s: 600 })).toMatch(
      /^Not met/,
    )
  })

  it("gives up at its limit, also in the middle of a try, and says how it stands", async () => {
    await using fixture = await makeFixture()
    expect(await fixture.fail(waitFor, { command: "echo down; false", limit_s: 1, every_s: 600 })).toBe(
      "Not met within its limit of 1 s: 1 try. Last: Exit code 1.\ndown",
    )
    expect(await fixture.fail(waitFor, { command: "sleep 600", limit_s: 0.1 })).toBe(
      "Not met within its limit of 0.1 s: 1 try. Last: Killed by SIGKILL.",
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
