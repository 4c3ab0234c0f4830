import type { ChatChunk, ChatReply, ChatUsage } from "../../protocol/api/chat-api.ts"
import type { Language } from "../../protocol/log/environment.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { questionText } from "./question-text.ts"
import { withRunName } from "./run-name.ts"
import type { TakenUp } from "./take-up.ts"

/** What the replies to one message have in common. */
export type ReplyHead = { readonly id: string; readonly created: number; readonly model: string }

type Delta = ChatChunk["choices"][number]["delta"]

/** What the assistant says: the answer in its shape, the summary of an end, or the first open question. */
export function replyText(result: RunResult, language: Language): string {
  const { run_id, outcome, message, questions, answer } = result
  const [question] = questions
  if (answer !== undefined) return JSON.stringify(answer)
  if (outcome !== "waiting" || !question) return message
  return withRunName(questionText(question, language), run_id)
}

export function chatReply(head: ReplyHead, result: RunResult, text: string, usage: ChatUsage): ChatReply {
  const message = { role: "assistant", content: text } as const
  return {
    ...head,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }],
    usage,
    keelson: runPart(result),
  }
}

export function deltaChunk(head: ReplyHead, delta: Delta): ChatChunk {
  return { ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: null }] }
}

/** The last chunk of the message. */
export function endChunk(head: ReplyHead, result: RunResult): ChatChunk {
  const choices = [{ index: 0, delta: {}, finish_reason: "stop" }] as const
  return { ...head, object: "chat.completion.chunk", choices: [...choices], keelson: runPart(result) }
}

/** Only for clients that asked for it: others don't expect a chunk without a choice. */
export function usageChunk(head: ReplyHead, usage: ChatUsage): ChatChunk {
  return { ...head, object: "chat.completion.chunk", choices: [], usage }
}

/** What this message cost; what the run had used before it was told with an earlier reply. */
export function usageSince({ usage }: RunResult, before: TakenUp["usedBefore"]): ChatUsage {
  const prompt = usage.prompt - (before?.prompt ?? 0)
  const completion = usage.completion - (before?.completion ?? 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: usage.cached - (before?.cached ?? 0) },
  }
}

/** What clients are told of the run behind a reply. */
export function runPart({ run_id, outcome, verified, files, missing, refused }: RunResult): ChatReply["keelson"] {
  return {
    run_id,
    outcome,
    verified,
    files: files.map(({ path }) => path),
    ...(missing ? { missing: [...missing] } : {}),
    ...(refused ? { refused: [...refused] } : {}),
  }
}
