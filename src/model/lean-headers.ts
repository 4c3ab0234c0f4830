type HeadersGiven = NonNullable<RequestInit["headers"]>

/** `Headers` without the rest of `fetch`, see plain-http.ts. Names and values are checked where they are sent. */
export class LeanHeaders implements Headers {
  readonly #values = new Map<string, string[]>()

  constructor(given: HeadersGiven = {}) {
    for (const [name, value] of pairsOf(given)) this.append(name, value)
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase()
    this.#values.set(key, [...(this.#values.get(key) ?? []), String(value)])
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), [String(value)])
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase())?.join(", ") ?? null
  }

  getSetCookie(): string[] {
    return this.#values.get("set-cookie") ?? []
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }

  forEach(told: (value: string, name: string, all: Headers) => void): void {
    for (const [name, value] of this) told(value, name, this)
  }

  *entries(): Generator<[string, string], undefined> {
    for (const [name, values] of this.#values) yield [name, values.join(", ")]
  }

  *keys(): Generator<string, undefined> {
    yield* this.#values.keys()
  }

  *values(): Generator<string, undefined> {
    for (const [, value] of this) yield value
  }

  [Symbol.iterator](): Generator<[string, string], undefined> {
    return this.entries()
  }
}

function pairsOf(given: HeadersGiven): Iterable<readonly [string, string]> {
  if (Symbol.iterator in given) return given as Iterable<readonly [string, string]>
  return Object.entries(given as Record<string, string | undefined>).filter(isSaid)
}

function isSaid(pair: readonly [string, string | undefined]): pair is [string, string] {
  return pair[1] !== undefined
}
