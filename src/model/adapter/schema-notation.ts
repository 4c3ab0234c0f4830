import type { JsonSchema } from "../seam/model.ts"

/**
 * A schema in the manner of TypeScript, for a model to whom no server shows it: every name, bound and meaning is there, in
 * about half of the tokens. What has no such form stands there as JSON.
 */
export function notation(schema: JsonSchema, indent = ""): string {
  if ("const" in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  const variants = nodesIn(schema.anyOf ?? schema.oneOf)
  if (variants.length > 0) return union(schema, variants, indent)
  if (isNode(schema.properties)) return braces(fieldsOf(schema), indent)
  if (schema.type === "array") return list(schema, indent)
  if (schema.type === "object")
    return isNode(schema.additionalProperties) ? map(schema.additionalProperties, indent) : "object"
  return typeof schema.type === "string" ? schema.type : JSON.stringify(schema)
}

/** What is to be known of a value besides its form, in a comment. */
export function remark({ description, ...schema }: JsonSchema): string {
  const said = [...boundsOf(schema), ...(typeof description === "string" && description !== "" ? [description] : [])]
  return said.length === 0 ? "" : ` // ${said.join("; ").replaceAll("\n", "\\n")}`
}

/** The same on one line, in as few words as it takes: a field without a type is a string, and a meaning stands in brackets. */
export function shortNotation(schema: JsonSchema): string {
  if ("const" in schema) return String(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(" | ")
  const variants = nodesIn(schema.anyOf ?? schema.oneOf)
  if (variants.length > 0) return variants.map(shortNotation).join(" | ")
  if (isNode(schema.properties)) return `{${fieldsOf(schema).map(shortField).join(", ")}}`
  if (schema.type === "array") return `${isNode(schema.items) ? shortItem(schema.items) : "any"}[]`
  if (schema.type === "object")
    return isNode(schema.additionalProperties) ? `{[name]: ${shortNotation(schema.additionalProperties)}}` : "object"
  return typeof schema.type === "string" ? schema.type : "any"
}

function shortItem(items: JsonSchema): string {
  const shown = shortNotation(items)
  return shown.includes(" | ") && !shown.startsWith("{") ? `(${shown})` : shown
}

function shortField({ name, isRequired, schema }: Field): string {
  const { description } = schema
  const said = [...boundsOf(schema), ...(typeof description === "string" && description !== "" ? [description] : [])]
  const form = shortNotation(schema)
  return [
    `${name}${isRequired ? "" : "?"}`,
    ...(form === "string" ? [] : [`: ${form}`]),
    ...(said.length === 0 ? [] : [` (${said.join("; ").replace(/\s+/g, " ")})`]),
  ].join("")
}

type Field = { readonly name: string; readonly isRequired: boolean; readonly schema: JsonSchema }

function fieldsOf(schema: JsonSchema): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, child]) => ({
    name,
    isRequired: required.includes(name),
    schema: child,
  }))
}

function braces(fields: readonly Field[], indent: string, about = ""): string {
  const inner = `${indent} `
  return [`{${about}`, ...fields.map((field) => line(field, inner)), `${indent}}`].join("\n")
}

/** The remark stands behind what opens a value of several lines, else behind the value. */
function line({ name, isRequired, schema }: Field, indent: string): string {
  const [first = "", ...rest] = notation(schema, indent).split("\n")
  const head = `${indent}${PLAIN_NAME.test(name) ? name : JSON.stringify(name)}${isRequired ? "" : "?"}: ${first}${remark(schema)}`
  return [head, ...rest].join("\n")
}

const PLAIN_NAME = /^[\w-]+$/

function list({ items }: JsonSchema, indent: string): string {
  if (!isNode(items)) return "[any, …]"
  const inner = notation(items, `${indent} `)
  if (!inner.includes("\n")) return `[${inner}, …]`
  return `[\n${indent} ${inner}, …\n${indent}]`
}

function map(values: JsonSchema, indent: string): string {
  return `{ [name]: ${Object.keys(values).length === 0 ? "any" : notation(values, indent)} }`
}

/** What all variants share stands once, behind them. */
function union(schema: JsonSchema, variants: readonly JsonSchema[], indent: string): string {
  const whole = variants.map((variant) => withRequired(schema, variant))
  if (!whole.some(({ properties }) => isNode(properties)))
    return variants.map((variant) => notation(variant, indent)).join(" | ")
  const shown = whole.map((variant) =>
    isNode(variant.properties) ? braces(fieldsOf(variant), indent, remark(variant)) : notation(variant, indent),
  )
  const own = new Set(whole.flatMap(({ properties }) => (isNode(properties) ? Object.keys(properties) : [])))
  const shared = fieldsOf(schema).filter(({ name }) => !own.has(name))
  if (shared.length === 0) return shown.join(" | ")
  return `(${shown.join(" | ")}) & ${braces(shared, indent, " // in each of these")}`
}

/** What a union requires as a whole it requires of each variant. */
function withRequired({ required }: JsonSchema, variant: JsonSchema): JsonSchema {
  return variant.required === undefined && required !== undefined ? { ...variant, required } : variant
}

function boundsOf(schema: JsonSchema): string[] {
  return [
    ...range(schema.minimum, schema.maximum, ""),
    ...range(schema.minItems, schema.maxItems, " items"),
    ...range(schema.minLength, schema.maxLength, " characters"),
    ...(typeof schema.pattern === "string" ? [`fits /${schema.pattern}/`] : []),
  ]
}

function range(least: unknown, most: unknown, of: string): string[] {
  if (typeof least === "number" && typeof most === "number") return [`${least} to ${most}${of}`]
  if (typeof least === "number") return [`at least ${least}${of}`]
  return typeof most === "number" ? [`at most ${most}${of}`] : []
}

function nodesIn(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
