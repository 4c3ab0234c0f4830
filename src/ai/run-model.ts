import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import type { Agent } from "../agent.ts"
import { AskedAgain, takeUpPrompt } from "./take-up-prompt.ts"
import { collected, type ToldRun, tellRun } from "./tell-run.ts"
import { warningsOf } from "./warnings.ts"

/** What a call asks of the agent that carries its run out. */
export type RunModelWish = {
  /** JSON Schema of the answer: to be passed on as the agent's `answerSchema`. */
  readonly answerSchema?: Readonly<Record<string, unknown>>
}

/** What a run that is a language model is made of. */
export type RunModelSettings = {
  /** Who carries runs out. One that is made for each call can give answers of a schema (`Output.object`). */
  readonly agent: Agent | ((wish: RunModelWish) => Agent | Promise<Agent>)
  /** What the model is called; `keelson` unless told otherwise. */
  readonly modelId?: string
}

/**
 * A run as a language model: the user's last message is its request, what was said before its conversation. Progress comes as reasoning,
 * tools as calls that were carried out already, the report as text; a question of the run is its reply, which the next message answers.
 * `providerMetadata.keelson` says what became of it. An abort ends the run with a report in its log; it can be resumed.
 */
export function runModel(settings: RunModelSettings): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "keelson",
    modelId: settings.modelId ?? "keelson",
    supportedUrls: {},
    doGenerate: async (options) => {
      const parts: LanguageModelV4StreamPart[] = []
      await perform(settings, options, (part) => parts.push(part))
      return { ...collected(parts), warnings: warningsOf(settings, options) }
    },
    doStream: async (options) => ({ stream: streamOf(settings, options) }),
  }
}

function streamOf(settings: RunModelSettings, options: LanguageModelV4CallOptions) {
  const gone = new AbortController()
  const signals = [gone.signal, ...(options.abortSignal ? [options.abortSignal] : [])]
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: warningsOf(settings, options) })
      const send = (part: LanguageModelV4StreamPart) => {
        if (!gone.signal.aborted) controller.enqueue(part)
      }
      perform(settings, { ...options, abortSignal: AbortSignal.any(signals) }, send).then(
        () => !gone.signal.aborted && controller.close(),
        (error: unknown) => controller.error(error),
      )
    },
    cancel: () => gone.abort(new Error("nobody reads the reply any more")),
  })
}

/** Takes the prompt to a run and tells what becomes of it, part by part. */
async function perform(
  { agent, modelId = "keelson" }: RunModelSettings,
  options: LanguageModelV4CallOptions,
  send: (part: LanguageModelV4StreamPart) => void,
): Promise<void> {
  const { abortSignal } = options
  abortSignal?.throwIfAborted()
  const carrying = typeof agent === "function" ? await agent(wishOf(options)) : agent
  const taken = await takeUpPrompt(carrying, options)
  send({ type: "response-metadata", id: taken.runId, modelId, timestamp: new Date() })
  if (taken instanceof AskedAgain) return tellRun(taken, send)
  const run: ToldRun = taken
  const stop = () => void run.cancel("the call was aborted").catch(() => {})
  abortSignal?.addEventListener("abort", stop, { once: true })
  if (abortSignal?.aborted) stop()
  try {
    await tellRun(run, send)
  } finally {
    abortSignal?.removeEventListener("abort", stop)
  }
  abortSignal?.throwIfAborted()
}

function wishOf({ responseFormat }: LanguageModelV4CallOptions): RunModelWish {
  const schema = responseFormat?.type === "json" ? responseFormat.schema : undefined
  return schema === undefined ? {} : { answerSchema: schema as Readonly<Record<string, unknown>> }
}
