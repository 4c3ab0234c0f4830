import type { AskedChoice, HeardRequest } from "./mind.ts"
import { promptTokens } from "./prompt-cache.ts"
import type { Refusal } from "./refusal.ts"
import { checkTranscript, type TranscriptView } from "./transcript-checks.ts"

/** What the door of an endpoint looks at, before the request is read. */
export type DoorView = {
  /** The request's number, from 0. */
  readonly n: number
  readonly quirks: TranscriptView["quirks"]
  /** The key that must be shown; `undefined` lets everybody in. */
  readonly key: string | undefined
  readonly shown: string | undefined
}

/** Down, busy or locked: the same for every request. */
export function checkDoor({ n, quirks, key, shown }: DoorView): Refusal | undefined {
  const { downAfter, rateLimited = 0 } = quirks
  if (downAfter && n >= downAfter.requests) return { kind: "down" }
  const limit = typeof rateLimited === "number" ? { times: rateLimited, retryAfter: 1 } : rateLimited
  if (n < limit.times) return { kind: "rate", retryAfter: limit.retryAfter }
  return key === undefined || key === shown ? undefined : { kind: "key", isMissing: shown === undefined }
}

/** What this endpoint refuses about a request that it understood. `model` is the only one it has, if it checks. */
export function checkRequest(view: TranscriptView, models: readonly string[] | undefined): Refusal | undefined {
  const { asked, quirks } = view
  if (models !== undefined && !models.includes(asked.model)) return { kind: "model", model: asked.model }
  if (asked.stream && quirks.noStream === "refused") return { kind: "stream" }
  if (asked.tools.length > 0 && quirks.toolsRefused) return { kind: "tools", model: asked.model }
  if (quirks.schemaRefused && hasSchema(asked)) return { kind: "schema" }
  return checkTranscript(view) ?? checkChoice(view) ?? checkSize(view)
}

/** A bare `json_object` is no schema. */
function hasSchema({ format }: HeardRequest): boolean {
  return format !== undefined && Object.keys(format.schema).length > 1
}

/** A choice that is ignored is not refused, and without tools there is nothing to choose. */
function checkChoice({ asked, quirks, strictThinking }: TranscriptView): Refusal | undefined {
  const choice = asked.wanted
  if (asked.tools.length === 0 || isIgnored(choice, quirks)) return undefined
  if (isRefused(choice, quirks)) return { kind: "choice", choice }
  const isForced = choice !== "auto" && choice !== "none"
  const forbids = strictThinking || quirks.thinkingForbidsForcing
  return isForced && asked.thinking && forbids ? { kind: "thinking", choice } : undefined
}

/** Whether the endpoint treats this choice as auto. */
export function isIgnored(choice: AskedChoice, quirks: TranscriptView["quirks"]): boolean {
  if (typeof choice === "object") return quirks.namedIgnored === true
  if (choice === "required") return quirks.requiredIgnored === true
  return choice === "none" && quirks.noneIgnored === true
}

function isRefused(choice: AskedChoice, quirks: TranscriptView["quirks"]): boolean {
  if (typeof choice === "object") return quirks.namedRefused === true
  if (choice === "required") return quirks.requiredRefused === true
  return choice === "auto" && quirks.autoRefused === true
}

function checkSize({ asked, quirks }: TranscriptView): Refusal | undefined {
  const limit = quirks.contextSize
  if (limit === undefined || quirks.truncates) return undefined
  const tokens = promptTokens(asked)
  return tokens > limit ? { kind: "overflow", tokens, limit } : undefined
}
