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
  ])("%s", (_, body, prompt, window) => {
    expect(diagnosed(400, body)).toMatchObject({ kind: "overflow", sizes: { prompt, window } })
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
