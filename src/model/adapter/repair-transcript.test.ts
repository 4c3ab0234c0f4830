import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  assistant,
  callsOf,
  opaqueOf,
  SEEDED,
  tool,
  transcript,
  user,
} from "../../../test/support/transcript-fixture.ts"
import type { Message, ToolCall } from "../../protocol/log/message.ts"
import { isJsonObject } from "../seam/transcript.ts"
import { repairTranscript } from "./repair-transcript.ts"

const good: ToolCall = { id: "a", name: "read", arguments: '{ "path": "x" }' }
const broken: ToolCall = { id: "b", name: "write", arguments: '{"path": "x' }

describe("repairTranscript", () => {
  test("a valid transcript stays as it is", () => {
    const valid: Message[] = [
      { role: "system", text: "Rules." },
      user("go"),
      assistant("reading", good),
      tool("a", "content"),
      assistant("done"),
      user("thanks"),
    ]
    expect(repairTranscript(valid)).toEqual(valid)
  })

  test("neighbours of one role become one message", () => {
    expect(
      repairTranscript([
        { role: "system", text: "A" },
        { role: "system", text: "B" },
        user("1"),
        user("2"),
        assistant("x"),
        assistant("y", good),
        tool("a", "r"),
      ]),
    ).toEqual([{ role: "system", text: "A\n\nB" }, user("1\n\n2"), assistant("x\n\ny", good), tool("a", "r")])
  })

  test("a system message in the middle becomes user text", () => {
    expect(repairTranscript([user("1"), { role: "system", text: "Hurry." }])).toEqual([user("1\n\nHurry.")])
  })

  test("an unanswered call is closed, a result without a call dropped, results put in the order of the calls", () => {
    const second = { ...good, id: "c" }
    expect(
      repairTranscript([user("go"), assistant("", good, second), tool("c", "C"), tool("zzz", "orphan"), user("next")]),
    ).toEqual([
      user("go"),
      assistant("", good, second),
      tool("a", "No result: the run was interrupted before this call finished."),
      tool("c", "C"),
      user("next"),
    ])
  })

  test("a call that is not valid JSON is told, not replayed, and what was said about it is kept", () => {
    expect(
      repairTranscript([
        user("go"),
        assistant("", good, broken),
        tool("a", "A"),
        tool("b", "Issue: cut off.", "write"),
      ]),
    ).toEqual([
      user("go"),
      assistant("", good),
      tool("a", "A"),
      user('Your call of "write" was not carried out: its arguments were not a JSON object.\nIssue: cut off.'),
    ])
  })

  test("the assistant is neither first nor last", () => {
    expect(repairTranscript([assistant("hello")])).toEqual([user("Continue."), assistant("hello"), user("Continue.")])
    expect(repairTranscript([])).toEqual([user("Continue.")])
  })
})

describe("any transcript", () => {
  function holds(property: (repaired: Message[], original: Message[]) => void): void {
    fc.assert(
      fc.property(transcript, (messages) => {
        property(repairTranscript(messages), messages)
      }),
      SEEDED,
    )
  }

  test("every call is answered right after its message, and nothing else is", () => {
    holds((repaired) => {
      let open: string[] = []
      for (const message of repaired) {
        if (message.role === "tool") {
          expect(message.callId).toBe(open.shift())
        } else {
          expect(open).toEqual([])
          open = message.role === "assistant" ? message.calls.map((made) => made.id) : []
        }
      }
      expect(open).toEqual([])
    })
  })

  test("roles alternate, the user begins, and the assistant is never last", () => {
    holds((repaired) => {
      const roles = repaired.map((message) => message.role)
      const turns = roles[0] === "system" ? roles.slice(1) : roles
      expect(turns[0]).toBe("user")
      expect(turns).not.toContain("system")
      expect(["user", "tool"]).toContain(roles.at(-1))
      for (const [index, role] of turns.entries()) if (role !== "tool") expect(turns[index + 1]).not.toBe(role)
    })
  })

  test("only JSON objects are replayed as arguments, and none of them is lost", () => {
    holds((repaired, original) => {
      const sent = callsOf(repaired)
      expect(sent.every((made) => isJsonObject(made.arguments))).toBe(true)
      expect(sent).toEqual(callsOf(original).filter((made) => isJsonObject(made.arguments)))
    })
  })

  test("no user text is lost", () => {
    holds((repaired, original) => {
      const said = repaired.map((message) => message.text).join("\n")
      for (const one of original) if (one.role === "user") expect(said).toContain(one.text.trim())
    })
  })

  test("repairing twice changes nothing", () => {
    holds((repaired) => expect(repairTranscript(repaired)).toEqual(repaired))
  })

  test("opaque parts are kept unchanged, or left out with all of their reply", () => {
    holds((repaired, original) => {
      const given = opaqueOf(original)
      for (const part of opaqueOf(repaired)) expect(given).toContain(part)
    })
  })
})
