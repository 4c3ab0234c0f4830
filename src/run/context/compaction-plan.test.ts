import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Message } from "../../protocol/log/message.ts"
import { promptTokens } from "../model-call/context-size.ts"
import { type Compaction, planCompaction } from "./compaction-plan.ts"
import { Conversation } from "./conversation.ts"
import type { RoundNote, TaskNote } from "./round-note.ts"

type Planned = { readonly tokens: number; readonly isFailed: boolean; readonly tasks: number; readonly judged: boolean }

const planned: fc.Arbitrary<Planned> = fc.record({
  tokens: fc.integer({ min: 1, max: 2000 }),
  isFailed: fc.boolean(),
  tasks: fc.integer({ min: 1, max: 3 }),
  judged: fc.boolean(),
})

function taskOf(round: number, index: number, isFailed: boolean): TaskNote {
  return {
    artifact: `r${round}t${index + 1}`,
    tool: "dump",
    about: `part ${index + 1}`,
    status: isFailed ? "failed" : "done",
    gist: isFailed ? `Error: trouble ${round}-${index + 1}!` : "fine",
    digest: `digest of r${round}t${index + 1}`,
    paths: [],
    call: `${round}-${index}`,
  }
}

function noteOf(round: number, { tasks, isFailed }: Planned): RoundNote {
  const list = Array.from({ length: tasks }, (_, index) => taskOf(round, index, isFailed && index === 0))
  return { name: `round-${round}`, summary: "", tasks: list }
}

const OPENING: readonly Message[] = [
  { role: "system", text: "rules" },
  { role: "user", text: "Requirements: keep the peace" },
]

/** A conversation after these rounds: several calls in one reply, or a plan and its judge. */
function conversationOf(rounds: readonly Planned[]): Conversation {
  const conversation = new Conversation(OPENING)
  for (const [index, round] of rounds.entries()) play(conversation, index + 1, round)
  return conversation
}

function play(conversation: Conversation, number: number, round: Planned): void {
  conversation.next()
  const calls = Array.from({ length: round.judged ? 1 : round.tasks }, (_, index) => ({
    id: `call-${number}-${index}`,
    name: "dump",
    arguments: "{}",
  }))
  conversation.accept({ role: "assistant", text: `reply ${number}`, calls })
  conversation.openRound(noteOf(number, round))
  const text = "x".repeat(4 * round.tokens)
  for (const { id, name } of round.judged ? [] : calls) conversation.answer(id, name, text)
  if (round.judged) {
    conversation.tell(text)
    conversation.next()
    conversation.accept({
      role: "assistant",
      text: "",
      calls: [{ id: `judge-${number}`, name: "judge", arguments: "{}" }],
    })
  }
  conversation.closeRound(`Summary of round ${number}.`)
  conversation.tell("What next?")
}

const measure = (messages: readonly Message[]) => promptTokens(messages, [])
const aim = (target: number, isHard = false) => ({ target, keep: isHard ? 1 : 2, measure, ratio: 1, isHard })

function isValid(messages: readonly Message[]): boolean {
  let open: string[] = []
  for (const message of messages) {
    if (message.role === "tool" && !open.includes(message.callId)) return false
    if (message.role === "tool") open = open.filter((id) => id !== message.callId)
    else if (open.length > 0) return false
    if (message.role === "assistant") open = message.calls.map(({ id }) => id)
  }
  return open.length === 0 && messages.at(-1)?.role !== "assistant"
}

function troubleIn(rounds: Conversation["rounds"]): string[] {
  return rounds.flatMap(({ note }) => note.tasks.filter(({ status }) => status === "failed").map(({ gist }) => gist))
}

describe("planCompaction", () => {
  it("folds as few of the oldest rounds as it takes, and asks for nothing where two are left", () => {
    const rounds = Array.from({ length: 6 }, () => ({ tokens: 1000, isFailed: false, tasks: 1, judged: true }))
    const conversation = conversationOf(rounds)
    const before = measure(conversation.next())
    const plan = planCompaction(conversation, aim(before - 1500))
    expect(plan).toMatchObject({ before, folded: ["round-1", "round-2"] })
    expect(plan?.text).toContain("r1: Summary of round 1.\n- r1t1 dump part 1: done")
    expect(planCompaction(conversationOf(rounds.slice(0, 2)), aim(10))).toBeUndefined()
  })

  it("remembers a failure until the same call succeeds", () => {
    const same = { ...taskOf(1, 0, true), call: "npm test" }
    const notes = [same, taskOf(2, 0, true), { ...taskOf(3, 0, false), call: "npm test" }, taskOf(4, 0, false)]
    const settled = new Conversation(OPENING)
    for (const [index, task] of notes.entries()) {
      settled.next()
      settled.accept({ role: "assistant", text: "", calls: [{ id: `${index}`, name: "dump", arguments: "{}" }] })
      settled.openRound({ name: `round-${index + 1}`, summary: "s", tasks: [task] })
      settled.tell("x".repeat(4000))
    }
    const { text } = planCompaction(settled, aim(10)) as Compaction
    expect(text).not.toContain("trouble 1-1")
    expect(text).toContain("- r2t1 dump part 1: failed: Error: trouble 2-1!")
  })

  it("keeps whole what a later round names", () => {
    const conversation = conversationOf(
      Array.from({ length: 5 }, () => ({ tokens: 1500, isFailed: false, tasks: 1, judged: true })),
    )
    conversation.tell("Look at r2t1 again.")
    const { text } = planCompaction(conversation, aim(5000)) as Compaction
    expect(text).toContain("r2t1 dump part 1: done\n```\ndigest of r2t1\n```")
    expect(text).not.toContain("digest of r1t1")
  })

  it("keeps the list that work is taken from, and no file as it was before it changed", () => {
    const about = (path: string, digest: string, changed: string[] = []) => ({ paths: [path], digest, changed })
    const list = { paths: [], tool: "list", digest: "a.txt\nb.txt" }
    const notes: TaskNote[] = [
      { ...taskOf(1, 0, false), ...list, digest: "a.txt" },
      { ...taskOf(2, 0, false), ...list },
      { ...taskOf(3, 0, false), ...about("a.txt", "old a") },
      { ...taskOf(4, 0, false), ...about("b.txt", "present b") },
      { ...taskOf(5, 0, false), ...about("a.txt", "edited a", ["a.txt"]) },
      taskOf(6, 0, false),
      taskOf(7, 0, false),
    ]
    const conversation = new Conversation(OPENING)
    for (const [index, task] of notes.entries()) {
      conversation.next()
      conversation.accept({ role: "assistant", text: "", calls: [{ id: `${index}`, name: "dump", arguments: "{}" }] })
      conversation.openRound({ name: `round-${index + 1}`, summary: "s", tasks: [task] })
      conversation.tell("x".repeat(4000))
    }
    conversation.tell("Go on with a.txt and b.txt.")
    const { text } = planCompaction(conversation, aim(3000)) as Compaction
    expect(text).toContain("```\na.txt\nb.txt\n```")
    expect(text).toContain("```\npresent b\n```")
    for (const gone of ["old a", "edited a", "```\na.txt\n```"]) expect(text).not.toContain(gone)
  })

  const runs = fc.array(planned, { minLength: 1, maxLength: 12 })
  const targets = fc.integer({ min: 100, max: 9000 })
  const often = { seed: 20261115, numRuns: 300 }

  it("leaves a valid transcript, with every open error in it, and says the same when it is replayed", () => {
    const check = fc.property(runs, targets, fc.boolean(), (rounds, target, isHard) => {
      const live = conversationOf(rounds)
      const plan = planCompaction(live, aim(target, isHard))
      fc.pre(plan !== undefined)
      live.fold(plan)
      expect(isValid(live.next())).toBe(true)
      expect(measure(live.next())).toBe(plan.after)
      expect(live.next()[1]?.text.startsWith("Requirements: keep the peace")).toBe(true)
      const words = JSON.stringify(live.next())
      for (const text of troubleIn(live.rounds.slice(0, plan.folded.length))) expect(words).toContain(text)
      const replayed = conversationOf(rounds)
      replayed.next()
      replayed.fold(JSON.parse(JSON.stringify(plan)) as Compaction)
      expect([...replayed.next()]).toEqual([...live.next()])
    })
    fc.assert(check, often)
  })

  it("leaves the last two rounds whole, and folds nothing twice", () => {
    const check = fc.property(runs, targets, (rounds, target) => {
      const live = conversationOf(rounds)
      const whole = [...live.next()]
      const lastRounds = whole.slice(live.rounds.at(-2)?.start)
      const plan = planCompaction(live, aim(target))
      fc.pre(plan !== undefined)
      live.fold(plan)
      expect(live.next().slice(-lastRounds.length)).toEqual(lastRounds)
      const again = planCompaction(live, aim(target))
      if (plan.folded.length === rounds.length - 2) expect(again).toBeUndefined()
    })
    fc.assert(check, often)
  })

  it("goes on after a compaction as a conversation that only grows, until the next one", () => {
    const rounds = Array.from({ length: 5 }, () => ({ tokens: 1000, isFailed: true, tasks: 1, judged: true }))
    const conversation = conversationOf(rounds)
    conversation.fold(planCompaction(conversation, aim(4000)) as Compaction)
    const first = [...conversation.next()]
    for (const number of [6, 7]) play(conversation, number, rounds[0] as Planned)
    expect(conversation.next().slice(0, first.length)).toEqual(first)
    const again = planCompaction(conversation, aim(4000)) as Compaction
    expect(again.folded).toEqual(["round-1", "round-2", "round-3", "round-4", "round-5"].slice(0, again.folded.length))
    conversation.fold(again)
    expect(isValid(conversation.next())).toBe(true)
    const words = JSON.stringify(conversation.next())
    expect(words.split("Earlier rounds in short")).toHaveLength(2)
    for (const number of [1, 2, 3]) expect(words).toContain(`trouble ${number}-1!`)
  })
})
