import { type StatusReply, status } from "../../../src/testing/server-reply.ts"
import { bendRequest, think } from "./bend-request.ts"
import { bendThought } from "./bend-thought.ts"
import type { EmulatedFault, EmulatedThought, Mind } from "./mind.ts"
import { PromptCache } from "./prompt-cache.ts"
import type { EmulatorRequest, Protocol, ReadRequest } from "./protocol.ts"
import type { Quirks } from "./quirks.ts"
import { type Reply, settle } from "./reply.ts"
import { checkDoor, checkRequest } from "./request-checks.ts"

/** Everything that makes one emulated endpoint what it is. */
export type Character = {
  readonly protocol: Protocol
  readonly mind: Mind
  readonly quirks: Quirks
  /** All the models that there are; `undefined` takes any. */
  readonly models: readonly string[] | undefined
  readonly key: string | undefined
}

/** What is to be sent for one request. */
export type EmulatedOutcome = { readonly kind: "reply"; readonly reply: Reply } | EmulatedFault

/** One endpoint without its socket: it remembers prompts for the cache figures and which calls came with reasoning. */
export class Emulation {
  readonly #character: Character
  readonly #cache = new PromptCache()
  readonly #reasoned = new Set<string>()

  constructor(character: Character) {
    this.#character = character
  }

  /** `n` counts requests from 0; `undefined` means that nobody is asked at this path. */
  async answer(request: EmulatorRequest, n: number): Promise<EmulatedOutcome | undefined> {
    const { protocol, quirks, key, models } = this.#character
    const read = protocol.read(request)
    if (!read) return undefined
    const { asked, strictThinking } = this.#view(read)
    const view = { asked, quirks, strictThinking, reasoned: this.#reasoned }
    const refusal = checkDoor({ n, quirks, key, shown: protocol.keyOf(request) }) ?? checkRequest(view, models)
    if (refusal) return protocol.refuse(refusal)
    return this.#reply({ ...read, asked }, n)
  }

  #view(read: ReadRequest): { readonly asked: ReadRequest["asked"]; readonly strictThinking: boolean } {
    const { thinkingFixed, thinkingOn = false } = this.#character.quirks
    const thinking = thinkingFixed ?? read.thinkingSaid ?? thinkingOn
    return { asked: { ...read.asked, thinking }, strictThinking: read.strictThinking ?? false }
  }

  async #reply({ asked, breakpoints }: ReadRequest, n: number): Promise<EmulatedOutcome> {
    const { mind, quirks, protocol } = this.#character
    const bent = bendRequest(asked, quirks)
    const prompt = this.#cache.measure({ ...asked, messages: bent.messages }, breakpoints)
    const thought = await this.#thought(() => think(mind, asked, quirks))
    if ("fault" in thought) return thought.fault
    const circumstances = { asked, n, prompt, hasUsage: !quirks.noUsage, callId: protocol.callId }
    const reply = settle(bendThought(thought, bent, quirks), circumstances)
    if (reply.reasoning) for (const { id } of reply.calls) this.#reasoned.add(id)
    return { kind: "reply", reply: { ...reply, msBetweenEvents: quirks.slow ?? reply.msBetweenEvents } }
  }

  /** A mind that throws is told with 400, which no client retries. */
  async #thought(ask: () => EmulatedThought | Promise<EmulatedThought>): Promise<EmulatedThought> {
    try {
      return await ask()
    } catch (error) {
      const message = `The mind failed: ${error instanceof Error ? error.message : String(error)}`
      const fault: StatusReply = status(400, { body: { error: { message, type: "emulator" } } })
      return { fault }
    }
  }
}
