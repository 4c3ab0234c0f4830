import { describe, expect, it } from "vitest"
import type { StreamState } from "../../protocol/api/api.ts"
import { Viewer } from "./viewer.ts"

const WORKING: StreamState = { state: "EXECUTING", outcome: "running", live: true }
const LIMITS = { liveBytes: 10, factsBehind: 2, missedBeats: 3 }

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** A run's facts and one reader of them. */
function scene() {
  const facts = { frames: [] as Uint8Array[], state: WORKING, isOver: false }
  const log: string[] = []
  const viewer = new Viewer(facts, {
    position: 0,
    limits: LIMITS,
    leave: () => log.push("left"),
    cut: () => log.push("cut"),
  })
  const reader = viewer.stream().getReader()
  const read = async () => {
    const { done, value } = await reader.read()
    return done ? "over" : new TextDecoder().decode(value)
  }
  const tell = (text: string) => {
    facts.frames.push(bytes(text))
    viewer.notice()
  }
  return { facts, viewer, reader, read, tell, log }
}

describe("a viewer", () => {
  it("reads facts and progress in the order in which they happened, then the state", async () => {
    const { viewer, read, tell } = scene()
    tell("A")
    viewer.showProgress(bytes("b"))
    tell("C")
    viewer.showProgress(bytes("d"))
    expect(await read()).toBe(`retry: 1000\n\nAbCdevent: state\ndata: ${JSON.stringify(WORKING)}\n\n`)
  })

  it("drops progress that nobody reads, never a fact", async () => {
    const { viewer, read, tell } = scene()
    for (let count = 0; count < 100; count++) viewer.showProgress(bytes("12345"))
    for (const name of "ABCDEFGH") tell(name)
    expect(await read()).toContain("1234512345ABCDEFGHevent: state")
  })

  it("is cut off when it falls behind after it had all, but not while it catches up", async () => {
    const { viewer, read, tell, log, reader } = scene()
    for (const name of "ABCDEF") tell(name)
    await read()
    const waiting = read()
    await Promise.resolve()
    tell("G")
    expect(await waiting).toBe("G")
    for (const name of "HI") tell(name)
    expect(log).toEqual([])
    tell("J")
    expect(log).toEqual(["left", "cut"])
    viewer.close()
    expect(log).toEqual(["left", "cut"])
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it("is cut off when it leaves heartbeats unread", async () => {
    const { viewer, read, log } = scene()
    await read()
    const waiting = read()
    await Promise.resolve()
    viewer.beat()
    expect(await waiting).toBe(": still here\n\n")
    for (let beat = 0; beat < LIMITS.missedBeats; beat++) viewer.beat()
    expect(log).toEqual(["left", "cut"])
  })

  it("says the end once everything was told, and leaves", async () => {
    const { facts, read, tell, log } = scene()
    facts.isOver = true
    facts.state = { state: "DONE", outcome: "done", live: false }
    tell("A")
    expect(await read()).toBe("retry: 1000\n\nA")
    expect(await read()).toBe(`event: end\ndata: ${JSON.stringify(facts.state)}\n\n`)
    expect(await read()).toBe("over")
    expect(log).toEqual(["left"])
  })
})
