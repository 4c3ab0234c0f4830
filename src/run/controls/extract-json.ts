import { jsonrepair } from "jsonrepair"
import { parseJson } from "../../text/parse-json.ts"

/** JSON found in a text. `repaired` says that it was not JSON as it stood, `cut` that its end was missing. */
export type Extracted = { readonly value: unknown; readonly repaired: boolean; readonly cut: boolean }

/**
 * The JSON object that a model meant: alone, in a fence, in tags, or with prose around it; with single quotes, trailing commas,
 * comments or a missing end if need be. `undefined` when there is none.
 */
export function extractJson(text: string): Extracted | undefined {
  for (const candidate of candidates(text)) {
    const exact = parseObject(candidate.text)
    if (exact !== undefined) return { value: exact, repaired: false, cut: false }
  }
  for (const candidate of candidates(text)) {
    const repaired = parseObject(repair(candidate.text))
    if (repaired !== undefined) return { value: repaired, repaired: true, cut: candidate.cut }
  }
  return undefined
}

type Candidate = { readonly text: string; readonly cut: boolean }

/** Where the object may stand, the likeliest place first. */
function candidates(text: string): Candidate[] {
  return [text, ...fencedIn(text)].flatMap(objectsIn)
}

/** What stands between fences; the word behind the first is no part of an object. */
function fencedIn(text: string): readonly string[] {
  return text.split("```").filter((_, index, pieces) => index % 2 === 1 && index < pieces.length - 1)
}

/** Every outermost object of a text; one that is never closed is a cut-off one. */
function objectsIn(text: string): Candidate[] {
  const found: Candidate[] = []
  for (let start = text.indexOf("{"); start >= 0; ) {
    const end = endOfObject(text, start)
    found.push({ text: text.slice(start, end), cut: end === undefined })
    if (end === undefined) break
    start = text.indexOf("{", end)
  }
  return found.sort((a, b) => b.text.length - a.text.length).slice(0, MOST_CANDIDATES)
}

/** A model means one object; a text of ten thousand is not searched to its end. */
const MOST_CANDIDATES = 32

/** The place behind the bracket that closes the one at `start`; brackets inside strings don't count. */
function endOfObject(text: string, start: number): number | undefined {
  // A whole string, or one bracket at a time.
  const pieces = /"(?:[^"\\]|\\.)*(?:"|$)|[{}[\]]/gs
  pieces.lastIndex = start
  let depth = 0
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    if (piece[0] === "{" || piece[0] === "[") depth += 1
    if (piece[0] === "}" || piece[0] === "]") depth -= 1
    if (depth === 0) return pieces.lastIndex
  }
  return undefined
}

function repair(text: string): string {
  try {
    return jsonrepair(text)
  } catch {
    return ""
  }
}

function parseObject(text: string): unknown {
  const { ok, value } = { value: undefined, ...parseJson(text) }
  return ok && typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
}
