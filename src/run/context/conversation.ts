import type { Message, ToolCall } from "../../protocol/log/message.ts"
import { digestText } from "./digest.ts"
import type { RoundNote } from "./round-note.ts"

/** A round's notes, and the index of the reply that began it. */
export type Round = { readonly note: RoundNote; readonly start: number }

/** What a compaction does: these rounds go, this text comes in their place, and of what is left at most so much each. */
export type Fold = {
  readonly folded: readonly string[]
  readonly text: string
  readonly clip?: number | undefined
  /** The tokens that it came to. */
  readonly after?: number
}

/**
 * A transcript that is valid by construction.
 *
 * Whatever the engine has to say goes through `tell`: it becomes the result of the open call, or a user turn where there
 * is none. So there is no call without a result, no result without its call, and the assistant never speaks last.
 * Between two compactions it only grows: each request starts with the whole of the one before.
 */
export class Conversation {
  #messages: Message[]
  #pending: string[] = []
  /** How many messages the last accepted request had. */
  #sent = 0
  #rounds: readonly Round[] = []
  /** So many of the first rounds were shortened where they stand. */
  #clippedRounds = 0
  /** What the present rounds are for. */
  #part = ""
  /** What the user said on the way, as it was told here, and up to which number. */
  #words: { readonly upto: number; readonly told: readonly string[] } = { upto: 0, told: [] }
  #newWords = ""
  /** Where folded rounds stood: the message before the first of them, as it was. */
  #memory: { readonly at: number; readonly before: Message; readonly fold: Fold } | undefined

  constructor(messages: readonly Message[]) {
    this.#messages = [...messages]
  }

  /** Something for the model to read before its next reply. */
  tell(text: string): void {
    if (text !== "") this.#pending.push(text)
  }

  /** What the rounds from here on are for: it is told, and stays when what stands around it is folded. */
  begin(text: string): void {
    this.tell(text)
    this.#part = text
  }

  /** The number of the last word of the user's that stands here. */
  get wordsHeard(): number {
    return this.#words.upto
  }

  /** What the user has said meanwhile, up to this number: never as a result, which would be data, and never folded away. */
  hear(upto: number, text: string): void {
    this.#words = { upto, told: [...this.#words.told, text] }
    this.#newWords = text
  }

  /** The messages of the next request; what was told is now part of the transcript. */
  next(): readonly Message[] {
    this.#deliver(this.#pending.join("\n\n"))
    this.#pending = []
    this.#deliverWords()
    return this.#messages
  }

  /** Adds an accepted reply. Every call in it must be answered: by `tell` if it is one, by `answer` if there are several. */
  accept(reply: Message): void {
    this.#sent = this.#messages.length
    this.#messages.push(reply)
  }

  /** Adds a reply that was given in another conversation, so that this one can go on from it. */
  adopt(reply: Message): void {
    this.next()
    this.#messages.push(reply)
  }

  answer(callId: string, name: string, text: string): void {
    if (!this.#openCalls().some((call) => call.id === callId))
      throw new Error(`There is no open call "${callId}" in this conversation; each call takes one result.`)
    this.#messages.push({ role: "tool", callId, name, text })
  }

  /** True when the model's reply stands last, so that its results are due. */
  get endsWithReply(): boolean {
    return this.#messages.at(-1)?.role === "assistant" && this.#pending.length === 0
  }

  /** The messages that the next request repeats from the last accepted one. */
  get repeated(): readonly Message[] {
    return this.#messages.slice(0, this.#sent)
  }

  /** The same beginning, for a branch of its own. */
  fork(): Conversation {
    const copy = new Conversation(this.#messages)
    copy.#pending = [...this.#pending]
    copy.#sent = this.#sent
    copy.#rounds = this.#rounds
    copy.#clippedRounds = this.#clippedRounds
    copy.#memory = this.#memory
    copy.#part = this.#part
    copy.#words = this.#words
    copy.#newWords = this.#newWords
    return copy
  }

  /** What stands for the folded rounds; `undefined` before the first compaction. */
  get memory(): Fold | undefined {
    return this.#memory?.fold
  }

  /** How many messages come before the first round that is still there. */
  get opening(): number {
    return this.#memory ? this.#memory.at + 1 : (this.#rounds[0]?.start ?? this.#messages.length)
  }

  /** All rounds so far, folded ones included. */
  get rounds(): readonly Round[] {
    return this.#rounds
  }

  /** The notes of the rounds that stand here as they were told. */
  get wholeRounds(): readonly RoundNote[] {
    const folded = this.#memory?.fold.folded ?? []
    return this.#rounds.slice(this.#clippedRounds).flatMap(({ note }) => (folded.includes(note.name) ? [] : [note]))
  }

  /** Everything that is told so far, without what waits to be. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  /** The last reply begins a round; what is noted of it takes its place once it is folded. */
  openRound(note: RoundNote): void {
    const start = this.#messages.findLastIndex((message) => message.role === "assistant")
    if (start > 0) this.#rounds = [...this.#rounds, { note, start }]
  }

  /** What came of the round that was opened last. */
  closeRound(summary: string): void {
    const last = this.#rounds.at(-1)
    if (last) this.#rounds = [...this.#rounds.slice(0, -1), { ...last, note: { ...last.note, summary } }]
  }

  /** Takes whole rounds out, oldest first, so that calls and results stay together; a text takes their place. */
  fold(fold: Fold): void {
    const { folded, clip } = fold
    const kept = this.#rounds.find(({ note }) => !folded.includes(note.name))
    if (!kept) throw new Error("A conversation can't be folded as a whole; its newest round stays.")
    if (folded.length > 0) this.#cut(kept.start, fold)
    if (clip !== undefined) this.#clip(clip)
  }

  #cut(end: number, fold: Fold): void {
    const at = this.#memory?.at ?? (this.#rounds[0]?.start ?? 1) - 1
    const before = this.#memory?.before ?? (this.#messages[at] as Message)
    const opening = this.#messages.slice(0, at)
    const kept = this.#messages.slice(end)
    const left = [...opening, before, ...kept]
    const lost = [...this.#words.told, this.#part].filter((said) => !left.some(({ text }) => text.includes(said)))
    const remembering = { ...before, text: [before.text, fold.text, ...lost].filter(Boolean).join("\n\n") }
    this.#messages = [...opening, remembering, ...kept]
    this.#memory = { at, before, fold }
    this.#rounds = this.#rounds.map(({ note, start }) => ({ note, start: Math.max(0, start - (end - at - 1)) }))
    this.#sent = Math.min(this.#sent, at)
  }

  /** The last resort: even what stays whole is shown by its ends only. */
  #clip(tokens: number): void {
    const from = this.opening
    this.#messages = this.#messages.map((message, index) =>
      index < from || message.role === "assistant" ? message : { ...message, text: digestText(message.text, tokens) },
    )
    this.#sent = Math.min(this.#sent, from)
    this.#clippedRounds = this.#rounds.length
  }

  #deliver(text: string): void {
    const open = this.#openCalls()
    const last = this.#messages.at(-1)
    const [call] = open
    if (call && text !== "" && last?.role === "assistant" && last.calls.length === 1) {
      this.#messages.push({ role: "tool", callId: call.id, name: call.name, text })
      return
    }
    // What was stopped in the middle still gets its results: endpoints refuse a call without one.
    for (const { id, name } of open) this.#messages.push({ role: "tool", callId: id, name, text: NO_RESULT })
    if (text !== "") this.#messages.push({ role: "user", text })
    else if (this.#messages.at(-1)?.role === "assistant") this.#messages.push({ role: "user", text: GO_ON })
  }

  #deliverWords(): void {
    const words = this.#newWords
    this.#newWords = ""
    if (words === "") return
    const last = this.#messages.at(-1)
    if (last?.role !== "user") this.#messages.push({ role: "user", text: words })
    else this.#messages[this.#messages.length - 1] = { ...last, text: `${last.text}\n\n${words}` }
  }

  /** The calls of the last reply that have no result yet. */
  #openCalls(): readonly ToolCall[] {
    const at = this.#messages.findLastIndex((message) => message.role === "assistant")
    const reply = this.#messages[at]
    if (reply?.role !== "assistant") return []
    const open = [...reply.calls]
    for (const message of this.#messages.slice(at + 1)) {
      // One by one: some endpoints give several calls the same id.
      const index = message.role === "tool" ? open.findIndex((call) => call.id === message.callId) : -1
      if (index >= 0) open.splice(index, 1)
    }
    return open
  }
}

const NO_RESULT = "No result: it was stopped before its outcome was known."
const GO_ON = "Go on."
