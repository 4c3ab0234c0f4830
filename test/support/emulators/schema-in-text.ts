import { isRecord, type Json, parseJson } from "./json.ts"

/** The last JSON Schema that stands in a text, as a prompt for an endpoint without any forcing has it. */
export function schemaInText(text: string): Json | undefined {
  let found: Json | undefined
  let start = text.indexOf("{")
  while (start >= 0) {
    const end = closingBrace(text, start)
    const value = end < 0 ? undefined : parseJson(text.slice(start, end + 1))
    if (isSchema(value)) found = value
    start = text.indexOf("{", value === undefined ? start + 1 : end + 1)
  }
  return found
}

function isSchema(value: unknown): value is Json {
  return isRecord(value) && (isRecord(value.properties) || Array.isArray(value.anyOf) || value.$schema !== undefined)
}

/** The brace that closes the one at `start`; -1 if none does. Braces in strings do not count. */
function closingBrace(text: string, start: number): number {
  let depth = 0
  const token = /"(?:[^"\\]|\\.)*"|[{}]/g
  token.lastIndex = start
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === "{") depth++
    if (match[0] === "}") depth--
    if (depth === 0) return match.index
  }
  return -1
}
