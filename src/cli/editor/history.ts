import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { parseJson } from "../../text/parse-json.ts"

/** So many entries are kept; the file is written anew when it has twice as many. */
const MOST = 500

/** What was typed, over all conversations of this user. A file that can't be used only means that nothing is remembered. */
export class History {
  readonly #path: string | undefined
  readonly #cleaned: (text: string) => string
  #entries: readonly string[]

  /** `cleaned` takes secrets out of what is written. Without a path it lasts as long as the process. */
  constructor(path: string | undefined, cleaned: (text: string) => string) {
    this.#path = path
    this.#cleaned = cleaned
    this.#entries = path === undefined ? [] : read(path)
  }

  /** Oldest first. */
  get entries(): readonly string[] {
    return this.#entries
  }

  add(text: string): void {
    const entry = this.#cleaned(text)
    if (entry.trim() === "" || entry === this.#entries.at(-1)) return
    const isLong = this.#entries.length >= 2 * MOST
    this.#entries = isLong ? [...this.#entries.slice(-MOST), entry] : [...this.#entries, entry]
    if (this.#path === undefined) return
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      if (isLong) writeFileSync(this.#path, this.#entries.map(line).join(""), { mode: 0o600 })
      else appendFileSync(this.#path, line(entry), { mode: 0o600 })
      chmodSync(this.#path, 0o600)
    } catch {
      // It is remembered as long as this conversation lasts.
    }
  }
}

function line(entry: string): string {
  return `${JSON.stringify(entry)}\n`
}

function read(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").flatMap(entryIn)
  } catch {
    return []
  }
}

function entryIn(text: string): string[] {
  const entry = parseJson(text)
  return entry.ok && typeof entry.value === "string" ? [entry.value] : []
}
