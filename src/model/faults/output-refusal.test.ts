import { expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import { withOutputLimit } from "../adapter/output-limit.ts"
import type { Model, ModelPart } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { readReply } from "../seam/read-reply.ts"
import { diagnose } from "./fault-kind.ts"

/** A model that refuses any limit on output which is not in `taken`, with these words. */
function choosy(status: number, message: string, taken: (limit: number | undefined) => boolean) {
  const asked: (number | undefined)[] = []
  const model: Model = {
    id: "p:m",
    contextWindow: 128_000,
    async *stream({ maxOutputTokens }): AsyncGenerator<ModelPart> {
      asked.push(maxOutputTokens)
      if (!taken(maxOutputTokens)) {
        const sizes = { prompt: undefined, window: undefined }
        const { kind, ...detail } = diagnose({ message, status, codes: [], retryAfterMs: undefined, sizes })
        throw new ModelError(kind, message, { status, ...detail })
      }
      yield { type: "text", delta: "Hello." }
      yield { type: "end", usage: { prompt: 1, completion: 1, cached: 0 }, finish: "stop" }
    },
  }
  const limited = withOutputLimit(model)
  const ask = () => readReply(limited, modelRequest({ maxOutputTokens: 32_000 }), new AbortController().signal)
  return { asked, ask }
}

const upTo = (most: number) => (limit: number | undefined) => limit !== undefined && limit <= most

test.each<[string, number, string, number]>([
  ["OpenAI", 400, "max_tokens is too large: 32000. This model supports at most 16384 completion tokens.", 16_384],
  [
    "Anthropic",
    400,
    "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022",
    8192,
  ],
  ["Groq", 400, "`max_tokens` must be less than or equal to `8192`, the maximum value for this model", 8192],
  ["DeepSeek", 400, "Invalid max_tokens value, the valid range of max_tokens is [1, 8,192]", 8192],
  ["Qwen", 400, "Range of max_tokens should be [1, 8192]", 8192],
  [
    "Bedrock",
    400,
    "The maximum tokens you requested exceeds the model limit of 4096. Try again with a lower value.",
    4096,
  ],
  [
    "OpenRouter",
    402,
    "This request requires more credits, or fewer max_tokens. You requested up to 32000 tokens, but can only afford 5123.",
    5123,
  ],
])("%s names the limit that it takes; it is asked with that one from then on", async (_, status, message, most) => {
  const { asked, ask } = choosy(status, message, upTo(most))
  expect((await ask()).text).toBe("Hello.")
  await ask()
  expect(asked).toEqual([32_000, most, most])
})

test.each<[string, number, string, number]>([
  [
    "vLLM",
    400,
    "This model's maximum context length is 8192 tokens. However, you requested 33000 tokens (1000 in the messages, 32000 in the completion).",
    7192,
  ],
  [
    "newer vLLM",
    400,
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 1000 input tokens (32000 > 8192 - 1000).",
    7192,
  ],
  [
    "Anthropic",
    400,
    "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again",
    10_000,
  ],
  [
    "OpenAI's minute",
    429,
    "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 33000. The input or output tokens must be reduced.",
    29_000,
  ],
])("%s counts prompt and reply together; the next prompt may leave more room", async (_, status, message, left) => {
  const { asked, ask } = choosy(status, message, upTo(left))
  await ask()
  await ask()
  expect(asked).toEqual([32_000, left, 32_000, left])
})

test("who knows no such field is asked without it, for good", async () => {
  const said =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  const { asked, ask } = choosy(400, said, (limit) => limit === undefined)
  await ask()
  await ask()
  expect(asked).toEqual([32_000, undefined, undefined])
})

test.each([
  [429, "Rate limit reached for requests."],
  [
    400,
    "This model's maximum context length is 8192 tokens. However, you requested 40000 tokens (8000 in the messages, 32000 in the completion).",
  ],
])("a refusal (%i) that a shorter reply won't help is passed on at once", async (status, message) => {
  const { asked, ask } = choosy(status, message, () => false)
  await expect(ask()).rejects.toThrow(message)
  expect(asked).toEqual([32_000])
})
