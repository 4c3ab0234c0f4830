import type { RefusalWords, SaidRefusal } from "../refusal.ts"

/** The beginnings of OpenAI's errors; other endpoints reword what they say otherwise. */
export const openaiWords: RefusalWords = {
  key: ({ isMissing }) =>
    isMissing
      ? invalid(401, "You didn't provide an API key.", { code: null })
      : invalid(401, "Incorrect API key provided: sk-em***lated.", { code: "invalid_api_key" }),
  model: ({ model }) =>
    invalid(404, `The model \`${model}\` does not exist or you do not have access to it.`, { code: "model_not_found" }),
  rate: ({ retryAfter }) => ({
    status: 429,
    message: `Rate limit reached for requests. Please try again in ${retryAfter}s.`,
    type: "requests",
    code: "rate_limit_exceeded",
  }),
  down: () => ({
    status: 500,
    message: "The server had an error while processing your request. Sorry about that!",
    type: "server_error",
  }),
  stream: () =>
    invalid(400, "Unsupported value: 'stream' does not support true with this model.", {
      param: "stream",
      code: "unsupported_value",
    }),
  tools: () => invalid(400, "tools is not supported in this model.", { param: "tools" }),
  schema: () =>
    invalid(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", {
      param: "response_format",
    }),
  system: () =>
    invalid(400, "Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
      param: "messages[0].role",
      code: "unsupported_value",
    }),
  alternation: ({ status }) => ({
    ...invalid(status, "Conversation roles must alternate user/assistant/user/assistant/..."),
  }),
  severalCalls: () => invalid(400, "This model only supports single tool-calls at once!"),
  userAfterTool: () => invalid(400, "Unexpected role 'user' after role 'tool'"),
  prefill: () => invalid(400, "The last message must not be from the assistant."),
  unanswered: ({ callId }) =>
    invalid(
      400,
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
        `The following tool_call_ids did not have response messages: ${callId}`,
      { param: "messages" },
    ),
  orphan: () =>
    invalid(
      400,
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      {
        param: "messages",
      },
    ),
  arguments: () => invalid(400, "Invalid 'messages': the arguments of a tool call are not valid JSON."),
  echo: () => invalid(400, "The `reasoning_content` in the thinking mode must be passed back to the API."),
  choice: ({ choice }) =>
    invalid(
      400,
      `Invalid value: '${typeof choice === "object" ? "object" : choice}' is not supported as tool_choice.`,
      {
        param: "tool_choice",
        code: "invalid_value",
      },
    ),
  thinking: () => invalid(400, "Thinking mode does not support this tool_choice", { code: "invalid_request_error" }),
  overflow: ({ tokens, limit }) =>
    invalid(
      400,
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. ` +
        "Please reduce the length of the messages.",
      { param: "messages", code: "context_length_exceeded" },
    ),
}

/** OpenAI's error body. */
export function openaiShape({ message, type, param, code }: SaidRefusal): object {
  return { error: { message, type: type ?? "invalid_request_error", param: param ?? null, code: code ?? null } }
}

function invalid(status: number, message: string, more: Partial<SaidRefusal> = {}): SaidRefusal {
  return { status, message, type: "invalid_request_error", ...more }
}
