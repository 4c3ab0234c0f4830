import { PassThrough } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Run } from "../../agent.ts"
import { RunOverError } from "../../run/lifecycle/requests/tell.ts"
import type { Display } from "../following/display.ts"
import { steered } from "./steered.ts"

/** A run that is drawn, and somebody who types meanwhile. */
function stage(tell: Run["tell"]) {
  const did: string[] = []
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { columns: 70, rows: 20 })
  output.resume()
  let below: () => readonly string[] = () => []
  const plain: Display = {
    hasResult: false,
    follow: () => did.push("followed"),
    under: (lines) => {
      below = lines
    },
    toggleOutput: () => did.push("output"),
    pause: () => did.push("paused"),
    resume: () => did.push("resumed"),
    end: () => did.push("ended"),
    stop: () => {},
  }
  const { display, tooLate } = steered(plain, { input, output, paint: (_format, text) => text })
  let log = (_event: object) => {}
  const run = {
    tell,
    cancel: async (reason: string) => void did.push(`cancelled: ${reason}`),
    onEvent: (listener: (logged: { event: object }) => void) => {
      log = (event) => listener({ event })
    },
  } as unknown as Run
  display.follow(run)
  const type = async (...keys: string[]) => {
    for (const key of keys) input.write(key)
    await setImmediate()
  }
  return { display, tooLate, type, did, log: (event: object) => log(event), drawn: () => below().join("\n") }
}

describe("typing while a run works", () => {
  it("is drawn below the run, and told to it by Enter", async () => {
    const told: string[] = []
    const { type, drawn } = stage(async (text) => void told.push(text))
    expect(drawn()).toContain("Esc stops")
    await type("mind ", "\x1b[200~the\ncat\x1b[201~")
    expect(drawn()).toContain("› mind the\n  cat▏")
    await type("\r")
    expect(told).toEqual(["mind the\ncat"])
    expect(drawn()).toContain("Enter queues")
  })

  it("is said at once by Ctrl-S; Ctrl-O opens what a command prints", async () => {
    const told: unknown[] = []
    const { type, did } = stage(async (...said) => void told.push(said))
    await type("stop that", "\x13", "go on", "\r", "\x0f")
    expect(told).toEqual([
      ["stop that", { now: true }],
      ["go on", { now: false }],
    ])
    expect(did).toContain("output")
  })

  it("is deaf while something is asked", async () => {
    const told: string[] = []
    const { type, display, drawn } = stage(async (text) => void told.push(text))
    display.pause()
    await type("y", "\r")
    display.resume()
    expect([told, drawn()]).toEqual([[], expect.stringContaining("Enter queues")])
  })

  it("keeps what came too late, or was not sent, for the next request", async () => {
    const { type, tooLate } = stage((text) => Promise.reject(new RunOverError(text, "DONE")))
    await type("one more thing", "\r", "and th")
    expect(tooLate()).toEqual(["one more thing", "and th"])
  })

  it("keeps what was queued and never heard for the next request", async () => {
    const { tooLate, log } = stage(async () => {})
    log({ type: "word.added", number: 1, text: "keep the name", by: "user" })
    log({ type: "words.heard", stage: "", upto: 1 })
    log({ type: "word.added", number: 2, text: "and the comment", by: "user" })
    expect(tooLate()).toEqual(["and the comment"])
  })
})
