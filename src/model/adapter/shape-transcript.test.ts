import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { assistant, callsOf, SEEDED, tool, transcript, user } from "../../../test/support/transcript-fixture.ts"
import type { Message } from "../../protocol/log/message.ts"
import { repairTranscript } from "./repair-transcript.ts"
import { shapeTranscript, type WireShape } from "./shape-transcript.ts"

const read = { id: "a", name: "read", arguments: '{ "path": "x" }' }
const SYSTEM: Message = { role: "system", text: "Rules." }
const GIVEN = [SYSTEM, user("go"), assistant("reading", read), tool("a", "content"), user("and now?")]

describe("shapeTranscript", () => {
  test("a well-behaved endpoint gets the transcript as it is", () => {
    expect(shapeTranscript(GIVEN, { withTools: true })).toEqual(GIVEN)
  })

  test("without tools calls and results are text", () => {
    expect(shapeTranscript(GIVEN, { withTools: false })).toEqual([
      SYSTEM,
      user("go"),
      assistant('reading\n\nread({ "path": "x" })'),
      user("Result of read:\ncontent\n\nand now?"),
    ])
  })

  test("without a system role its text begins the first user message", () => {
    const [, , ...rest] = GIVEN
    expect(shapeTranscript(GIVEN, { withTools: true, systemRole: false })).toEqual([user("Rules.\n\ngo"), ...rest])
  })

  test("under strict alternation what follows a result becomes part of it", () => {
    expect(shapeTranscript(GIVEN, { withTools: true, alternation: "strict" })).toEqual([
      SYSTEM,
      user("go"),
      assistant("reading", read),
      tool("a", "content\n\nand now?"),
    ])
  })

  test("a reply that becomes text carries no opaque parts", () => {
    const thought = { role: "assistant" as const, text: "", calls: [read], opaque: [{ text: "hm" }] }
    const shaped = shapeTranscript([user("go"), thought, tool("a", "r")], { withTools: false })
    expect(shaped[1]).toEqual(assistant('read({ "path": "x" })'))
  })
})

describe("any transcript in any shape", () => {
  const shape: fc.Arbitrary<WireShape> = fc.record({
    withTools: fc.boolean(),
    systemRole: fc.constantFrom(undefined, true, false),
    alternation: fc.constantFrom(undefined, "strict" as const),
  })

  function holds(property: (shaped: Message[], given: { repaired: Message[]; shape: WireShape }) => void): void {
    fc.assert(
      fc.property(transcript, shape, (messages, wanted) => {
        const repaired = repairTranscript(messages)
        property(shapeTranscript(repaired, wanted), { repaired, shape: wanted })
      }),
      SEEDED,
    )
  }

  test("without tools there are neither calls nor results; with them all calls stay", () => {
    holds((shaped, { repaired, shape }) => {
      if (shape.withTools) return expect(callsOf(shaped)).toEqual(callsOf(repaired))
      expect(callsOf(shaped)).toEqual([])
      expect(shaped.some(({ role }) => role === "tool")).toBe(false)
    })
  })

  test("a system message only where there is such a role", () => {
    holds((shaped, { shape }) => {
      if (shape.systemRole === false) expect(shaped.some(({ role }) => role === "system")).toBe(false)
    })
  })

  test("under strict alternation only the assistant, or another result, follows a result", () => {
    holds((shaped, { shape }) => {
      if (shape.alternation !== "strict") return
      for (const [index, { role }] of shaped.entries()) {
        if (role === "tool") expect(["tool", "assistant", undefined]).toContain(shaped[index + 1]?.role)
      }
    })
  })

  test("turns alternate, the user begins, and the assistant is never last", () => {
    holds((shaped) => {
      const roles = shaped.map(({ role }) => role)
      const turns = roles[0] === "system" ? roles.slice(1) : roles
      expect(turns[0]).toBe("user")
      expect(["user", "tool"]).toContain(turns.at(-1))
      for (const [index, role] of turns.entries()) if (role !== "tool") expect(turns[index + 1]).not.toBe(role)
    })
  })

  test("nothing that was said, called or found is lost", () => {
    holds((shaped, { repaired }) => {
      const said = shaped.map(({ text }) => text).join("\n") + JSON.stringify(callsOf(shaped))
      for (const { text } of repaired) expect(said).toContain(text)
      for (const { name } of callsOf(repaired)) expect(said).toContain(name)
    })
  })

  test("shaping twice changes nothing, and is the same each time", () => {
    holds((shaped, { repaired, shape }) => {
      expect(shapeTranscript(shaped, shape)).toEqual(shaped)
      expect(shapeTranscript(repaired, shape)).toEqual(shaped)
    })
  })
})
