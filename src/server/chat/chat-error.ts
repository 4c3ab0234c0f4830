import type { ChatErrorReply } from "../../protocol/api/chat-api.ts"
import type { ApiFailure } from "../http/failure.ts"

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
}

/** A refusal in the shape that OpenAI's clients read. */
export function chatError({ status, code, message, hint }: ApiFailure): ChatErrorReply {
  const type = TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error")
  return { error: { message: hint === undefined ? message : `${message} ${hint}`, type, param: null, code } }
}
