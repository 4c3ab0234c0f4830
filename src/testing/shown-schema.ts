import type { JsonSchema } from "../../src/model/seam/model.ts"

/**
 * The schema of what a prompt without tools asks for, read back from its words: from the guide in its beginning, for the name in its last
 * message. A model that answers by it knows nothing that it was not shown; `undefined` where nothing is asked for or named.
 */
export function shownSchema(texts: readonly string[]): JsonSchema | undefined {
  const name = texts.at(-1)?.match(/\bone JSON object for (\w+)/)?.[1]
  const all = texts.join("\n")
  const start = name === undefined ? -1 : all.search(new RegExp(`^${name}: .*\\n`, "m"))
  if (name === undefined || start < 0) return undefined
  const shown = readNotation(all.slice(all.indexOf("\n", start)))
  const isPart = all.includes('{"NAME": {…}}')
  return isPart ? { type: "object", properties: { [name]: shown }, required: [name] } : shown
}

const TOKENS = /\/\/[^\n]*|"(?:[^"\\]|\\.)*"|[{}[\]()|&?:,…]|[^\s{}[\]()|&?:,…"]+/g

/** Reads what `notation` writes; bounds and meanings stand in comments, which are for readers of words. */
export function readNotation(text: string): JsonSchema {
  return new NotationReader(text).value()
}

class NotationReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = (text.match(TOKENS) ?? []).filter((token) => !token.startsWith("//"))
  }

  value(): JsonSchema {
    const variants = [this.#one()]
    while (this.#skip("|")) variants.push(this.#one())
    const union = oneOf(variants)
    return this.#skip("&") ? { ...union, ...this.#one() } : union
  }

  #one(): JsonSchema {
    const token = this.#tokens[this.#at++] ?? ""
    if (token === "{") return this.#fields()
    if (token === "[") return this.#list()
    if (token === "(") return this.#until(")")
    if (token.startsWith('"')) return { const: JSON.parse(token) }
    return token === "any" ? {} : { type: token }
  }

  #fields(): JsonSchema {
    if (this.#skip("[")) return this.#map()
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    while (this.#at < this.#tokens.length && !this.#skip("}")) {
      const name = this.#name()
      if (!this.#skip("?")) required.push(name)
      this.#skip(":")
      properties[name] = this.value()
      this.#skip(",")
    }
    return { type: "object", properties, required }
  }

  /** Fields of any name. */
  #map(): JsonSchema {
    for (const token of ["name", "]", ":"]) this.#skip(token)
    const additionalProperties = this.value()
    this.#skip("}")
    return { type: "object", additionalProperties }
  }

  #name(): string {
    const token = this.#tokens[this.#at++] ?? ""
    return token.startsWith('"') ? JSON.parse(token) : token
  }

  #list(): JsonSchema {
    const items = this.value()
    for (const token of [",", "…", "]"]) this.#skip(token)
    return { type: "array", items }
  }

  #until(end: string): JsonSchema {
    const value = this.value()
    this.#skip(end)
    return value
  }

  #skip(token: string): boolean {
    const isThere = this.#tokens[this.#at] === token
    if (isThere) this.#at++
    return isThere
  }
}

function oneOf(variants: readonly JsonSchema[]): JsonSchema {
  const [only, ...more] = variants
  if (only && more.length === 0) return only
  const isEnum = variants.every((variant) => "const" in variant)
  return isEnum ? { type: "string", enum: variants.map((variant) => variant.const) } : { anyOf: variants }
}
