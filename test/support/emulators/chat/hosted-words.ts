import type { RefusalWords, SaidRefusal } from "../refusal.ts"
import { openaiWords } from "./openai-words.ts"

/** DeepSeek, and in much the same words Qwen and Kimi. */
export const deepseekWords: RefusalWords = {
  ...openaiWords,
  key: () => ({
    status: 401,
    message: "Authentication Fails, Your api key: ****ated is invalid",
    type: "authentication_error",
    code: "invalid_request_error",
  }),
  model: () => ({
    status: 400,
    message: "Model Not Exist",
    type: "invalid_request_error",
    code: "invalid_request_error",
  }),
  schema: () => invalid(400, "This response_format type is unavailable now"),
}

/** Mistral: any, no names, and results before anybody else speaks. */
export const mistralWords: RefusalWords = {
  ...openaiWords,
  key: () => ({ status: 401, message: "Unauthorized", body: { detail: "Unauthorized" } }),
  model: ({ model }) => invalid(400, `Invalid model: ${model}`, { type: "invalid_model", code: "1500" }),
  rate: () => ({ status: 429, message: "Rate limit exceeded", type: "rate_limited", code: "1300" }),
  down: () => ({ status: 500, message: "Internal server error", type: "internal_server_error", code: "1000" }),
  choice: () => invalid(400, "Invalid tool_choice: expected one of 'auto', 'none', 'any'."),
  unanswered: () => invalid(400, "Not the same number of function calls and responses", { code: "3230" }),
  orphan: () => invalid(400, "Unexpected role 'tool' after role 'user'", { code: "3230" }),
  userAfterTool: () => invalid(400, "Unexpected role 'user' after role 'tool'", { code: "3230" }),
  prefill: () =>
    invalid(400, "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant"),
  overflow: ({ tokens, limit }) =>
    invalid(
      400,
      `Prompt contains ${tokens} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`,
      { code: "3051" },
    ),
}

/** Mistral's error body stands at the top. */
export function mistralShape({ message, type, code }: SaidRefusal): object {
  return { object: "error", message, type: type ?? "invalid_request_error", param: null, code: code ?? null }
}

function invalid(status: number, message: string, more: Partial<SaidRefusal> = {}): SaidRefusal {
  return { status, message, type: "invalid_request_error", ...more }
}
