import type { LogEntry } from "../../src/journal/run-store.ts"

/** English that nobody but the engine can have said: what is left of a page without the words of models, tools and users. */
export function englishOfEngine(page: string, entries: readonly LogEntry[]): string[] {
  const said = [
    ...new Set(entries.flatMap(({ record }) => (record.kind === "event" ? ownOf(record.event) : textsIn(record)))),
  ]
  const theirs = said.flatMap((text) => [text, ...text.split("\n")].map(plain)).filter((text) => text.length > 2)
  const longestFirst = [...new Set(theirs)].sort((a, b) => b.length - a.length)
  let rest = plain(page)
  for (const text of longestFirst) rest = rest.replaceAll(text, "·")
  return [...new Set(rest.match(/\b[a-z']+(?:,? [a-z']+){2,}/gi) ?? [])]
}

/** What users say, and what tools and checks print, stands in events too. */
function ownOf(event: object): string[] {
  const fields = ["request", "answer", "text", "digest", "output", "command", "questions", "title"]
  return fields.flatMap((field) => textsIn(Reflect.get(event, field)))
}

/** All texts of a value, also of values that are kept as JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value, ...textsIn(parsed(value))]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" ? value : undefined
  } catch {
    return undefined
  }
}

function plain(text: string): string {
  return text.replace(/[\s*`#>|-]+/g, " ").trim()
}
