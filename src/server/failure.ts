import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { z } from "zod"
import type { ErrorReply } from "../protocol/api.ts"

/** A request that is not carried out; the client is told all of this. */
export class ApiFailure extends Error {
  override name = "ApiFailure"
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly hint: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { readonly hint?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.hint = more.hint
    this.headers = more.headers ?? {}
  }
}

/** By name, so that faults of every part are known here without their code. */
const REFUSALS: Readonly<Record<string, readonly [status: ContentfulStatusCode, code: string]>> = {
  UsageError: [400, "bad_request"],
  RunOptionsError: [400, "bad_request"],
  ConfigError: [400, "bad_config"],
  ModelSetupError: [400, "bad_model"],
  WorkspaceError: [400, "bad_workspace"],
  RunNotFoundError: [404, "not_found"],
  RunRequestError: [409, "conflict"],
  RunBusyError: [409, "busy"],
  WorkspaceBusyError: [409, "busy"],
  CheckpointsUnavailable: [409, "no_checkpoints"],
  RunDetached: [503, "shutting_down"],
  StoreUnusableError: [503, "store_unusable"],
  LogUnreadableError: [503, "log_unreadable"],
}

/** What the client is told of an error; a fault that nobody expected is not explained to strangers. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const known = REFUSALS[name]
  if (known) return new ApiFailure(known[0], known[1], message)
  return new ApiFailure(500, "internal_error", "Something broke in the server.", {
    hint: "keelson serve --debug prints what it was.",
  })
}

export function errorReply({ code, message, hint }: ApiFailure): ErrorReply {
  return { error: { code, message, ...(hint === undefined ? {} : { hint }) } }
}

/** The path of the first thing that is wrong, and what is wrong with it. */
export function invalidInput(place: string, error: z.ZodError): ApiFailure {
  const [issue] = error.issues
  const path = [place, ...(issue?.path.map(String) ?? [])].join(".")
  return new ApiFailure(400, "bad_request", `${path}: ${issue?.message ?? "not valid"}`)
}

export function notFound(what: string): ApiFailure {
  return new ApiFailure(404, "not_found", what)
}
