import { z } from "zod"
import { RunListItem } from "./api.ts"

/* A run as OpenAI's chat clients see it. What such clients send beyond this is passed over. */

const TextPart = z.object({ type: z.literal("text"), text: z.string() })
const OtherPart = z.looseObject({ type: z.string() })

export const ChatMessage = z.object({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.union([z.string(), z.array(z.union([TextPart, OtherPart]))]).nullish(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const ChatRequest = z.object({
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

export const ChatModelList = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({ id: z.string(), object: z.literal("model"), created: z.number(), owned_by: z.literal("keelson") }),
  ),
})
export type ChatModelList = z.infer<typeof ChatModelList>

export const ChatErrorReply = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
})
export type ChatErrorReply = z.infer<typeof ChatErrorReply>
