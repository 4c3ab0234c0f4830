import { describe, expect, test } from "vitest"
import { readFault } from "./fault.ts"
import { diagnose } from "./fault-kind.ts"

function diagnosed(statusCode: number, body: unknown) {
  return diagnose(readFault({ message: "No.", statusCode, responseBody: JSON.stringify(body) }, 0))
}

describe("a prompt that is too long, with sizes where they are told", () => {
  test.each([
    [
      "llama.cpp",
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size",
          type: "exceed_context_size_error",
          n_prompt_tokens: 9000,
          n_ctx: 4096,
        },
      },
      9000,
      4096,
    ],
    ["Anthropic", { error: { message: "prompt is too long: 210000 tokens > 200000 maximum" } }, 210_000, 200_000],
    [
      "OpenAI",
      {
        error: {
          message:
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
          code: "context_length_exceeded",
        },
      },
      130_001,
      128_000,
    ],
    [
      "vLLM",
      {
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
      },
      5000,
      4096,
    ],
    [
      "Google",
      { error: { message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)." } },
      1_200_000,
      1_048_576,
    ],
    [
      "Mistral",
      {
        message:
          "Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
      },
      140_000,
      131_072,
    ],
    [
      "xAI",
      { error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.", code: "x" },
      140_000,
      131_072,
    ],
    [
      "OpenAI, GPT-5",
      {
        error: {
          message:
            "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300011 tokens. Please reduce the length of the messages.",
          code: "context_length_exceeded",
        },
      },
      300_011,
      272_000,
    ],
    [
      "Anthropic, with the reply",
      {
        error: {
          message: "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease them",
        },
      },
      188_240,
      200_000,
    ],
    [
      "vLLM, of a model alone",
      {
        message: "The decoder prompt (length 45000) is longer than the maximum model length of 32768. Make sure of it.",
      },
      45_000,
      32_768,
    ],
    [
      "vLLM, newer",
      { message: "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens." },
      5000,
      4096,
    ],
    [
      "llama.cpp, in words alone",
      {
        error: { message: "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it" },
      },
      5000,
      4096,
    ],
    [
      "LiteLLM",
      {
        error: {
          message:
            "litellm.ContextWindowExceededError: litellm.BadRequestError: AnthropicException - prompt is too long: 210000 tokens > 200000 maximum",
        },
      },
      210_000,
      200_000,
    ],
    [
      "SGLang",
      { message: "The input (5000 tokens) is longer than the model's context length (4096 tokens)." },
      5000,
      4096,
    ],
    [
      "LM Studio",
      {
        error:
          "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
      },
      9000,
      4096,
    ],
    ["TGI", { error: "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000" }, 5000, 4095],
    ["GitHub", { error: { message: "prompt token count of 70000 exceeds the limit of 64000" } }, 70_000, 64_000],
    [
      "Cerebras",
      {
        message: "Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192",
        code: "context_length_exceeded",
      },
      9000,
      8192,
    ],
    [
      "Fireworks",
      { error: { message: "The prompt is too long: 140000, model maximum context length: 131071" } },
      140_000,
      131_071,
    ],
  ])("%s", (_, body, prompt, window) => {
    expect(diagnosed(400, body)).toMatchObject({ kind: "overflow", sizes: { prompt, window } })
  })

  test.each([
    ["Qwen", { message: "Range of input length should be [1, 30720]" }, 30_720],
    ["Moonshot", { error: { message: "Invalid request: Your request exceeded model token limit: 8192" } }, 8192],
    ["A gateway", { error: { message: "This model's maximum context length is 9000 tokens." } }, 9000],
  ])("%s tells its window only", (_, body, window) => {
    expect(diagnosed(400, body)).toEqual({ kind: "overflow", sizes: { prompt: undefined, window } })
  })

  test.each([
    { message: "Input is too long for requested model." },
    { error: { code: "context_length_exceeded", message: "x" } },
  ])("%j tells none", (body) => expect(diagnosed(400, body)).toEqual({ kind: "overflow", sizes: undefined }))
})

describe("keys and quotas that come with an odd status", () => {
  test.each([
    [
      400,
      { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
      "auth",
    ],
    [400, { code: "Client specified an invalid argument", error: "Incorrect API key provided: xx" }, "auth"],
    [403, { message: "The security token included in the request is invalid." }, "auth"],
    [429, { error: { message: "You exceeded your current quota, please check your plan" } }, "quota"],
    [400, { error: { message: "Your credit balance is too low to access the Anthropic API." } }, "quota"],
  ])("%i %j is %s", (status, body, kind) => {
    expect(diagnosed(status, body).kind).toBe(kind)
  })
})
