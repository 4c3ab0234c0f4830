import { extractJson } from "../../run/controls/extract-json.ts"
import type { SignalKind } from "./signals.ts"

/** A place in a reply that looks like a signal. JSON is stronger than a tag, a tag than a bare word. */
export type SignalMark = {
  readonly kind: SignalKind
  /** What it says itself: a result or a reason. */
  readonly said: string
  readonly start: number
  readonly end: number
  readonly strength: number
}

const JSON_STRENGTH = 3
const TAG_STRENGTH = 2
const WORD_STRENGTH = 1

/** Everything that looks like a signal, in the order in which it stands. */
export function marksIn(reply: string): SignalMark[] {
  return [...envelopes(reply), ...tags(reply), ...words(reply)].sort((one, other) => one.start - other.start)
}

const NAME = "step[ _-]?done|step[ _-]?completed?|re[_-]?plan|step[ _-]?blocked"

/** Which signal a name stands for, whatever its case and its separators. */
export function kindOf(name: string): SignalKind | undefined {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "")
  if (plain === "stepdone" || plain === "stepcompleted" || plain === "stepcomplete") return "step_done"
  if (plain === "replan") return "replan"
  return plain === "stepblocked" ? "step_blocked" : undefined
}

function envelopes(reply: string): SignalMark[] {
  const marks: SignalMark[] = []
  for (let start = reply.indexOf("{"); start >= 0; ) {
    const end = closingBrace(reply, start)
    const found = signalIn(extractJson(reply.slice(start, end))?.value)
    if (found) marks.push({ ...found, start, end, strength: JSON_STRENGTH })
    start = reply.indexOf("{", end)
  }
  return marks
}

/** Behind the brace that closes the one at `start`; one that is never closed ends with the text. */
function closingBrace(text: string, start: number): number {
  const pieces = /"(?:[^"\\]|\\.)*"|[{}]/gs
  pieces.lastIndex = start
  let depth = 0
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    if (piece[0] === "{") depth += 1
    if (piece[0] === "}") depth -= 1
    if (depth === 0) return pieces.lastIndex
  }
  return text.length
}

type Said = Pick<SignalMark, "kind" | "said">

const NAMING = ["control", "signal", "action", "name", "tool", "function"]
const SAYING = ["result", "reason", "summary", "message", "text", "output", "details"]
const DEEPEST = 3

/** The signal that an object is, or has somewhere inside. */
function signalIn(value: unknown, depth = 1): Said | undefined {
  if (!isObject(value) || depth > DEEPEST) return undefined
  const fields = new Map(Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]))
  const named = NAMING.map((key) => fields.get(key)).find((name) => typeof name === "string" && kindOf(name))
  if (typeof named === "string") return { kind: kindOf(named) as SignalKind, said: saidIn(fields) }
  for (const [key, field] of fields) {
    const kind = kindOf(key)
    if (kind && field !== false && field !== null) return { kind, said: saidBy(field) || saidIn(fields) }
  }
  return [...fields.values()].map((field) => signalIn(field, depth + 1)).find((found) => found !== undefined)
}

function saidIn(fields: ReadonlyMap<string, unknown>): string {
  const own = SAYING.map((key) => fields.get(key)).find((text) => typeof text === "string" && text.trim() !== "")
  if (typeof own === "string") return own.trim()
  const inner = ["arguments", "input", "parameters"].map((key) => fields.get(key)).find(isObject)
  return inner ? saidBy(inner) : ""
}

function saidBy(field: unknown): string {
  if (typeof field === "string") return field.trim()
  return isObject(field) ? saidIn(new Map(Object.entries(field))) : ""
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** `<step_done/>`, `<replan>why</replan>`, `<control>step_done</control>`, `[STEP_DONE]`. */
function tags(reply: string): SignalMark[] {
  const forms = [
    new RegExp(`<control>\\s*(${NAME})\\s*</control>`, "gi"),
    new RegExp(`<(${NAME})\\s*(?:/>|>(?:([^<]*)</\\1\\s*>)?)`, "gi"),
    new RegExp(`[[【](${NAME})(?:\\s*[:：]\\s*([^\\]】]*))?[\\]】]`, "gi"),
  ]
  return forms.flatMap((form) =>
    [...reply.matchAll(form)].flatMap(({ 0: whole, 1: name = "", 2: said = "", index }) => {
      const kind = kindOf(name)
      const place = { start: index, end: index + whole.length, strength: TAG_STRENGTH }
      return kind ? [{ kind, said: said.trim(), ...place }] : []
    }),
  )
}

const LABEL = "(?:control|signal|status|信号|控制)\\s*[:：=]\\s*"
const WHOLE_SENTENCE = new RegExp(
  `^(?:${LABEL})?(${NAME})["'\`*_\\s]*(?:[:：–—]\\s*(\\S.*?)|\\s-\\s+(\\S.*?))?[\\s.。!！*_\`"']*$`,
  "iu",
)

/** A name that is a whole line or a whole sentence, with a reason behind a colon perhaps. */
function words(reply: string): SignalMark[] {
  return [...reply.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) => {
    const whole = wordIn(line, index)
    return whole
      ? [whole]
      : [...line.matchAll(SENTENCE)].flatMap((found) => wordIn(found[0], index + found.index) ?? [])
  })
}

const SENTENCE = /[^.!?。！？]+[.!?。！？]*/g

function wordIn(text: string, start: number): SignalMark | undefined {
  const bare = text.replace(/^[^\p{L}{[<【]+/u, "")
  const [, name = "", behindColon, behindDash] = bare.match(WHOLE_SENTENCE) ?? []
  const kind = kindOf(name)
  if (!kind) return undefined
  const said = (behindColon ?? behindDash ?? "").trim()
  return { kind, said, start, end: start + text.length, strength: WORD_STRENGTH }
}
