import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider"
import type { Language } from "../protocol/log/environment.ts"
import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import type { OutcomeStatus } from "../protocol/log/outcome.ts"
import type { RunResult } from "../protocol/log/run.ts"
import { replyText, runPart, usageSince } from "../server/chat/chat-reply.ts"
import { progressLine } from "../server/observing/progress-line.ts"
import type { AskedAgain, TakenPrompt } from "./take-up-prompt.ts"

export type ToldRun = TakenPrompt
type Send = (part: LanguageModelV4StreamPart) => void

/** Tells a run as a model's reply, until it ends or has a question. */
export async function tellRun(run: ToldRun | AskedAgain, send: Send): Promise<void> {
  const progress = new Progress(send)
  const stop = "onEvent" in run ? listen(run, progress) : () => {}
  try {
    const result = await run.result
    progress.end()
    tellEnd(result, run.usedBefore, send)
  } finally {
    stop()
  }
}

/** A run that was taken up tells its whole story first: that is no news. */
function listen(run: ToldRun, progress: Progress): () => void {
  let isNews = run.usedBefore === undefined
  const stopFacts = run.onEvent((logged) => progress.tell(logged, isNews))
  isNews = true
  const stopLive = run.onLive((event) => {
    if (event.type === "model.delta") progress.say(event.text)
  })
  return () => {
    stopFacts()
    stopLive()
  }
}

/** What happens on the way: words as reasoning, tasks as calls that the provider carries out. */
class Progress {
  readonly #send: Send
  readonly #called = new Set<string>()
  #language: Language = "en"
  #isOpen = false

  constructor(send: Send) {
    this.#send = send
  }

  tell({ event }: LoggedEvent, isNews: boolean): void {
    if (event.type === "run.started") this.#language = event.environment.language
    if (!isNews) return
    if (event.type === "task.started") this.#call(event.task, event.tool, event.title)
    else if (event.type === "task.ended") this.#result(event)
    else {
      const line = progressLine(event, this.#language)
      if (line !== undefined) this.say(`${line}\n`)
    }
  }

  say(delta: string): void {
    if (!this.#isOpen) this.#send({ type: "reasoning-start", id: PROGRESS })
    this.#isOpen = true
    this.#send({ type: "reasoning-delta", id: PROGRESS, delta })
  }

  end(): void {
    if (this.#isOpen) this.#send({ type: "reasoning-end", id: PROGRESS })
    this.#isOpen = false
  }

  #result({ task, tool, status, digest }: Extract<DurableEvent, { type: "task.ended" }>): void {
    this.#call(task, tool, "")
    const error = status === "done" ? {} : { isError: true }
    const result = { status, text: digest }
    this.#send({ type: "tool-result", toolCallId: task, toolName: tool, result, dynamic: true, ...error })
  }

  #call(toolCallId: string, toolName: string, title: string): void {
    if (this.#called.has(toolCallId)) return
    this.#called.add(toolCallId)
    const input = JSON.stringify(title === "" ? {} : { title })
    this.#send({ type: "tool-call", toolCallId, toolName, input, providerExecuted: true, dynamic: true })
  }
}

const PROGRESS = "progress"
const TEXT = "reply"

function tellEnd(result: RunResult, usedBefore: RunResult["usage"] | undefined, send: Send): void {
  send({ type: "text-start", id: TEXT })
  send({ type: "text-delta", id: TEXT, delta: replyText(result, result.language) })
  send({ type: "text-end", id: TEXT })
  send({
    type: "finish",
    usage: usageOf(result, usedBefore),
    finishReason: { unified: FINISH[result.outcome], raw: result.outcome },
    providerMetadata: { keelson: { ...runPart(result) } },
  })
}

/** A run that waits has said all that it can say now. */
const FINISH = {
  done: "stop",
  waiting: "stop",
  running: "other",
  incomplete: "length",
  failed: "error",
  blocked: "error",
  cancelled: "other",
} as const satisfies Record<OutcomeStatus | "running", string>

function usageOf(result: RunResult, before: RunResult["usage"] | undefined): LanguageModelV4Usage {
  const { prompt_tokens: total, completion_tokens, prompt_tokens_details } = usageSince(result, before)
  const cacheRead = prompt_tokens_details.cached_tokens
  return {
    inputTokens: { total, noCache: total - cacheRead, cacheRead, cacheWrite: undefined },
    outputTokens: { total: completion_tokens, text: undefined, reasoning: undefined },
  }
}

/** What was told part by part, as a whole. */
export function collected(
  parts: readonly LanguageModelV4StreamPart[],
): Omit<LanguageModelV4GenerateResult, "warnings"> {
  const said = (type: "text-delta" | "reasoning-delta") =>
    parts.flatMap((part) => (part.type === type ? [part.delta] : [])).join("")
  const calls = parts.filter((part) => part.type === "tool-call" || part.type === "tool-result")
  const reasoning = said("reasoning-delta")
  const finish = parts.find((part) => part.type === "finish")
  const metadata = parts.find((part) => part.type === "response-metadata")
  if (!finish) throw new Error("The run ended without a result.")
  const { type: _type, ...response } = metadata ?? { type: "response-metadata" as const }
  const content: LanguageModelV4Content[] = [
    ...(reasoning === "" ? [] : [{ type: "reasoning" as const, text: reasoning }]),
    ...calls,
    { type: "text", text: said("text-delta") },
  ]
  const { usage, finishReason, providerMetadata } = finish
  return { content, usage, finishReason, ...(providerMetadata ? { providerMetadata } : {}), response }
}
