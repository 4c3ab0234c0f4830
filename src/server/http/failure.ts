import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { z } from "zod"
import type { ErrorReply, StandingAnswer } from "../../protocol/api/api.ts"
import { type ErrorKind, KeelsonError } from "../../protocol/log/keelson-error.ts"
import { AnsweredElsewhere } from "../../run/questions/answered-elsewhere.ts"
import { wayOutHere } from "./remedies.ts"

/** A request that is not carried out; the client is told all of this. */
export class ApiFailure extends Error {
  override name = "ApiFailure"
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly hint: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly decided: StandingAnswer | undefined
  readonly runId: string | undefined

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: {
      readonly hint?: string
      readonly headers?: Readonly<Record<string, string>>
      /** The answer that came first. */
      readonly decided?: StandingAnswer
      /** The run that is in the way. */
      readonly runId?: string
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.hint = more.hint
    this.headers = more.headers ?? {}
    this.decided = more.decided
    this.runId = more.runId
  }
}

const STATUS: Readonly<Record<Exclude<ErrorKind, "fault">, ContentfulStatusCode>> = {
  refused: 400,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  lost: 409,
  unavailable: 503,
}

/** What the client is told of an error; a fault that nobody expected is not explained to strangers. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const decided = error instanceof AnsweredElsewhere ? { decided: error.standing } : {}
  if (error instanceof KeelsonError && error.kind !== "fault")
    return new ApiFailure(STATUS[error.kind], error.code, error.message, { ...wayOutHere(error.wayOut), ...decided })
  return new ApiFailure(500, "internal_error", "Something broke in the server.", {
    hint: "keelson serve --debug prints what it was.",
  })
}

export function errorReply({ code, message, hint, decided, runId }: ApiFailure): ErrorReply {
  const more = { ...(decided ? { decided } : {}), ...(runId === undefined ? {} : { run_id: runId }) }
  return { error: { code, message, ...(hint === undefined ? {} : { hint }), ...more } }
}

/** The path of the first thing that is wrong, and what is wrong with it. */
export function invalidInput(place: string, error: z.ZodError): ApiFailure {
  const [issue] = error.issues
  const path = [place, ...(issue?.path.map(String) ?? [])].join(".")
  return new ApiFailure(400, "bad_request", `${path}: ${issue?.message ?? "not valid"}`)
}

export function unauthorized(): ApiFailure {
  return new ApiFailure(401, "unauthorized", "The token is missing or wrong.", {
    hint: "Open the address that keelson serve printed, or send its token as Authorization: Bearer.",
    headers: { "WWW-Authenticate": 'Bearer realm="keelson"' },
  })
}

export function notFound(what: string): ApiFailure {
  return new ApiFailure(404, "not_found", what)
}
