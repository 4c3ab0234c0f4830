import { z } from "zod"
import { type LIMITS, type Limit, type LimitName, limitsWith } from "./declared/limits.ts"
import { type CamelCase, camelCase, entriesOf, type NamesWith, type Option } from "./option.ts"
import { type OptionName, RECORDED_OPTIONS, RUN_OPTIONS, type RunOptions } from "./run-options.ts"
import type { Shape, ValueOf } from "./shape.ts"

/* Schemas of what is declared. Types are worked out from the declarations; the code below makes what they promise. */

const Url = z.url({ protocol: /^https?$/, error: "expected an http or https URL" })
/* Made once: a start makes as few schemas as it can. */
const Text = z.string().min(1)
const Count = z.int().min(1)
const DomainName = z.string().regex(/^(\*\.)?[^\s/@*?#\\]+$/, "expected a domain such as example.org or *.example.org")
const VariableName = z.string().regex(/^\w+$/, "expected the name of a variable")

/** The schema of a value. `unknown` for one of its own: whoever asks for it has it. */
export function schemaOf<S extends Shape>(shape: S): z.ZodType<ValueOf<S>> {
  return made(shape) as z.ZodType<ValueOf<S>>
}

function made(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case "choice":
      return z.enum(shape.values)
    case "choices":
      return z.array(z.enum(shape.values)).min(1)
    case "switch":
      return z.boolean()
    case "text":
      return Text
    case "url":
      return Url
    case "count":
      return shape.from === undefined ? Count : z.int().min(shape.from)
    case "time":
      return Count
    case "texts":
      return z.array(Text)
    case "domains":
      return z.union([z.boolean(), z.array(DomainName)])
    case "variables":
      return z.array(VariableName)
    case "named texts":
      return z.record(z.string(), Text)
    case "record":
      return z.record(z.string(), z.unknown())
    case "own":
      return z.unknown()
  }
}

type Own = NamesWith<RunOptions, { readonly shape: { readonly kind: "own" } }>
type Schemas = { readonly [Name in OptionName]?: z.ZodType }

/** A field for each option: what is left out is not said. */
type SaidFields<Name extends OptionName, Given extends Schemas> = {
  -readonly [Each in Name]: z.ZodOptional<
    Given[Each] extends z.ZodType ? Given[Each] : z.ZodType<ValueOf<RunOptions[Each]["shape"]>>
  >
}

/** The fields of what a file or a request may say; the schemas of those that have one of their own are given. */
export function saidFields<Name extends OptionName, Given extends Schemas & Record<Name & Own, z.ZodType>>(
  names: readonly Name[],
  given: Given,
): SaidFields<Name, Given> {
  const fields = names.map((name) => [name, (given[name] ?? schemaOf(RUN_OPTIONS[name].shape)).optional()])
  return Object.fromEntries(fields)
}

type Mcp = NamesWith<RunOptions, { readonly mcp: string }>

/** The fields of what a client over MCP may say. `strategies`: the names of those that there are. */
export function mcpFields(strategies: string): SaidFields<Mcp, Record<never, never>> {
  const fields = entriesOf(RUN_OPTIONS).flatMap(([name, { shape, mcp }]) =>
    mcp === undefined ? [] : [[name, made(shape).optional().describe(mcp.replace("{strategies}", strategies))]],
  )
  return Object.fromEntries(fields)
}

type Recorded = (typeof RECORDED_OPTIONS)[number]

/** Options that are recorded with each run, by the names of the log. */
export type RecordedValues = { -readonly [Name in Recorded]: ValueOf<RunOptions[Name]["shape"]> }

/** The same as the library takes them. */
export type RecordedOptions = {
  readonly [Name in keyof RunOptions as Name extends Recorded ? CamelCase<Name> : never]?: ValueOf<
    RunOptions[Name]["shape"]
  >
}

type RecordedFields = { [Name in Recorded]: z.ZodDefault<z.ZodType<RecordedValues[Name]>> }

/** What the log has of them. Logs from before an option have its default; what they have is not judged anew. */
export function recordedFields(): RecordedFields {
  const fields = RECORDED_OPTIONS.map((name) => {
    const { shape, default: unsaid }: Option = RUN_OPTIONS[name]
    return [name, recorded(shape).default(unsaid as never)]
  })
  return Object.fromEntries(fields)
}

function recorded(shape: Shape): z.ZodType {
  if (shape.kind === "texts") return z.array(z.string())
  return shape.kind === "domains" ? z.union([z.boolean(), z.array(z.string())]) : made(shape)
}

/** What was said of them, and the default of the rest. */
export function recordedValues(said: RecordedOptions): RecordedValues {
  const values = RECORDED_OPTIONS.map((name) => [name, saidOf(said, name) ?? RUN_OPTIONS[name].default])
  return structuredClone(Object.fromEntries(values))
}

/** Those of them that a config has. */
export function recordedIn(said: RecordedOptions): RecordedOptions {
  return Object.fromEntries(RECORDED_OPTIONS.map((name) => [camelCase(name), saidOf(said, name)]))
}

function saidOf(said: RecordedOptions, name: Recorded): unknown {
  return said[camelCase(name) as keyof RecordedOptions]
}

type LimitValue<Name extends LimitName> = (typeof LIMITS)[Name]["default"]

/** A field for each limit. */
export function limitFields(): { [Name in LimitName]: z.ZodDefault<z.ZodType<LimitValue<Name>>> } {
  return eachLimit((limit) => limitSchema(limit).default(limit.default as never))
}

/** A field that may be left out, but is never `undefined`; zod has a name for it in its newer versions only. */
type LeftOut<Value> = z.ZodType<
  Value,
  unknown,
  z.core.$ZodTypeInternals<Value, unknown> & { optin: "optional"; optout: "optional" }
>

/** The same without defaults, so that what was not said stays unsaid. */
export function saidLimitFields(): { [Name in LimitName]: LeftOut<LimitValue<Name>> } {
  return eachLimit((limit) => limitSchema(limit).optional())
}

function eachLimit<Fields>(field: (limit: Limit) => z.ZodType): Fields {
  return Object.fromEntries(limitsWith(() => true).map(([name, limit]) => [name, field(limit)])) as Fields
}

const limitSchemas = new Map<Limit, z.ZodType>()

function limitSchema(limit: Limit): z.ZodType {
  const schema = limitSchemas.get(limit) ?? madeLimit(limit)
  limitSchemas.set(limit, schema)
  return schema
}

function madeLimit({ isWhole, from, to, isOpen }: Limit): z.ZodType {
  const number = isWhole ? z.int() : z.number()
  const least = from === undefined ? number.positive() : number.min(from)
  const bounded = to === undefined ? least : least.max(to)
  return isOpen ? bounded.nullable() : bounded
}
