import type { RefusalWords, SaidRefusal } from "../refusal.ts"

/** Anthropic's errors. */
export const anthropicWords: RefusalWords = {
  key: ({ isMissing }) => ({
    status: 401,
    message: isMissing ? "x-api-key header is required" : "invalid x-api-key",
    type: "authentication_error",
  }),
  model: ({ model }) => ({ status: 404, message: `model: ${model}`, type: "not_found_error" }),
  rate: () => ({
    status: 429,
    message: "This request would exceed your organization's rate limit.",
    type: "rate_limit_error",
  }),
  down: () => ({ status: 500, message: "Internal server error", type: "api_error" }),
  stream: () => invalid("stream: Streaming is not supported for this model."),
  tools: ({ model }) => invalid(`'${model}' does not support tools.`),
  schema: () => invalid("output_config.format: This model does not support structured outputs."),
  system: () => invalid("system: Extra inputs are not permitted"),
  alternation: ({ status }) => ({
    ...invalid(
      'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    ),
    status,
  }),
  severalCalls: () => invalid("Only one tool call at a time is supported."),
  userAfterTool: () => invalid("messages: text is not permitted after tool_result blocks"),
  prefill: () =>
    invalid("This model does not support assistant message prefill. The conversation must end with a user message."),
  unanswered: ({ callId }) =>
    invalid(
      `messages: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${callId}. ` +
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    ),
  orphan: ({ callId }) =>
    invalid(
      `messages: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${callId}. ` +
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    ),
  arguments: () => invalid("messages: tool_use.input: Input should be a valid dictionary"),
  echo: ({ index, isMissing }) =>
    invalid(
      isMissing
        ? `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When ` +
            "`thinking` is enabled, a final `assistant` message must start with a thinking block."
        : `messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`,
    ),
  choice: () => invalid("tool_choice: Forced tool use is not supported by this model."),
  thinking: () => invalid("Thinking may not be enabled when tool_choice forces tool use."),
  overflow: ({ tokens, limit }) => invalid(`prompt is too long: ${tokens} tokens > ${limit} maximum`),
}

/** Anthropic's error body. */
export function anthropicShape({ message, type }: SaidRefusal): object {
  return { type: "error", error: { type: type ?? "invalid_request_error", message }, request_id: "req_emulated" }
}

function invalid(message: string): SaidRefusal {
  return { status: 400, message, type: "invalid_request_error" }
}
