type HeadersGiven = NonNullable<RequestInit["headers"]>

/** `Headers` without the rest of `fetch`, see plain-http.ts. Names and values are checked where they are sent. */
export class LeanHeaders implements Headers {
  readonly #values = new Map<string, string>()
  readonly #cookies: string[] = []

  constructor(given: HeadersGiven = {}) {
    for (const [name, value] of pairsOf(given)) this.append(name, value)
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase()
    const known = this.#values.get(key)
    this.#values.set(key, known === undefined ? String(value) : `${known}, ${value}`)
    if (key === COOKIE) this.#cookies.push(String(value))
  }

  set(name: string, value: string): void {
    this.delete(name)
    this.append(name, value)
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  getSetCookie(): string[] {
    return [...this.#cookies]
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  delete(name: string): void {
    const key = name.toLowerCase()
    this.#values.delete(key)
    if (key === COOKIE) this.#cookies.length = 0
  }

  forEach(told: (value: string, name: string, all: Headers) => void): void {
    for (const [name, value] of this) told(value, name, this)
  }

  entries(): MapIterator<[string, string]> {
    return this.#values.entries()
  }

  keys(): MapIterator<string> {
    return this.#values.keys()
  }

  values(): MapIterator<string> {
    return this.#values.values()
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }
}

/** The one header whose values can't be joined. */
const COOKIE = "set-cookie"

function pairsOf(given: HeadersGiven): Iterable<readonly [string, string]> {
  if (Symbol.iterator in given) return given as Iterable<readonly [string, string]>
  return Object.entries(given as Record<string, string | undefined>).filter(isSaid)
}

function isSaid(pair: readonly [string, string | undefined]): pair is [string, string] {
  return pair[1] !== undefined
}
