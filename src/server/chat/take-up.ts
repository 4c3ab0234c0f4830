import type { StartOptions } from "../../agent.ts"
import type { ActionReply, StandingAnswer } from "../../protocol/api/api.ts"
import type { ChatRequest } from "../../protocol/api/chat-api.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { answerInput } from "../../run/finish/summary/answer-input.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { answerWords, lastAnswer } from "../../run/questions/answered-elsewhere.ts"
import { allowedWorkspace } from "../access/allowed-workspace.ts"
import { ApiFailure } from "../http/failure.ts"
import type { Services } from "../services.ts"
import { strategyOf } from "./chat-models.ts"
import { readAnswer } from "./question-text.ts"
import { type ReadChat, readMessages } from "./read-messages.ts"

/** The run that a chat's message goes to. */
export type TakenUp = {
  readonly runId: string
  /** The newest fact from before the message; 0 for a new run. */
  readonly afterSeq: number
  /** What was used up before the message. */
  readonly usedBefore: RunResult["usage"] | undefined
}

/** The message answers the run that asked for it, or starts a new one. */
export async function takeUp(
  services: Services,
  body: ChatRequest,
  asked: Pick<StartOptions, "trace" | "once">,
): Promise<TakenUp> {
  const chat = readMessages(body.messages)
  const strategy = await strategyOf(services.host, body.model)
  const asking = await askingRun(services, body.metadata?.run_id ?? undefined, chat)
  if (asking) return answer(services, asking, chat.request)
  const workspace = await allowedWorkspace(services, body.metadata?.workspace ?? undefined)
  const answerSchema = schemaOf(body)
  const wish = { request: chat.request, workspace, answerSchema, ...(strategy === undefined ? {} : { strategy }) }
  const run = await services.desk.start(wish, { conversation: chat.conversation, ...asked })
  return { runId: run.id, afterSeq: 0, usedBefore: undefined }
}

/** Throws `ApiFailure` for one that can't be checked: no answer could ever fit. */
function schemaOf({ response_format: format }: ChatRequest): Readonly<Record<string, unknown>> | undefined {
  if (format?.type !== "json_schema") return undefined
  const { schema } = format.json_schema
  try {
    answerInput(schema)
    return schema
  } catch (error) {
    const message = `body.response_format: no JSON Schema that can be checked: ${(error as Error).message}`
    throw new ApiFailure(400, "bad_request", message)
  }
}

/** The run if it has a question. One that has ended is history: then the message is a request like any other. */
async function askingRun(
  { host, catalog }: Services,
  given: string | undefined,
  { askedBy }: ReadChat,
): Promise<RunResult | undefined> {
  const runId = given ?? askedBy
  if (runId === undefined) return undefined
  const header = await catalog.header(runId).catch((error: unknown) => {
    if (given !== undefined) throw error
    // The name stood in a text: a chat may be older than the server's runs.
    return undefined
  })
  if (!header) return undefined
  const { result } = await readRun(host.store, runId)
  if (result.outcome === "running") throw stillRunning(runId, lastAnswer(await host.store.load(runId)))
  return result.outcome === "waiting" ? result : undefined
}

/** Whoever meant to answer is told that somebody else did. */
function stillRunning(runId: string, decided: StandingAnswer | undefined): ApiFailure {
  const said = decided ? ` Its last question was answered: ${answerWords(decided)}.` : ""
  return new ApiFailure(409, "busy", `Run ${runId} has neither ended nor a question.${said}`, {
    hint: `Wait for it, or resume it: POST /api/runs/${runId}/resume.`,
    ...(decided ? { decided } : {}),
  })
}

/** A message that can't be read as an answer changes nothing, and the run asks again. */
async function answer({ host, desk }: Services, result: RunResult, text: string): Promise<TakenUp> {
  const { run_id: runId, usage: usedBefore } = result
  const afterSeq = (await host.store.load(runId)).at(-1)?.seq ?? 0
  const [question] = result.questions
  const given = question && readAnswer(question, text)
  if (given) requireLive(await desk.answer(runId, given, question.id))
  return { runId, afterSeq, usedBefore }
}

/** The answer is recorded; the reply says why that did not help. */
function requireLive({ run_id, live, hint }: ActionReply): void {
  if (!live) throw new ApiFailure(409, "conflict", hint ?? `Run ${run_id} could not be gone on with.`)
}
