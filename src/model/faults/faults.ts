import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { ModelError } from "../seam/model-error.ts"
import { type Fault, readFault } from "./fault.ts"
import { type Diagnosis, diagnose } from "./fault-kind.ts"

/** Where a model was asked, for messages that a user can act on. */
export type AskedEndpoint = {
  readonly name: string
  readonly baseUrl: string
  /** The variables that may hold its key; absent: OpenAI's. */
  readonly keyVariables?: readonly string[] | undefined
  /** One sentence that helps those whose key is refused. */
  readonly hint?: string | undefined
  /** The names that the server lists, as far as it was asked. */
  readonly models?: (() => readonly string[]) | undefined
}

const UNREACHABLE: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"])
const CERTIFICATE = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_|ERR_TLS/
const UNKNOWN_MODEL =
  /model[ _](not[ _](found|exist)|identifier is invalid)|not found the model|(invalid|unknown|unsupported) model|valid model ID|no such model|DeploymentNotFound|model .{0,80}(not found|does ?n[o']t exist|is not supported)/i

/** Any error of a provider package as a `ModelError` that names the endpoint and what to do; those that are one pass through. */
export function toModelError(error: unknown, endpoint: AskedEndpoint, now: number = Date.now()): ModelError {
  const known = modelErrorIn(error)
  if (known) return known
  // A provider whose package is not installed: no endpoint was asked.
  if (error instanceof KeelsonError) return new ModelError("refused", error.message)
  const fault = readFault(error, now)
  const { status, retryAfterMs } = fault
  const { kind, ...detail } = diagnose(fault)
  const isAbsent = fault.codes.some((code) => UNREACHABLE.has(code))
  const isLasting = fault.codes.some((code) => CERTIFICATE.test(code))
  const more = { status, retryAfterMs, isAbsent, isLasting, ...detail }
  return new ModelError(kind, explain({ kind, ...detail }, fault, endpoint), more)
}

/** The packages wrap what is thrown while they read an answer. */
function modelErrorIn(error: unknown): ModelError | undefined {
  if (error instanceof ModelError) return error
  return error instanceof Error && error.cause instanceof ModelError ? error.cause : undefined
}

/** A stream that stopped before the model said that it was finished. */
export function cutOff(endpoint: AskedEndpoint): ModelError {
  return new ModelError(
    "broken",
    `${where(endpoint)} ended its stream in the middle of the reply; nothing of it is used.`,
  )
}

/** A success whose body is no event stream: most often a web page behind a wrong base URL. */
export function notAStream(endpoint: AskedEndpoint, contentType: string): ModelError {
  const advice = "Check the base URL (most end in /v1) and that the endpoint can stream."
  return new ModelError("refused", `${where(endpoint)} answered with ${contentType}, not with a stream. ${advice}`)
}

/** Something that was asked for and would have been left out silently. */
export function notSupported(endpoint: AskedEndpoint, feature: "tool_choice" | "format", said: string): ModelError {
  const what = feature === "tool_choice" ? "forcing a tool" : "a reply of a given format"
  return new ModelError("unsupported", oneLine(`${where(endpoint)} does not support ${what}: ${said}`), { feature })
}

function explain(diagnosis: Diagnosis, fault: Fault, endpoint: AskedEndpoint): string {
  const here = where(endpoint)
  const said = oneLine(fault.message).replace(/[.\s]+$/, "")
  switch (diagnosis.kind) {
    case "auth":
      return `${here} refused the key${numbered(fault)}: ${said}. ${keyAdvice(endpoint)}`
    case "quota":
      return `${here} has no quota left: ${said}. Add credit there or choose another model.`
    case "busy":
      return `${here} is busy${numbered(fault)}: ${said}. Try again later or lower the number of parallel runs.`
    case "overflow":
      return `${here} refused the prompt as too long: ${said}. Set context_window to its real size.`
    case "timeout":
      return `${here} did not answer in time${numbered(fault)}: ${said}.`
    case "broken":
      return explainBroken(fault, endpoint)
    case "refused":
      return explainRefused(fault, endpoint)
    case "moved":
      return `${here} has moved: ${said}.`
    case "unusable":
      return `${here} sent something that is not in its own format, so the reply could not be read. Check that the endpoint speaks the provider's protocol.`
    case "unsupported":
      return `${here} does not support what was asked (${diagnosis.feature})${numbered(fault)}: ${oneLine(fault.message)}${wayAround(diagnosis)}`
  }
}

/** Controls need no tools in a template; free replies do. */
function wayAround({ feature }: Diagnosis): string {
  return feature === "tools" ? ". Strategies that plan (phased, rounds) do without" : ""
}

function keyAdvice({ keyVariables = ["OPENAI_API_KEY"], baseUrl, hint }: AskedEndpoint): string {
  const names = keyVariables.join(" or ")
  const advice = names === "" ? `Check the key for ${baseUrl}.` : `Set ${names} to a key that is valid for ${baseUrl}.`
  return hint ? `${advice} ${hint}` : advice
}

function explainBroken(fault: Fault, endpoint: AskedEndpoint): string {
  if (fault.codes.some((code) => UNREACHABLE.has(code))) {
    return `Nothing listens at ${endpoint.baseUrl}: is the server running, and is the base URL right?`
  }
  if (fault.codes.some((code) => CERTIFICATE.test(code))) {
    return `The certificate of ${endpoint.baseUrl} is not trusted: ${oneLine(fault.message)}. Put your own authority's file into NODE_EXTRA_CA_CERTS.`
  }
  if (fault.status !== undefined && fault.status >= 500) {
    return `${where(endpoint)} failed${numbered(fault)}: ${oneLine(fault.message)}`
  }
  return `${where(endpoint)} broke off: ${oneLine(fault.message)}`
}

function explainRefused(fault: Fault, endpoint: AskedEndpoint): string {
  const said = oneLine(fault.message)
  if (UNKNOWN_MODEL.test(`${said} ${fault.codes.join(" ")}`)) {
    return `${endpoint.baseUrl} has no model "${endpoint.name}"${numbered(fault)}: ${said}${othersAt(endpoint)}`
  }
  if (fault.status !== 404) return `${where(endpoint)} did not accept the request${numbered(fault)}: ${said}`
  return `${where(endpoint)} answered 404: unknown model or wrong base URL (most end in /v1). It said: ${said}`
}

function othersAt({ models }: AskedEndpoint): string {
  const names = models?.() ?? []
  return names.length === 0 ? "" : ` It has: ${names.slice(0, MOST_NAMES).join(", ")}.`
}

const MOST_NAMES = 10

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

function numbered(fault: Fault): string {
  return fault.status === undefined ? "" : ` (${fault.status})`
}

function where(endpoint: AskedEndpoint): string {
  return `Model ${endpoint.name} at ${endpoint.baseUrl}`
}
