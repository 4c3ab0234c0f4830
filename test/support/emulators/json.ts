/** A JSON object of unknown content. */
export type Json = { readonly [key: string]: unknown }

/** The value if it is an object, else an empty one: requests are read leniently, as endpoints do. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** The objects of a list; anything else in it is left out. */
export function asRecords(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The value if it is text, else the empty text. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : ""
}

/** Text as it is, and the joined `text` fields of a list of content parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content
  return asRecords(content)
    .map(({ text }) => asText(text))
    .join("")
}

/** The parsed text, or `undefined` if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An object that is neither an array nor `null`. */
export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
