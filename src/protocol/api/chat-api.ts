import { z } from "zod"
import { RunListItem } from "./api.ts"

/* A run as OpenAI's chat clients see it. Matters of taste (temperature, seeds) are passed over; what would change the answer is refused. */

const TextPart = z.object({ type: z.literal("text"), text: z.string() })
const OtherPart = z.looseObject({ type: z.string() })

/** One message of a chat; of parts that are no text only their type is looked at. */
export const ChatMessage = z.object({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.union([z.string(), z.array(z.union([TextPart, OtherPart]))]).nullish(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

const NONE_OR_ONE = "a run gives one answer"
const OWN_TOOLS = "a run has tools of its own; those of a client can't be called"

/** What a run can't do, unless it says no more than that nothing is wanted. */
const REFUSED = {
  n: z.literal(1, { error: NONE_OR_ONE }).nullish(),
  tools: z.array(z.unknown()).max(0, { error: OWN_TOOLS }).nullish(),
  functions: z.array(z.unknown()).max(0, { error: OWN_TOOLS }).nullish(),
  tool_choice: z.enum(["none", "auto"], { error: OWN_TOOLS }).nullish(),
  logprobs: z.literal(false, { error: "a run has no probabilities" }).nullish(),
  modalities: z.array(z.literal("text", { error: "a run answers in text" })).nullish(),
}

/** The answer in words, or in a shape of its own beside the summary. */
const ResponseFormat = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("text") }),
    z.object({
      type: z.literal("json_schema"),
      json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }),
    }),
  ],
  { error: "expected text, or json_schema with its schema" },
)

/** What a chat client asks; each request is a run. */
export const ChatRequest = z.object({
  ...REFUSED,
  /** With a schema the reply is JSON of it, as `--schema` has it. */
  response_format: ResponseFormat.nullish(),
  /** `keelson`, or `keelson-` and the name of a strategy. */
  model: z.string().min(1).max(200),
  /** The last one of the user's is the request, or the answer to what the run asked. */
  messages: z.array(ChatMessage).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  metadata: z
    .object({
      /** The run whose question is answered; as `X-Keelson-Run` named it. */
      run_id: z.string().max(100).nullish(),
      /** The folder of a new run; the server's first one unless given. */
      workspace: z.string().min(1).nullish(),
    })
    .nullish(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** Of the model behind the run, for this reply alone. */
export const ChatUsage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number() }),
})
export type ChatUsage = z.infer<typeof ChatUsage>

/** What a run is that has no place in a chat. */
export const ChatRun = z.object({
  run_id: z.string(),
  outcome: RunListItem.shape.outcome,
  verified: z.boolean(),
  files: z.array(z.string()),
  /** What an `incomplete` run did not do, and what was refused, as far as that is known. */
  missing: z.array(z.string()).optional(),
  refused: z.array(z.string()).optional(),
})

/** A run's answer as one chat completion. */
export const ChatReply = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number(),
      message: z.object({ role: z.literal("assistant"), content: z.string() }),
      finish_reason: z.literal("stop"),
      logprobs: z.null(),
    }),
  ),
  usage: ChatUsage,
  keelson: ChatRun,
})
export type ChatReply = z.infer<typeof ChatReply>

/** One `data` line of a streamed reply; `reasoning_content` is progress, `content` what the run came to. */
export const ChatChunk = z.object({
  id: z.string(),
  object: z.literal("chat.completion.chunk"),
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number(),
      delta: z.object({
        role: z.literal("assistant").optional(),
        content: z.string().optional(),
        reasoning_content: z.string().optional(),
      }),
      finish_reason: z.literal("stop").nullable(),
    }),
  ),
  usage: ChatUsage.nullable().optional(),
  keelson: ChatRun.optional(),
})
export type ChatChunk = z.infer<typeof ChatChunk>

/** A strategy, offered to chat clients as a model. */
export const ChatModel = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.literal("keelson"),
})
export type ChatModel = z.infer<typeof ChatModel>

/** What `GET /v1/models` answers. */
export const ChatModelList = z.object({ object: z.literal("list"), data: z.array(ChatModel) })
export type ChatModelList = z.infer<typeof ChatModelList>

/** What went wrong, in the form that clients of chat completions read. */
export const ChatErrorReply = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
})
export type ChatErrorReply = z.infer<typeof ChatErrorReply>
