import { isRecord, parseJson } from "./json.ts"
import { styleJson } from "./json-style.ts"
import type { HeardRequest, ThoughtCall, Utterance } from "./mind.ts"
import type { JsonStyle, Quirks } from "./quirks.ts"

const PREAMBLE = "Let me call the tool for that."

/** What comes out of the endpoint when the model said this. `asked` is the request as the model got it. */
export function bendThought(utterance: Utterance, asked: HeardRequest, quirks: Quirks): Utterance {
  if (quirks.empty) return { finish: "stop" }
  if (quirks.refusal) return { finish: "refused", text: "I cannot help with that." }
  const style = styleFor(asked, quirks)
  const called = { ...utterance, calls: bendCalls(utterance.calls ?? [], asked, quirks) }
  const styled = style ? applyStyle(called, style) : called
  return withinLength(withPreamble(styled, quirks.textBeforeCall ?? false), asked)
}

/** What is longer than the client allows is cut where it stands. */
function withinLength(utterance: Utterance, { maxTokens = Number.POSITIVE_INFINITY }: HeardRequest): Utterance {
  const { text = "", calls = [] } = utterance
  const most = Math.max(0, Math.floor(maxTokens * CHARACTERS_PER_TOKEN))
  const written = calls.map(({ name, input }) => ({
    name,
    input: typeof input === "string" ? input : JSON.stringify(input),
  }))
  const length = text.length + written.reduce((sum, { input }) => sum + input.length, 0)
  if (length <= most) return utterance
  const left = Math.max(0, most - text.length)
  return {
    ...utterance,
    text: text.slice(0, most),
    calls: written.slice(0, 1).map((call) => ({ ...call, input: call.input.slice(0, left) })),
    finish: "length",
  }
}

const CHARACTERS_PER_TOKEN = 4

/** A grammar leaves no room for style, but the length limit still cuts. */
function styleFor(asked: HeardRequest, { jsonStyle, grammar }: Quirks): JsonStyle | undefined {
  const isForced = asked.choice !== "auto" && asked.choice !== "none"
  const isEnforced = grammar && (isForced || asked.format !== undefined)
  return isEnforced && jsonStyle !== "cut" ? undefined : jsonStyle
}

function bendCalls(calls: readonly ThoughtCall[], asked: HeardRequest, quirks: Quirks): readonly ThoughtCall[] {
  const [first] = calls
  if (!first) return []
  if (quirks.severalCalls) return calls.length > 1 ? calls : [first, first]
  return asked.parallel || quirks.parallelIgnored ? calls : [first]
}

function applyStyle(utterance: Utterance, style: JsonStyle): Utterance {
  const calls = utterance.calls ?? []
  const styledCalls = calls.map(({ name, input }) => ({ name, input: styleInput(input, style) }))
  const isJson = utterance.text !== undefined && isRecord(parseJson(utterance.text))
  const styled = {
    ...utterance,
    calls: styledCalls,
    ...(isJson ? { text: styleJson(utterance.text ?? "", style) } : {}),
  }
  return style === "cut" && (isJson || calls.length > 0) ? { ...styled, finish: "length" } : styled
}

function styleInput(input: object | string, style: JsonStyle): string {
  return styleJson(typeof input === "string" ? input : JSON.stringify(input), style)
}

function withPreamble(utterance: Utterance, preamble: boolean | string): Utterance {
  const isDue = preamble !== false && (utterance.calls ?? []).length > 0
  if (!isDue) return utterance
  return { ...utterance, text: preamble === true ? PREAMBLE : preamble }
}
