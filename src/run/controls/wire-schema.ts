import { z } from "zod"
import type { JsonSchema } from "../../model/seam/model.ts"
import { callList } from "./call-list.ts"

/** Metadata of an optional field that is accepted where a model sends it, and not worth its tokens in every prompt. */
export const OFF_WIRE = "off_wire"

type Node = Record<string, unknown>

/** Metadata of an optional field that is asked for only where its control stands alone. */
export const IF_ALONE = "if_alone"

/** Metadata with bounds that hold only for a decoder that keeps them: what is beyond them is taken all the same. */
export const FOR_DECODER = "for_decoder"

/** Metadata of a call or a field that later messages explain where they call for it: until then its name does, or not even that. */
export const TOLD_BY_RESULTS = "told_by_results"

/**
 * Who reads a schema: a model, for whom each word costs; one that is shown it as a part of an envelope, where calls are a list or, for
 * a model that needs each tool's own form, variants; or a decoder, which shows it to nobody and keeps to it.
 */
type Reader = "model" | "envelope" | "variants" | "decoder"

/** Tools and controls are the same from run to run. */
const wired = new WeakMap<z.ZodType, JsonSchema>()

/** JSON Schema of what the model has to send, without the parts that cost tokens and tell it nothing. */
export function wireSchema(input: z.ZodType): JsonSchema {
  const known = wired.get(input)
  if (known) return known
  const schema = slim(jsonSchema(input), "model") as JsonSchema
  wired.set(input, schema)
  return schema
}

/** The same for parts that stand beside each other: what another one says is not asked for, and a field's meaning is told once. */
export function envelopeSchema(input: z.ZodType, reader: "envelope" | "variants" = "envelope"): JsonSchema {
  return toldOnce(slim(jsonSchema(input), reader), new Set()) as JsonSchema
}

/** The same for a decoder: every bound, each variant of a union whole, and no words. */
export function decoderSchema(input: z.ZodType): JsonSchema {
  return slim(jsonSchema(input), "decoder") as JsonSchema
}

function jsonSchema(input: z.ZodType): unknown {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" })
}

function slim(value: unknown, reader: Reader): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, reader))
  if (!isNode(value)) return value
  const { oneOf, [FOR_DECODER]: bounds, [IF_ALONE]: _alone, [TOLD_BY_RESULTS]: _later, ...rest } = value
  if (Array.isArray(oneOf)) return union(oneOf, rest, reader)
  const node = reader === "decoder" && isNode(bounds) ? { ...rest, ...bounds } : rest
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, child]) => {
      if (isNoise(key, child) || isOnlyFor(reader, key, child) || (key === "type" && "const" in node)) return []
      return [[key, key === "properties" ? slimEach(child as Node, reader) : slim(child, reader)]]
    }),
  )
}

function union(variants: readonly unknown[], rest: Node, reader: Reader): unknown {
  const calls = () =>
    variants.map((variant) => ({
      shape: slim(variant, reader),
      isTold: isNode(variant) && variant[TOLD_BY_RESULTS] !== true,
    }))
  const list = reader === "envelope" ? callList(calls()) : undefined
  if (list) return { ...rest, ...list }
  return slim({ ...rest, ...(reader === "decoder" ? { anyOf: variants } : hoisted(variants)) }, reader)
}

/** Names of properties are the model's words, never keywords. */
function slimEach(properties: Node, reader: Reader): Node {
  const isEnvelope = reader === "envelope" || reader === "variants"
  const isLater = (child: Node) => reader === "envelope" && child[TOLD_BY_RESULTS] === true
  const isLeftOut = (child: Node) =>
    isLater(child) || child[OFF_WIRE] === true || (isEnvelope && child[IF_ALONE] === true)
  const shown = Object.entries(properties).filter(([, child]) => !(isNode(child) && isLeftOut(child)))
  return Object.fromEntries(shown.map(([name, child]) => [name, slim(child, reader)]))
}

/** Fields of one name and one meaning: the first one says it. */
function toldOnce(value: unknown, told: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => toldOnce(item, told))
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === "properties" ? fieldsToldOnce(child as Node, told) : toldOnce(child, told),
    ]),
  )
}

function fieldsToldOnce(properties: Node, told: Set<string>): Node {
  const entries = Object.entries(properties).map(([name, child]) => {
    const { description, ...field } = child as Node
    const meaning = JSON.stringify([name, description])
    const isKnown = description === undefined || told.has(meaning)
    told.add(meaning)
    return [name, toldOnce(isKnown ? field : child, told)]
  })
  return Object.fromEntries(entries)
}

/** What all variants of a union share is said once, above them; each keeps only what is its own. */
function hoisted(variants: readonly unknown[]): Node {
  const nodes = variants.filter(isNode)
  const [first] = nodes
  if (!first || nodes.length < 2 || !nodes.every((node) => node.type === "object")) return { anyOf: variants }
  const all = nodes.map((node) => node.properties as Node)
  const shared = { ...sharedEntries(first.properties as Node, all), ...sharedObjects(first.properties as Node, all) }
  const isRequiredAlike = nodes.every((node) => same(node.required, first.required))
  return {
    type: "object",
    properties: shared,
    ...(isRequiredAlike ? { required: first.required } : {}),
    anyOf: nodes.map((node) => ownPart(node, shared, isRequiredAlike)),
  }
}

function ownPart(
  { type: _type, additionalProperties: _closed, ...node }: Node,
  shared: Node,
  dropRequired: boolean,
): Node {
  const own = Object.entries(node.properties as Node).flatMap(([name, child]): [string, unknown][] => {
    if (!(name in shared)) return [[name, child]]
    return same(child, shared[name]) ? [] : [[name, withoutType(child as Node)]]
  })
  const { required, ...rest } = node
  return { ...rest, properties: Object.fromEntries(own), ...(dropRequired ? {} : { required }) }
}

function sharedEntries(first: Node, all: readonly Node[]): Node {
  return Object.fromEntries(
    Object.entries(first).filter(([name, child]) => all.every((node) => same(node[name], child))),
  )
}

/** Properties that are an object in each variant, of whatever shape. */
function sharedObjects(first: Node, all: readonly Node[]): Node {
  const names = Object.keys(first).filter(
    (name) =>
      !all.every((node) => same(node[name], first[name])) &&
      all.every((node) => isNode(node[name]) && node[name].type === "object" && isNode(node[name].properties)),
  )
  return Object.fromEntries(names.map((name) => [name, { type: "object" }]))
}

function withoutType({ type: _type, ...rest }: Node): Node {
  return rest
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** What every reader assumes anyway. */
function isNoise(key: string, child: unknown): boolean {
  switch (key) {
    case "$schema":
    case "default":
    case "propertyNames":
      return true
    case "additionalProperties":
      return child === false || (isNode(child) && Object.keys(child).length === 0)
    case "minimum":
    case "maximum":
      return Math.abs(child as number) === Number.MAX_SAFE_INTEGER
    default:
      return false
  }
}

/** Words are for the model. That a text is not empty and a list has something in it goes without saying, but not for a decoder. */
function isOnlyFor(reader: Reader, key: string, child: unknown): boolean {
  if (reader === "decoder") return key === "description"
  const isLeast = key === "minLength" || key === "minItems" || key === "minimum"
  return isLeast && (child === 1 || (key === "minimum" && child === 0))
}
