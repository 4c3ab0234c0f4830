/** A table of TOML, as far as task files use it. */
export type Toml = { readonly [name: string]: unknown }

/**
 * Reads what task files are written in: tables, lists of tables, texts, numbers, truth values, lists and tables in a line. Throws
 * `SyntaxError` with the line for anything else, dates among it: to guess would be worse.
 */
export function readToml(text: string): Toml {
  const root: Record<string, unknown> = {}
  let table = root
  for (const { line, at } of statements(text)) {
    const list = /^\[\[([^\]]+)\]\]$/.exec(line)
    const head = list ?? /^\[([^\]]+)\]$/.exec(line)
    if (head) table = tableAt(root, namesOf(head[1] ?? ""), list !== null)
    else setValue(table, line, at)
  }
  return root
}

function setValue(table: Record<string, unknown>, line: string, at: number): void {
  const [, name, value = ""] = ASSIGNMENT.exec(line) ?? []
  if (name === undefined) throw new SyntaxError(`line ${at} is not understood`)
  const names = namesOf(name)
  tableAt(table, names.slice(0, -1), false)[names.at(-1) ?? ""] = new Reader(value, at).whole()
}

const ASSIGNMENT = /^([\w.-]+|"[^"]+")\s*=\s*([\s\S]*)$/

/** Heads of tables and assignments, each with the line that it begins in; a value may go over several lines. */
function* statements(text: string): Generator<{ readonly line: string; readonly at: number }> {
  const lines = text.split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const at = index + 1
    let line = uncommented(lines[index] ?? "").trim()
    const isOpen = () => {
      const value = ASSIGNMENT.exec(line)?.[2]
      return value !== undefined && !isWhole(value) && index + 1 < lines.length
    }
    while (isOpen()) line += `\n${line.includes('"""') ? lines[++index] : uncommented(lines[++index] ?? "")}`
    if (line !== "") yield { line, at }
  }
}

function namesOf(path: string): string[] {
  return [...path.matchAll(/"([^"]*)"|([^."\s]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")
}

function tableAt(root: Record<string, unknown>, names: readonly string[], isList: boolean): Record<string, unknown> {
  let table = root
  for (const [index, name] of names.entries()) {
    const isNew = isList && index === names.length - 1
    const known = table[name]
    const next = isNew || known === undefined ? {} : Array.isArray(known) ? known.at(-1) : known
    if (isNew) table[name] = [...(Array.isArray(known) ? known : []), next]
    else if (known === undefined) table[name] = next
    table = next as Record<string, unknown>
  }
  return table
}

/** Without what stands behind a `#` outside of texts. */
function uncommented(line: string): string {
  const found = /^(?:[^#"']|"(?:[^"\\]|\\.)*"|'[^']*')*/.exec(line)?.[0] ?? line
  return line[found.length] === "#" ? found : line
}

/** Lists and long texts go over several lines. */
function isWhole(value: string): boolean {
  if (value.startsWith('"""')) return value.length >= 6 && value.trimEnd().endsWith('"""')
  const bare = value.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "")
  return [..."[{"].every((open, index) => bare.split(open).length === bare.split("]}"[index] ?? "").length)
}

/** Reads one value after the other. */
class Reader {
  #rest: string
  readonly #line: number

  constructor(text: string, line: number) {
    this.#rest = text.trim()
    this.#line = line
  }

  whole(): unknown {
    const value = this.#value()
    if (this.#rest.trim() !== "") throw this.#fault()
    return value
  }

  #value(): unknown {
    const long = this.#take(/^"""\n?([\s\S]*?)"""/)
    if (long) return long[1] ?? ""
    const text = this.#take(/^"(?:[^"\\]|\\.)*"/)
    if (text) return JSON.parse(text[0])
    const plain = this.#take(/^'([^']*)'/) ?? undefined
    if (plain) return plain[1] ?? ""
    const truth = this.#take(/^(?:true|false)\b/)
    if (truth) return truth[0] === "true"
    if (this.#take(/^\[/)) return this.#list()
    if (this.#take(/^\{/)) return this.#inline()
    const number = this.#take(/^[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w:-])/)
    if (number) return Number(number[0].replaceAll("_", ""))
    throw this.#fault()
  }

  #list(): unknown[] {
    const values: unknown[] = []
    while (!this.#take(/^\]/)) {
      values.push(this.#value())
      if (!this.#take(/^,/) && !/^\s*\]/.test(this.#rest)) throw this.#fault()
    }
    return values
  }

  #inline(): Toml {
    const table: Record<string, unknown> = {}
    while (!this.#take(/^\}/)) {
      const name = this.#take(/^([\w-]+)\s*=/)?.[1]
      if (name === undefined) throw this.#fault()
      table[name] = this.#value()
      if (!this.#take(/^,/) && !/^\s*\}/.test(this.#rest)) throw this.#fault()
    }
    return table
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    this.#rest = this.#rest.trimStart()
    const found = pattern.exec(this.#rest)
    if (found) this.#rest = this.#rest.slice(found[0].length)
    return found
  }

  #fault(): SyntaxError {
    return new SyntaxError(`line ${this.#line} is not understood`)
  }
}
