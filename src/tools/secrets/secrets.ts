import { SECRET_SHAPES } from "./secret-shapes.ts"

const REDACTED = "[redacted]"
const PLACEHOLDER = /\{\{secret:([^{}]+)\}\}/g
const MARKER = /\{\{secret:[^{}]+\}\}|\[redacted\]/g

/** What stands in a text where a secret was, in order. */
export function markersIn(text: string): string[] {
  return text.match(MARKER) ?? []
}

/** The variables that the user allowed for single tools, by the tool's name. */
export type SecretGrants = Readonly<Record<string, readonly string[]>>

/**
 * Keeps secret values away from models, logs and viewers. Its redactions are fixed points: a text that went through once never
 * changes again. Nothing undoes them but a grant of the user's.
 */
export class Secrets {
  private readonly values: ReadonlyMap<string, string>
  private readonly grants: SecretGrants
  private readonly placeholderOf: ReadonlyMap<string, string>
  private readonly known: RegExp
  private readonly sensitive: RegExp
  private readonly markers: ReadonlySet<string>

  constructor(values: ReadonlyMap<string, string>, grants: SecretGrants = {}) {
    const markers = [...values.keys()].map(placeholderFor)
    // A value that a placeholder itself contains (the name of another variable) cannot be told from it and is no secret.
    const known = [...values].filter(([, value]) => ![...markers, REDACTED].some((marker) => marker.includes(value)))
    this.values = new Map(known)
    this.grants = grants
    this.placeholderOf = new Map(known.toReversed().map(([name, value]) => [value, placeholderFor(name)]))
    const longestFirst = [...this.placeholderOf.keys()].sort((a, b) => b.length - a.length)
    const literals = [...markers, REDACTED, ...longestFirst].map(escapePattern).join("|")
    this.known = new RegExp(literals, "g")
    this.sensitive = new RegExp(`${literals}|${SECRET_SHAPES}`, "g")
    this.markers = new Set(markers)
  }

  /** Known values become `{{secret:NAME}}`, other well-known tokens `[redacted]`. */
  redact(text: string): string {
    return this.#replaced(text, this.sensitive)
  }

  /** Known values only: for what a model writes itself, where a token is an example and must arrive as it is. */
  redactKnown(text: string): string {
    return this.#replaced(text, this.known)
  }

  /** `redact` for all texts of a JSON value. */
  redactIn(value: unknown): unknown {
    return mapTexts(value, (text) => this.redact(text))
  }

  /** Puts the values in that the user allowed for this tool, in all texts of its arguments; for use right before it executes. */
  fillIn<Value>(tool: string, input: Value): Value
  fillIn(tool: string, input: unknown): unknown {
    const allowed = Object.hasOwn(this.grants, tool) ? (this.grants[tool] ?? []) : []
    if (allowed.length === 0) return input
    return mapTexts(input, (text) =>
      text.replace(PLACEHOLDER, (found, name: string) =>
        allowed.includes(name) ? (this.values.get(name) ?? found) : found,
      ),
    )
  }

  #replaced(text: string, pattern: RegExp): string {
    let redacted = text
    // Taking one secret out may lay bare the start of the next, so until nothing changes.
    for (let before: string | undefined; before !== redacted; ) {
      before = redacted
      redacted = before.replace(pattern, (found) => this.#markerFor(found))
    }
    return redacted
  }

  #markerFor(found: string): string {
    if (this.markers.has(found)) return found
    return this.placeholderOf.get(found) ?? REDACTED
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]))
}

function placeholderFor(name: string): string {
  return `{{secret:${name}}}`
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
}
