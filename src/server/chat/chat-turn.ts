import type { ChatReply } from "../../protocol/api/chat-api.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { toFailure } from "../http/failure.ts"
import type { Services } from "../services.ts"
import { attend } from "../streams/follow-along.ts"
import { chatError } from "./chat-error.ts"
import { chatReply, deltaChunk, endChunk, type ReplyHead, replyText, usageChunk, usageSince } from "./chat-reply.ts"
import type { SendChunk } from "./chat-stream.ts"
import type { TakenUp } from "./take-up.ts"

/** One message to a run and the reply to it. Whoever asked and goes before the reply is there ends the run, as with any model. */
export class ChatTurn {
  readonly #services: Services
  readonly #taken: TakenUp
  readonly #head: ReplyHead

  constructor(services: Services, taken: TakenUp, model: string) {
    this.#services = services
    this.#taken = taken
    const created = Math.floor(Date.now() / 1000)
    this.#head = { id: `chatcmpl-${taken.runId}-${taken.afterSeq}`, created, model }
  }

  /** The reply as a whole, once the run has ended or has a question. */
  async whole(signal: AbortSignal): Promise<ChatReply> {
    const result = await this.#settled(signal, () => {})
    return chatReply(this.#head, result, await this.#text(result), this.#usage(result))
  }

  /** Progress as it comes, then the reply. What goes wrong is told as the last chunk. */
  async stream(send: SendChunk, signal: AbortSignal, withUsage: boolean): Promise<void> {
    try {
      send(deltaChunk(this.#head, { role: "assistant", content: "" }))
      const result = await this.#settled(signal, (line) =>
        send(deltaChunk(this.#head, { reasoning_content: `${line}\n` })),
      )
      send(deltaChunk(this.#head, { content: await this.#text(result) }))
      send(endChunk(this.#head, result))
      if (withUsage) send(usageChunk(this.#head, this.#usage(result)))
    } catch (error) {
      send(chatError(toFailure(error)))
    }
  }

  async #settled(signal: AbortSignal, onProgress: (line: string) => void): Promise<RunResult> {
    const { desk } = this.#services
    const { runId, afterSeq } = this.#taken
    // The run tells by its own result if it can't even be cancelled.
    const abandon = () => void desk.abandon(runId, "the client disconnected").catch(() => {})
    signal.addEventListener("abort", abandon, { once: true })
    if (signal.aborted) abandon()
    try {
      return await attend(this.#services, runId, { afterSeq, onProgress, signal })
    } finally {
      signal.removeEventListener("abort", abandon)
    }
  }

  async #text(result: RunResult): Promise<string> {
    const { tally } = await readRun(this.#services.host.store, result.run_id)
    return replyText(result, tally.view.environment?.language ?? "en")
  }

  #usage(result: RunResult) {
    return usageSince(result, this.#taken.usedBefore)
  }
}
