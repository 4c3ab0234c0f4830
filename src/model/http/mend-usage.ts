/** A count beyond this is none. */
const MOST_TOKENS = 1e9
const MARK = '"usage'
/** Some streams say `"usage":null` in every piece, which is always right. */
const FIGURES = /"usage[^"]{0,10}"\s*:\s*(?:[^n\s]|n(?!ull))/
/** The whole of a usage whose figures are plainly counts, as nearly all are: nothing of it need be taken apart. */
const IN_ORDER = /"usage(?:Metadata)?":\{(?:"\w+":(?:\d{1,9}|null|\{(?:"\w+":(?:\d{1,9}|null),?)*\}),?)+\}/
const DATA = /^data: ?/

/**
 * Lines of an event stream in which every figure of usage is a number that can be one: the packages refuse a whole reply for one
 * that is not. Zero stands for what is not known and is estimated. Lines without fault keep their bytes.
 */
export function mendUsage(lines: Uint8Array): Uint8Array {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
  const first = bytes.indexOf(MARK)
  if (first < 0) return lines
  const from = bytes.toString("latin1", first)
  const isOnly = !from.includes(MARK, 1)
  if ((isOnly && IN_ORDER.test(from)) || !FIGURES.test(from)) return lines
  const text = bytes.toString("utf8")
  const mended = text.split("\n").map(mendLine).join("\n")
  return mended === text ? lines : Buffer.from(mended, "utf8")
}

function mendLine(line: string): string {
  if (!line.includes(MARK) || !DATA.test(line)) return line
  try {
    const event: unknown = JSON.parse(line.replace(DATA, ""))
    return mendEvent(event) ? `data: ${JSON.stringify(event)}` : line
  } catch {
    // Whoever reads it says so better.
    return line
  }
}

type Fields = Record<string, unknown>

/** Usage stands at the top, or in `message`, `response`, `choices[]` or `x_groq`. Returns whether something was put right. */
function mendEvent(event: unknown, depth = 0): boolean {
  if (!isFields(event) || depth > 3) return false
  return Object.entries(event)
    .map(([name, value]) => {
      if (name !== "usage" && name !== "usageMetadata") return mendEvent(value, depth + 1)
      const mended = mendFigures(value)
      if (mended === value) return false
      event[name] = mended
      return true
    })
    .some(Boolean)
}

/** The same value if it is in order. */
function mendFigures(usage: unknown): unknown {
  if (usage === null || usage === undefined) return usage
  if (!isFields(usage) || Array.isArray(usage)) return NOTHING_COUNTED
  return mendCounts(usage, 0) ? usage : { ...NOTHING_COUNTED, ...usage }
}

/** Whatever a package insists on. */
const NOTHING_COUNTED = { input_tokens: 0, output_tokens: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** Puts counts right in place; true if there was nothing to do. */
function mendCounts(usage: Fields, depth: number): boolean {
  return Object.entries(usage)
    .map(([name, value]) => isRight(usage, name, value, depth))
    .every(Boolean)
}

function isRight(usage: Fields, name: string, value: unknown, depth: number): boolean {
  const isDetails = DETAILS.test(name)
  const isCounted = COUNTED.test(name) && !isDetails
  if (isFields(value) && !isCounted) return depth >= 3 || mendCounts(value, depth + 1)
  if (isCounted ? isCount(value) : !isDetails || value === null) return true
  if (isDetails) delete usage[name]
  else usage[name] = 0
  return false
}

/** `prompt_tokens`, `promptTokenCount`, `cache_read_input_tokens`; and `prompt_tokens_details`, an object of such. */
const COUNTED = /tokens?(count)?$/i
const DETAILS = /tokens?_?details$/i

function isCount(value: unknown): boolean {
  if (value === null) return true
  return typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= MOST_TOKENS
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null
}
