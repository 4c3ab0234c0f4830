import { parseJson } from "./json.ts"
import type { AskedMessage, HeardRequest } from "./mind.ts"
import type { Quirks } from "./quirks.ts"
import type { Refusal } from "./refusal.ts"
import { isGenuine } from "./signature.ts"

type Assistant = Extract<AskedMessage, { readonly role: "assistant" }>

/** What a check of the transcript looks at. `reasoned` holds the calls that went out together with reasoning. */
export type TranscriptView = {
  readonly asked: HeardRequest
  readonly quirks: Quirks
  readonly strictThinking: boolean
  readonly reasoned: ReadonlySet<string>
}

type Check = (view: TranscriptView) => Refusal | undefined

/** The first thing in the transcript that this endpoint does not take. */
export function checkTranscript(view: TranscriptView): Refusal | undefined {
  const checks: readonly Check[] = [
    checkSystem,
    checkOrder,
    checkCalls,
    checkEnd,
    checkPairs,
    checkArguments,
    checkEcho,
  ]
  for (const check of checks) {
    const refusal = check(view)
    if (refusal) return refusal
  }
  return undefined
}

function checkSystem({ asked, quirks }: TranscriptView): Refusal | undefined {
  const hasSystem = asked.messages.some(({ role }) => role === "system")
  return quirks.systemRefused && hasSystem ? { kind: "system", model: asked.model } : undefined
}

function checkOrder({ asked, quirks }: TranscriptView): Refusal | undefined {
  // Elsewhere the system prompt is no message.
  const begins = asked.protocol === "chat" ? asked.messages[0]?.role : undefined
  if (quirks.systemCounts && begins === "system") return { kind: "alternation", status: quirks.systemCounts }
  for (const [index, { role }] of asked.messages.entries()) {
    const before = asked.messages[index - 1]?.role
    const isRepeated = role === before && (role === "user" || role === "assistant")
    if (isRepeated && quirks.strictAlternation) return { kind: "alternation", status: quirks.strictAlternation }
    if (quirks.userAfterToolRefused && role === "user" && before === "tool") return { kind: "userAfterTool" }
  }
  return undefined
}

function checkCalls({ asked, quirks }: TranscriptView): Refusal | undefined {
  const isOver = assistants(asked).some(({ message }) => message.calls.length > 1)
  return quirks.oneCallOnly && isOver ? { kind: "severalCalls" } : undefined
}

function checkEnd({ asked, quirks }: TranscriptView): Refusal | undefined {
  return quirks.prefillRefused && asked.messages.at(-1)?.role === "assistant" ? { kind: "prefill" } : undefined
}

/** Each call is answered before anybody else speaks, and only calls are answered. */
function checkPairs({ asked, quirks }: TranscriptView): Refusal | undefined {
  if (!quirks.pairsRequired) return undefined
  let open: string[] = []
  for (const message of asked.messages) {
    if (message.role === "tool") {
      if (!open.includes(message.callId)) return { kind: "orphan", callId: message.callId }
      open = open.filter((id) => id !== message.callId)
    } else {
      const [unanswered] = open
      if (unanswered !== undefined) return { kind: "unanswered", callId: unanswered }
      open = message.role === "assistant" ? message.calls.map(({ id }) => id) : []
    }
  }
  return open[0] === undefined ? undefined : { kind: "unanswered", callId: open[0] }
}

function checkArguments({ asked, quirks }: TranscriptView): Refusal | undefined {
  if (!quirks.replayStrict) return undefined
  const broken = assistants(asked)
    .flatMap(({ message }) => message.calls)
    .find((call) => parseJson(call.arguments) === undefined)
  return broken ? { kind: "arguments", text: broken.arguments } : undefined
}

function checkEcho(view: TranscriptView): Refusal | undefined {
  for (const { message, index } of assistants(view.asked)) {
    const callId = message.calls[0]?.id ?? ""
    if (!isUntouched(message)) return { kind: "echo", index, isMissing: false, callId }
    if (lacksReasoning(message, view)) return { kind: "echo", index, isMissing: true, callId }
  }
  return undefined
}

function isUntouched(message: Assistant): boolean {
  const isReasoningFine = message.reasoning.every(
    ({ text, signature }) => signature === undefined || isGenuine(signature, text),
  )
  return isReasoningFine && message.calls.every(({ signature }) => signature === undefined || isGenuine(signature))
}

function lacksReasoning(message: Assistant, { asked, quirks, strictThinking, reasoned }: TranscriptView): boolean {
  const [call] = message.calls
  if (!asked.thinking || !call) return false
  const isDue = strictThinking || (quirks.echoRequired === true && reasoned.has(call.id))
  const isThere = asked.protocol === "google" ? call.signature !== undefined : message.reasoning.length > 0
  return isDue && !isThere
}

function assistants(asked: HeardRequest): { readonly message: Assistant; readonly index: number }[] {
  return asked.messages.flatMap((message, index) => (message.role === "assistant" ? [{ message, index }] : []))
}
