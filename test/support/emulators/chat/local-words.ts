import type { RefusalWords, SaidRefusal } from "../refusal.ts"
import { openaiWords } from "./openai-words.ts"

/** llama.cpp's server: templates fail with 500, and a prompt that is too long comes with its figures. */
export const llamacppWords: RefusalWords = {
  ...openaiWords,
  key: () => ({ status: 401, message: "Invalid API Key", type: "authentication_error" }),
  down: () => ({ status: 503, message: "Loading model", type: "unavailable_error" }),
  tools: () => failed("tools param requires --jinja flag"),
  schema: () => ({
    status: 400,
    message: "Failed to initialize samplers: failed to parse grammar",
    type: "invalid_request_error",
  }),
  system: () => failed(jinja("System role not supported")),
  alternation: ({ status }) => ({
    ...failed(jinja("Conversation roles must alternate user/assistant/user/assistant/...")),
    status,
    type: status === 500 ? "server_error" : "invalid_request_error",
  }),
  severalCalls: () => failed(jinja("This model only supports single tool-calls at once!")),
  prefill: () => ({
    status: 400,
    message: "Assistant response prefill is incompatible with enable_thinking.",
    type: "invalid_request_error",
  }),
  arguments: ({ text }) =>
    failed(
      "Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1, column 2: " +
        `syntax error while parsing object key - invalid literal; last read: '${text.slice(0, 10)}'`,
    ),
  overflow: ({ tokens, limit }) => ({
    status: 400,
    message: "the request exceeds the available context size, try increasing it",
    type: "exceed_context_size_error",
    extra: { n_prompt_tokens: tokens, n_ctx: limit },
  }),
}

/** llama.cpp's error body: the status is the code. */
export function llamacppShape({ status, message, type, extra }: SaidRefusal): object {
  return { error: { code: status, message, type: type ?? "invalid_request_error", ...extra } }
}

/** Ollama names the model with its registry when it cannot use tools. */
export const ollamaWords: RefusalWords = {
  ...openaiWords,
  key: () => ({ status: 401, message: "unauthorized", type: "authentication_error" }),
  model: ({ model }) => ({
    status: 404,
    message: `model "${model}" not found, try pulling it first`,
    type: "not_found_error",
  }),
  tools: ({ model }) => ({
    status: 400,
    message: `registry.ollama.ai/library/${model} does not support tools`,
    type: "api_error",
  }),
}

/** LM Studio's error body is a bare text, which the provider package does not read. */
export function lmStudioShape({ message }: SaidRefusal): object {
  return { error: message }
}

/** LM Studio takes strings only. */
export const lmStudioWords: RefusalWords = {
  ...openaiWords,
  choice: () => ({
    status: 400,
    message: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
  }),
  model: ({ model }) => ({ status: 404, message: `Model "${model}" not found. Please load it first.` }),
}

/** vLLM: error types are the names of Python's exceptions. */
export const vllmWords: RefusalWords = {
  ...openaiWords,
  key: () => ({ status: 401, message: "Unauthorized", body: { error: "Unauthorized" } }),
  model: ({ model }) => ({ status: 404, message: `The model \`${model}\` does not exist.`, type: "NotFoundError" }),
  choice: ({ choice }) =>
    bad(
      choice === "auto"
        ? '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
        : "tool_choice must either be a named tool, 'auto', 'none' or 'required'.",
    ),
  system: () => bad("System role not supported"),
  alternation: ({ status }) => ({
    ...bad("Conversation roles must alternate user/assistant/user/assistant/..."),
    status,
  }),
  overflow: ({ tokens, limit }) =>
    bad(
      `This model's maximum context length is ${limit} tokens. However, you requested ${tokens} tokens in the messages. ` +
        "Please reduce the length of the messages or completion.",
    ),
}

/** vLLM's error body: the status is the code. */
export function vllmShape({ status, message, type }: SaidRefusal): object {
  return { error: { message, type: type ?? "BadRequestError", param: null, code: status } }
}

function bad(message: string): SaidRefusal {
  return { status: 400, message, type: "BadRequestError" }
}

function failed(message: string): SaidRefusal {
  return { status: 500, message, type: "server_error" }
}

function jinja(reason: string): string {
  const source = `...% 2 == 0) -%}↵        {{ raise_exception("${reason.slice(0, 32)}...`
  return `\n------------\nWhile executing CallExpression at line 19, column 27 in source:\n${source}\n   ^\nError: Jinja Exception: ${reason}`
}
