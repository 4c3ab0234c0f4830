import { describe, expect, test } from "vitest"
import { readFault } from "./fault.ts"
import { diagnose } from "./fault-kind.ts"

function diagnosed(statusCode: number | undefined, body: unknown) {
  return diagnose(readFault({ message: "No.", statusCode, responseBody: JSON.stringify(body) }, 0))
}

/** In the words of the endpoints as we remember them, not recorded from them: add the real ones as they are met. */
const UNSUPPORTED = [
  ["DeepSeek", 400, { error: { message: "deepseek-reasoner does not support this tool_choice" } }, "tool_choice"],
  [
    "Qwen",
    400,
    {
      error: {
        message: "The tool_choice parameter does not support being set to required or object in thinking mode",
        code: "invalid_parameter_error",
      },
    },
    "tool_choice",
  ],
  ["Kimi", 400, { error: { message: "tool_choice 'required' is incompatible with thinking enabled" } }, "tool_choice"],
  [
    "Anthropic",
    400,
    { type: "error", error: { message: "Thinking may not be enabled when tool_choice forces tool use." } },
    "tool_choice",
  ],
  [
    "vLLM without a parser",
    400,
    {
      object: "error",
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    },
    "tool_choice",
  ],
  [
    "OpenRouter",
    404,
    { error: { message: "No endpoints found that support the provided 'tool_choice' value.", code: 404 } },
    "tool_choice",
  ],
  [
    "Bedrock's choice",
    400,
    { message: "This model doesn't support the toolConfig.toolChoice.tool field. Remove it and try again." },
    "tool_choice",
  ],
  [
    "Google's choice",
    400,
    [{ error: { message: "Forced function calling is not supported for this model." } }],
    "tool_choice",
  ],
  [
    "Ollama's tools",
    400,
    { error: { message: "registry.ollama.ai/library/gemma:2b does not support tools" } },
    "tools",
  ],
  ["llama.cpp without jinja", 500, { error: { message: "tools param requires --jinja flag" } }, "tools"],
  ["OpenRouter's tools", 404, { error: { message: "No endpoints found that support tool use." } }, "tools"],
  ["Bedrock's tools", 400, { message: "This model doesn't support tool use in streaming mode." }, "tools"],
  ["Google's tools", 400, { error: { message: "Function calling is not enabled for models/gemma-3" } }, "tools"],
  ["a schema", 400, { error: { message: "Invalid schema for response_format 'plan': …" } }, "format"],
  ["a schema at DeepSeek", 422, { error: { message: "This response_format type is unavailable now" } }, "format"],
  ["Google's JSON", 400, { error: { message: "JSON mode is not enabled for models/gemma-3" } }, "format"],
  ["grammar and tools", 400, { error: { message: "Cannot use custom grammar constraints with tools." } }, "format"],
  ["Ollama's thinking", 400, { error: { message: '"llama3" does not support thinking' } }, "thinking"],
  [
    "Google's thinking",
    400,
    { error: { message: "Budget 0 is invalid. This model only works in thinking mode." } },
    "thinking",
  ],
  [
    "OpenAI's effort",
    400,
    { error: { message: "Unsupported value: 'reasoning_effort' does not support 'none' with this model." } },
    "thinking",
  ],
  [
    "an unknown field",
    400,
    { detail: [{ msg: "Extra inputs are not permitted", loc: ["chat_template_kwargs"] }] },
    "thinking",
  ],
  ["Gemma's template", 500, { error: { message: "Jinja Exception: System role not supported" } }, "system"],
  ["o1", 400, { error: { message: "'messages[0].role' does not support 'system' with this model." } }, "system"],
  ["Google's system", 400, { error: { message: "Developer instruction is not enabled for models/gemma-3" } }, "system"],
  [
    "Mistral's template",
    500,
    {
      error: {
        message:
          "Jinja Exception: After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
      },
    },
    "alternation",
  ],
  ["Mistral", 400, { object: "error", message: "Unexpected role 'user' after role 'tool'" }, "alternation"],
] as const

describe("what an endpoint lacks", () => {
  test.each(UNSUPPORTED)("%s", (_, status, body, feature) => {
    expect(diagnosed(status, body)).toMatchObject({ kind: "unsupported", feature })
  })

  test("a choice that only thinking forbids is told apart", () => {
    const [deepSeek, qwen, kimi, anthropic, vllm] = UNSUPPORTED.map(([, status, body]) => diagnosed(status, body))
    for (const one of [deepSeek, qwen, kimi, anthropic]) expect(one?.blockedByThinking).toBe(true)
    expect(vllm?.blockedByThinking).toBe(false)
  })

  test("a package that can't translate it says so before anything is sent", () => {
    const error = {
      name: "AI_UnsupportedFunctionalityError",
      message: "'tool choice type: x' functionality not supported.",
    }
    expect(diagnose(readFault(error, 0))).toMatchObject({ kind: "unsupported", feature: "tool_choice" })
  })
})

describe("what only sounds like it", () => {
  test.each([
    [500, { error: { message: "The tool server crashed while thinking." } }, "broken"],
    [503, { error: { message: "reasoning backend overloaded" } }, "broken"],
    [
      400,
      { error: { message: "An assistant message with 'tool_calls' must be followed by tool messages" } },
      "refused",
    ],
    [400, { error: { message: "messages.1.content.0: Invalid `signature` in `thinking` block" } }, "refused"],
    [401, { error: { message: "This key does not support tools" } }, "auth"],
    [429, { error: { message: "tool_choice: too many requests" } }, "busy"],
  ])("%i %j is %s", (status, body, kind) => {
    expect(diagnosed(status, body).kind).toBe(kind)
  })
})
