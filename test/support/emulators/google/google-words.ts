import type { RefusalWords, SaidRefusal } from "../refusal.ts"

/** Google's errors. A wrong key is a 400, a missing one a 403. */
export const googleWords: RefusalWords = {
  key: ({ isMissing }) =>
    isMissing
      ? said(
          403,
          "Method doesn't allow unregistered callers (callers without established identity).",
          "PERMISSION_DENIED",
        )
      : {
          ...said(400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT"),
          extra: {
            details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
          },
        },
  model: ({ model }) =>
    said(
      404,
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      "NOT_FOUND",
    ),
  rate: ({ retryAfter }) => ({
    ...said(429, "You exceeded your current quota, please check your plan and billing details.", "RESOURCE_EXHAUSTED"),
    extra: { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` }] },
  }),
  down: () => said(500, "An internal error has occurred. Please retry.", "INTERNAL"),
  stream: () => invalid("Streaming is not supported for this model."),
  tools: ({ model }) => invalid(`Function calling is not enabled for models/${model}`),
  schema: () => invalid("JSON mode is not enabled for this model."),
  system: ({ model }) => invalid(`Developer instruction is not enabled for models/${model}`),
  alternation: ({ status }) => ({
    ...invalid("Please ensure that multiturn requests alternate between user and model."),
    status,
  }),
  severalCalls: () => invalid("Only one tool call at a time is supported."),
  userAfterTool: () => invalid("Please ensure that function response turn is not followed by text."),
  prefill: () => invalid("Please ensure that multiturn requests end with a user role or a function response."),
  unanswered: () => invalid(UNEQUAL),
  orphan: () => invalid(UNEQUAL),
  arguments: () => invalid("Invalid value at 'contents': args must be an object."),
  echo: ({ isMissing, callId, index }) =>
    invalid(
      isMissing
        ? "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
            `correctly. Additional data, function call \`${callId}\`, position ${index}.`
        : "Thought signature is not valid.",
    ),
  choice: () => invalid("Function calling config mode ANY is not supported for this model."),
  thinking: () => invalid("Function calling config mode ANY is not supported while thinking."),
  overflow: ({ tokens, limit }) =>
    invalid(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`),
}

/** Google's error body. */
export function googleShape({ status, message, type, extra }: SaidRefusal): object {
  return { error: { code: status, message, status: type, ...extra } }
}

const UNEQUAL =
  "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."

function invalid(message: string): SaidRefusal {
  return said(400, message, "INVALID_ARGUMENT")
}

function said(status: number, message: string, type: string): SaidRefusal {
  return { status, message, type }
}
