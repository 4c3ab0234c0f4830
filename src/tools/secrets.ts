const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i
const SHORTEST_VALUE = 8
const REDACTED = "[redacted]"
const PLACEHOLDER = /\{\{secret:([^{}]+)\}\}/g

/** Tokens that give themselves away by their form. Bounded, so that no text makes the search slow. */
const TOKEN_SHAPES: readonly RegExp[] = [
  /(?<![\w-])sk-(?=[\w-]*\d)[\w-]{20,}/,
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/,
  /github_pat_\w{22,}/,
  /(?<![A-Za-z0-9])A[KS]IA[0-9A-Z]{16}/,
  /(?<![A-Za-z0-9])xox[abprs]-[\w-]{10,}/,
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  // A block without its end is one that was cut off.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]{0,8000}?-----END [A-Z ]*PRIVATE KEY-----|[\w+/=\s]*)/,
]

/** True for names of variables that commands and models must not see. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** The secrets among environment variables, by name. Leaves out what is a setting rather than a secret: short values, paths, numbers. */
export function collectSecrets(environment: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const secrets = new Map<string, string>()
  for (const name of Object.keys(environment).sort()) {
    const value = environment[name] ?? ""
    if (isSecretName(name) && !/[{}]/.test(name) && isSecretValue(name, value)) secrets.set(name, value)
  }
  return secrets
}

/**
 * Keeps secret values away from models, logs and viewers. `redact` is a fixed point: a text that went through it once
 * never changes again. `resolve` undoes it for known values.
 */
export class Secrets {
  private readonly values: ReadonlyMap<string, string>
  private readonly placeholderOf: ReadonlyMap<string, string>
  private readonly sensitive: RegExp
  private readonly markers: ReadonlySet<string>

  constructor(values: ReadonlyMap<string, string>) {
    const markers = [...values.keys()].map(placeholderFor)
    // A value that a placeholder itself contains (the name of another variable) cannot be told from it and is no secret.
    const known = [...values].filter(([, value]) => ![...markers, REDACTED].some((marker) => marker.includes(value)))
    this.values = new Map(known)
    this.placeholderOf = new Map(known.toReversed().map(([name, value]) => [value, placeholderFor(name)]))
    const longestFirst = [...this.placeholderOf.keys()].sort((a, b) => b.length - a.length)
    const literals = [...markers, REDACTED, ...longestFirst].map(escapePattern)
    this.sensitive = new RegExp([...literals, ...TOKEN_SHAPES.map((shape) => shape.source)].join("|"), "g")
    this.markers = new Set(markers)
  }

  /** Known values become `{{secret:NAME}}`, other well-known tokens `[redacted]`. */
  redact(text: string): string {
    let redacted = text
    // Taking one secret out may lay bare the start of the next, so until nothing changes.
    for (let before: string | undefined; before !== redacted; ) {
      before = redacted
      redacted = before.replace(this.sensitive, (found) => this.markerFor(found))
    }
    return redacted
  }

  /** The same for all texts of a JSON value. */
  redactIn(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value)
    if (Array.isArray(value)) return value.map((item) => this.redactIn(item))
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.redactIn(item)]))
  }

  /** Puts known values back, in a text or in all texts of a JSON value; for use right before a tool executes. */
  resolve<Value>(value: Value): Value
  resolve(value: unknown): unknown {
    if (typeof value === "string") {
      return value.replace(PLACEHOLDER, (found, name: string) => this.values.get(name) ?? found)
    }
    if (Array.isArray(value)) return value.map((item) => this.resolve(item))
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.resolve(item)]))
  }

  private markerFor(found: string): string {
    if (this.markers.has(found)) return found
    return this.placeholderOf.get(found) ?? REDACTED
  }
}

function isSecretValue(name: string, value: string): boolean {
  if (value.length < SHORTEST_VALUE || /^\d{1,15}$/.test(value)) return false
  if (/(PATH|FILE|DIR|HOME|SOCK)$/i.test(name)) return false
  return !/^(\.{0,2}\/(home|users|usr|etc|var|tmp|opt|root|run|private|mnt|srv|dev)\/|~\/|\.{1,2}\/|[a-z]:\\)/i.test(
    value,
  )
}

function placeholderFor(name: string): string {
  return `{{secret:${name}}}`
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
}
