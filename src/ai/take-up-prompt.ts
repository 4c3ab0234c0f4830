import {
  InvalidPromptError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Message,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider"
import type { Agent, Run } from "../agent.ts"
import type { RunResult } from "../protocol/log/run.ts"
import { readAnswer } from "../server/chat/question-text.ts"
import { type ReadChat, readMessages } from "../server/chat/read-messages.ts"

/** A run that a prompt went to. */
export type TakenPrompt = Run & {
  readonly runId: string
  /** What it had used before; nothing for a new one. */
  readonly usedBefore: RunResult["usage"] | undefined
}

/** The prompt answers nothing clearly: the question stands. */
export class AskedAgain {
  readonly runId: string
  readonly result: Promise<RunResult>
  readonly usedBefore: RunResult["usage"]

  constructor(result: RunResult) {
    this.runId = result.run_id
    this.result = Promise.resolve(result)
    this.usedBefore = result.usage
  }
}

/** Answers the run that asked for it, or starts a new one. */
export async function takeUpPrompt(
  agent: Agent,
  options: LanguageModelV4CallOptions,
): Promise<TakenPrompt | AskedAgain> {
  const chat = readPrompt(options)
  const asking = chat.askedBy === undefined ? undefined : await agent.result(chat.askedBy).catch(() => undefined)
  if (asking?.outcome === "waiting") return answered(agent, asking, chat.request)
  const { traceparent, tracestate } = options.headers ?? {}
  const run = await agent.start(chat.request, { conversation: chat.conversation, trace: { traceparent, tracestate } })
  return { ...run, runId: run.id, usedBefore: undefined }
}

async function answered(agent: Agent, asking: RunResult, text: string): Promise<TakenPrompt | AskedAgain> {
  const [question] = asking.questions
  const answer = question && readAnswer(question, text)
  if (!answer) return new AskedAgain(asking)
  await agent.answer(asking.run_id, answer, question.id)
  const run = await agent.resume(asking.run_id, { asLeft: true })
  return { ...run, runId: run.id, usedBefore: asking.usage }
}

/** As the chats of the server are read: the same words mean the same. */
function readPrompt({ prompt }: LanguageModelV4CallOptions): ReadChat {
  const last = prompt.findLast(({ role }) => role === "user")
  if (last?.role === "user" && last.content.some(({ type }) => type !== "text"))
    throw new UnsupportedFunctionalityError({ functionality: "files in a prompt: a run takes text" })
  try {
    return readMessages(prompt.map((message) => ({ role: message.role, content: textOf(message) })))
  } catch (cause) {
    throw new InvalidPromptError({ prompt, message: "there is no text in the user's last message", cause })
  }
}

function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
}
