import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Message, ToolCall } from "../../protocol/log/message.ts"
import { Conversation } from "./conversation.ts"

const OPENING: readonly Message[] = [
  { role: "system", text: "rules" },
  { role: "user", text: "request" },
]

const call = (id: string): ToolCall => ({ id, name: "tool", arguments: "{}" })
const replyWith = (...ids: string[]): Message => ({ role: "assistant", text: "", calls: ids.map(call) })

describe("Conversation", () => {
  it("hands what is told to the model as the result of its call, or as a user's turn where there is none", () => {
    const conversation = new Conversation(OPENING)
    conversation.tell("first")
    conversation.tell("")
    conversation.tell("second")
    expect([...conversation.next()]).toEqual([...OPENING, { role: "user", text: "first\n\nsecond" }])
    conversation.accept(replyWith("a"))
    conversation.tell("result")
    expect(conversation.next().at(-1)).toEqual({ role: "tool", callId: "a", name: "tool", text: "result" })
  })

  it("closes calls that were never answered before anything else is said", () => {
    const conversation = new Conversation(OPENING)
    conversation.next()
    conversation.accept(replyWith("a", "b", "c"))
    conversation.answer("b", "tool", "result of b")
    conversation.tell("The work ends here.")
    expect(conversation.next().slice(3)).toEqual([
      { role: "tool", callId: "b", name: "tool", text: "result of b" },
      { role: "tool", callId: "a", name: "tool", text: expect.stringContaining("No result") },
      { role: "tool", callId: "c", name: "tool", text: expect.stringContaining("No result") },
      { role: "user", text: "The work ends here." },
    ])
  })

  it("keeps the user's words apart from results, and through a fold", () => {
    const conversation = new Conversation(OPENING)
    conversation.accept(replyWith("a"))
    conversation.openRound({ name: "round-1", tasks: [], summary: "" })
    conversation.tell("result of a")
    conversation.hear(1, "Mind the cat.")
    expect(conversation.next().slice(3)).toMatchObject([
      { role: "tool", text: "result of a" },
      { role: "user", text: "Mind the cat." },
    ])
    conversation.accept(replyWith("b"))
    conversation.openRound({ name: "round-2", tasks: [], summary: "" })
    conversation.fold({ folded: ["round-1"], text: "One round was folded." })
    const told = conversation.next().map(({ text }) => text)
    expect(told.filter((text) => text.includes("Mind the cat."))).toHaveLength(1)
  })

  it("takes no result for a call that is not open", () => {
    const conversation = new Conversation(OPENING)
    expect(() => conversation.answer("a", "tool", "x")).toThrow('There is no open call "a"')
    conversation.accept(replyWith("a"))
    conversation.answer("a", "tool", "x")
    expect(() => conversation.answer("a", "tool", "x")).toThrow('There is no open call "a"')
  })

  it("answers each of several calls that share an id", () => {
    const conversation = new Conversation(OPENING)
    conversation.accept(replyWith("same", "same"))
    conversation.answer("same", "tool", "1")
    conversation.answer("same", "tool", "2")
    expect(
      conversation
        .next()
        .slice(3)
        .map(({ text }) => text),
    ).toEqual(["1", "2"])
  })

  it("counts as repeated what the last accepted request held", () => {
    const conversation = new Conversation(OPENING)
    expect(conversation.repeated).toEqual([])
    conversation.next()
    conversation.accept(replyWith("a"))
    conversation.tell("result")
    conversation.next()
    expect(conversation.repeated).toEqual(OPENING)
  })

  it("goes on in a branch of its own without touching the first", () => {
    const conversation = new Conversation(OPENING)
    conversation.tell("told")
    const fork = conversation.fork()
    fork.tell("only here")
    expect(fork.next().at(-1)).toEqual({ role: "user", text: "told\n\nonly here" })
    expect(conversation.next().at(-1)).toEqual({ role: "user", text: "told" })
  })
})

type Turn = {
  readonly told: readonly string[]
  readonly calls: number
  readonly answered: number
  readonly adopted: boolean
}

const turn: fc.Arbitrary<Turn> = fc.record({
  told: fc.array(fc.constantFrom("", "hint", "result"), { maxLength: 3 }),
  calls: fc.integer({ min: 0, max: 3 }),
  answered: fc.integer({ min: 0, max: 3 }),
  adopted: fc.boolean(),
})

/** Plays the turns; returns every request that would have been sent. */
function requestsOf(turns: readonly Turn[]): Message[][] {
  const conversation = new Conversation(OPENING)
  const requests: Message[][] = []
  for (const [index, { told, calls, answered, adopted }] of turns.entries()) {
    for (const text of told) conversation.tell(text)
    const ids = Array.from({ length: calls }, (_, n) => `call-${index}-${n}`)
    if (adopted) conversation.adopt(replyWith(...ids))
    else {
      requests.push([...conversation.next()])
      conversation.accept(replyWith(...ids))
    }
    for (const id of ids.slice(0, answered)) conversation.answer(id, "tool", "answer")
  }
  return [...requests, [...conversation.next()]]
}

function hasOrphans(messages: readonly Message[]): boolean {
  let open: string[] = []
  for (const message of messages) {
    if (message.role === "tool" && !open.includes(message.callId)) return true
    if (message.role === "tool") open = open.filter((id) => id !== message.callId)
    else if (open.length > 0) return true
    if (message.role === "assistant") open = message.calls.map(({ id }) => id)
  }
  return open.length > 0
}

describe("whatever is told, accepted, adopted and answered", () => {
  it("every request is a valid transcript that starts with the whole of the one before", () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
        const requests = requestsOf(turns)
        for (const [index, request] of requests.entries()) {
          expect(hasOrphans(request)).toBe(false)
          expect(request.at(-1)?.role).not.toBe("assistant")
          const before = requests[index - 1] ?? []
          expect(request.slice(0, before.length)).toEqual(before)
        }
      }),
      { seed: 20261115, numRuns: 500 },
    )
  })
})
