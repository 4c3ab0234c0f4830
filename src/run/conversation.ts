import type { Message, ToolCall } from "../protocol/message.ts"

/**
 * A transcript that is valid by construction.
 *
 * Whatever the engine has to say goes through `tell`: it becomes the result of the open call, or a user turn where there
 * is none. So there is no call without a result, no result without its call, and the assistant never speaks last.
 * It only ever grows: each request starts with the whole of the one before.
 */
export class Conversation {
  readonly #messages: Message[]
  #pending: string[] = []
  /** How many messages the last accepted request had. */
  #sent = 0

  constructor(messages: readonly Message[]) {
    this.#messages = [...messages]
  }

  /** Something for the model to read before its next reply. */
  tell(text: string): void {
    if (text !== "") this.#pending.push(text)
  }

  /** The messages of the next request; what was told is now part of the transcript. */
  next(): readonly Message[] {
    this.#deliver(this.#pending.join("\n\n"))
    this.#pending = []
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
    return copy
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
