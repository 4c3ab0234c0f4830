import { estimateTokens } from "../../../src/model/seam/tokens.ts"
import type { ReplyEnding } from "../../../src/testing/server-reply.ts"
import type { Finish, HeardRequest, Utterance } from "./mind.ts"
import type { PromptTokens } from "./prompt-cache.ts"
import { sign } from "./signature.ts"

/** A call as it goes out; `arguments` is JSON text, or what the model took for it. */
export type ReplyCall = { readonly id: string; readonly name: string; readonly arguments: string }

/** Token figures; `completion` includes `reasoning`, `prompt` includes `cached` and `written`. */
export type ReplyUsage = PromptTokens & { readonly completion: number; readonly reasoning: number }

/** A settled answer: everything that a protocol needs to write it down. */
export type Reply = {
  readonly asked: HeardRequest
  /** The request's number, from 0. */
  readonly n: number
  readonly text: string
  readonly calls: readonly ReplyCall[]
  readonly reasoning?: { readonly text: string; readonly signature: string }
  readonly finish: Finish
  readonly usage?: ReplyUsage
  readonly ending: ReplyEnding
  readonly msBetweenEvents: number
  /** What was to be read of the prompt, in tokens. */
  readonly unread: number
}

/** What `settle` needs besides the words. */
export type Circumstances = {
  readonly asked: HeardRequest
  readonly n: number
  readonly prompt: PromptTokens
  readonly hasUsage: boolean
  readonly callId: (n: number, index: number) => string
}

const STOCK_REASONING = "The request is clear; the answer follows."

/** Fills in what the mind left out: ids, finish reason, reasoning and figures. */
export function settle(utterance: Utterance, circumstances: Circumstances): Reply {
  const { asked, n } = circumstances
  const calls = (utterance.calls ?? []).map(({ name, input }, index) => ({
    id: circumstances.callId(n, index),
    name,
    arguments: typeof input === "string" ? input : JSON.stringify(input),
  }))
  const text = utterance.text ?? ""
  const reasoning = asked.thinking ? reasoningOf(utterance) : undefined
  const usage = usageOf(utterance, circumstances, estimateTokens(reasoning?.text ?? ""))
  return {
    asked,
    n,
    text,
    calls,
    ...(reasoning ? { reasoning } : {}),
    finish: utterance.finish ?? (calls.length > 0 ? "calls" : "stop"),
    ...(usage ? { usage } : {}),
    ending: utterance.ending ?? "done",
    msBetweenEvents: utterance.msBetweenChunks ?? 0,
    unread: circumstances.prompt.prompt - circumstances.prompt.cached,
  }
}

function reasoningOf({ reasoning = STOCK_REASONING }: Utterance) {
  return { text: reasoning, signature: sign(reasoning) }
}

/** The pieces that a text is streamed in. */
export function* piecesOf(text: string): Generator<string> {
  const size = 24
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

function usageOf(utterance: Utterance, { prompt, hasUsage }: Circumstances, reasoning: number): ReplyUsage | undefined {
  if (!hasUsage || utterance.usage === null) return undefined
  const completion = estimateTokens(`${utterance.text ?? ""}${JSON.stringify(utterance.calls ?? [])}`) + reasoning
  const said = utterance.usage
  if (!said) return { ...prompt, completion, reasoning }
  return { prompt: said.prompt, completion: said.completion, cached: said.cached ?? 0, written: 0, reasoning: 0 }
}
