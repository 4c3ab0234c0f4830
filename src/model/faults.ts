import { type Fault, readFault } from "./fault.ts"
import { ModelError, type ModelErrorKind } from "./model-error.ts"

/** Where a model was asked, for messages that a user can act on. */
export type Endpoint = { readonly name: string; readonly baseUrl: string }

const OVERFLOW = /context_length|exceed_context|context length|context window|maximum context|prompt is too long/i
const QUOTA = /insufficient_quota|insufficient balance|credit balance/i
const UNREACHABLE: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"])
const SLOW: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
])
const BUSY_CODE = /rate_limit|overloaded|too_many_requests/i

/** Any error of a provider package as a `ModelError` that names the endpoint and what to do; those that are one pass through. */
export function toModelError(error: unknown, endpoint: Endpoint, now: number = Date.now()): ModelError {
  if (error instanceof ModelError) return error
  const fault = readFault(error, now)
  const kind = kindOf(fault)
  const { status, retryAfterMs } = fault
  return new ModelError(kind, explain(kind, fault, endpoint), { status, retryAfterMs })
}

/** A stream that stopped before the model said that it was finished. */
export function cutOff(endpoint: Endpoint): ModelError {
  return new ModelError(
    "broken",
    `${where(endpoint)} ended its stream in the middle of the reply; nothing of it is used.`,
  )
}

/** A success whose body is no event stream: most often a web page behind a wrong base URL. */
export function notAStream(endpoint: Endpoint, contentType: string): ModelError {
  const advice = "Check the base URL (most end in /v1) and that the endpoint can stream."
  return new ModelError("refused", `${where(endpoint)} answered with ${contentType}, not with a stream. ${advice}`)
}

function kindOf(fault: Fault): ModelErrorKind {
  const { status } = fault
  const said = `${fault.message} ${fault.codes.join(" ")}`
  if (status === 402 || QUOTA.test(said)) return "quota"
  if (status === 401 || status === 403) return "auth"
  if (status === 429) return "busy"
  if (OVERFLOW.test(said)) return "overflow"
  if (status === undefined) return kindWithoutStatus(fault)
  if (status === 408) return "timeout"
  if (isTemplateFault(said)) return "refused"
  return status >= 500 ? "broken" : "refused"
}

function kindWithoutStatus(fault: Fault): ModelErrorKind {
  if (fault.codes.some((code) => SLOW.has(code))) return "timeout"
  return fault.codes.some((code) => BUSY_CODE.test(code)) ? "busy" : "broken"
}

/** Chat templates fail on the same transcript every time, though llama.cpp calls it a 500. */
function isTemplateFault(said: string): boolean {
  return /Jinja Exception|must alternate/i.test(said)
}

function explain(kind: ModelErrorKind, fault: Fault, endpoint: Endpoint): string {
  const here = where(endpoint)
  const said = fault.message.replace(/[.\s]+$/, "")
  switch (kind) {
    case "auth":
      return `${here} refused the key (${fault.status}): ${said}. Set OPENAI_API_KEY to a key that is valid for ${endpoint.baseUrl}.`
    case "quota":
      return `${here} has no quota left: ${said}. Add credit there or choose another model.`
    case "busy":
      return `${here} is busy${numbered(fault)}: ${said}. Try again later or lower the number of parallel runs.`
    case "overflow":
      return `${here} refused the prompt as too long: ${said}. Set the model's context window to its real size.`
    case "timeout":
      return `${here} did not answer in time${numbered(fault)}: ${said}.`
    case "broken":
      return explainBroken(fault, endpoint)
    case "refused":
      return explainRefused(fault, endpoint)
  }
}

function explainBroken(fault: Fault, endpoint: Endpoint): string {
  if (fault.codes.some((code) => UNREACHABLE.has(code))) {
    return `Nothing listens at ${endpoint.baseUrl}: is the server running, and is the base URL right?`
  }
  if (fault.status !== undefined && fault.status >= 500) {
    return `${where(endpoint)} failed${numbered(fault)}: ${fault.message}`
  }
  return `${where(endpoint)} broke off: ${fault.message}`
}

function explainRefused(fault: Fault, endpoint: Endpoint): string {
  if (fault.status !== 404) return `${where(endpoint)} did not accept the request${numbered(fault)}: ${fault.message}`
  return `${where(endpoint)} answered 404: unknown model or wrong base URL (most end in /v1). It said: ${fault.message}`
}

function numbered(fault: Fault): string {
  return fault.status === undefined ? "" : ` (${fault.status})`
}

function where(endpoint: Endpoint): string {
  return `Model ${endpoint.name} at ${endpoint.baseUrl}`
}
