import type { z } from "zod"
import { parseJson } from "../../text/parse-json.ts"

/** Stands in a task's arguments for the result of an earlier task, or for a part of it. */
export type Reference = {
  readonly $from: number
  /** Where in the result, if that is JSON: `a.b[0]`. */
  readonly path?: string
  /** Which lines of it, from 1: `10-20`. */
  readonly lines?: string
}

/** What a task came to, as far as others may use it. */
export type ResultSource = { readonly status: string; readonly text: string }

/** `readings`: the arguments with the values as they are, then with what is no text written out as JSON. */
export type Resolved =
  | { readonly ok: true; readonly readings: readonly Record<string, unknown>[] }
  | { readonly ok: false; readonly reason: string }

type Arguments = Readonly<Record<string, unknown>>
type Path = readonly PropertyKey[]

/** Only this very shape: arguments that happen to have a field `$from` among others are data. */
export function isReference(value: unknown): value is Reference {
  if (typeof value !== "object" || value === null || !("$from" in value)) return false
  const { $from, path, lines, ...rest } = value as Record<string, unknown>
  const isText = (part: unknown) => part === undefined || typeof part === "string"
  return Number.isInteger($from) && isText(path) && isText(lines) && Object.keys(rest).length === 0
}

/** The tasks that these arguments take something from, each once. */
export function referencesIn(input: unknown): number[] {
  return [...new Set(places(input).map(({ reference }) => reference.$from))]
}

/** The same arguments with every reference replaced. */
export function replaceReferences(
  input: Arguments,
  replace: (reference: Reference) => unknown,
): Record<string, unknown> {
  const walk = (value: unknown): unknown => {
    if (isReference(value)) return replace(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, walk(child)]))
  }
  return walk(input) as Record<string, unknown>
}

/** Puts results in the place of references, or says why a task can't have what it asks for. */
export function resolveReferences(input: Arguments, sourceOf: (id: number) => ResultSource | undefined): Resolved {
  const read = (reference: Reference) => take(reference, sourceOf(reference.$from))
  try {
    const readings = [replaceReferences(input, read), replaceReferences(input, (reference) => asText(read(reference)))]
    return { ok: true, readings }
  } catch (error) {
    if (error instanceof NothingThere) return { ok: false, reason: error.message }
    throw error
  }
}

/** What is wrong with planned arguments; what stands in the place of a reference is checked when it is known. */
export function argumentIssues(input: unknown, schema: z.ZodType): z.core.$ZodIssue[] {
  const found = places(input).map(({ path }) => path)
  const issues = schema.safeParse(input).error?.issues ?? []
  return issues.filter(({ code, path }) => {
    const isInside = found.some((place) => startsWith(path, place))
    const isAround = code === "invalid_union" && found.some((place) => startsWith(place, path))
    return !isInside && !isAround
  })
}

function places(value: unknown, path: Path = []): { readonly reference: Reference; readonly path: Path }[] {
  if (isReference(value)) return [{ reference: value, path }]
  if (typeof value !== "object" || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, child]) => places(child, [...path, isList ? Number(name) : name]))
}

function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((part, index) => part === path[index])
}

class NothingThere extends Error {}

function take({ $from, path, lines }: Reference, source: ResultSource | undefined): unknown {
  if (!source) throw new NothingThere(`task ${$from}, whose result it uses, has not run`)
  if (source.status !== "done") throw new NothingThere(`task ${$from}, whose result it uses, did not succeed`)
  const text = lines === undefined ? source.text : pickLines($from, source.text, lines)
  return path === undefined || path === "" ? text : pickPath($from, text, path)
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2)
}

function pickLines(id: number, text: string, wanted: string): string {
  const [, first = "", dash, last] = wanted.trim().match(/^(\d+)\s*(?:([-–])\s*(\d+)?)?$/) ?? []
  const lines = text.split("\n")
  const end = dash ? Number(last ?? lines.length) : Number(first)
  const picked = first === "" ? [] : lines.slice(Math.max(0, Number(first) - 1), end)
  if (picked.length === 0) {
    throw new NothingThere(`the result of task ${id} has no lines "${wanted}": it has lines 1-${lines.length}`)
  }
  return picked.join("\n")
}

function pickPath(id: number, text: string, path: string): unknown {
  const steps = path.replace(/^\$\.?/, "").match(/[^.[\]"']+/g) ?? []
  let value = parsed(id, text, path)
  for (const step of steps) value = ownField(value, step)
  if (value === undefined) throw new NothingThere(`the result of task ${id} has nothing at "${path}"`)
  return value
}

function parsed(id: number, text: string, path: string): unknown {
  const result = parseJson(text)
  if (result.ok) return result.value
  throw new NothingThere(`the result of task ${id} is not JSON, so there is nothing at "${path}"`)
}

function ownField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
