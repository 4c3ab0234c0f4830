import type { JsonSchema } from "../../model/seam/model.ts"

/** An answer of this shape, with what has to be there and nothing else: for models that follow an example better than a description. */
export function exampleOf(schema: JsonSchema): unknown {
  const [variant] = [schema.anyOf, schema.oneOf].flatMap((variants) => (Array.isArray(variants) ? variants : []))
  if (variant) return exampleOf(variant)
  if ("const" in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch (schema.type) {
    case "object":
      return objectOf(schema)
    case "array":
      return schema.minItems === 0 || !isSchema(schema.items) ? [] : [exampleOf(schema.items)]
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? Math.max(1, schema.minimum) : 1
    case "boolean":
      return true
    default:
      return "…"
  }
}

function objectOf({ properties, required }: JsonSchema): object {
  const due: readonly unknown[] = Array.isArray(required) ? required : []
  const known = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  return Object.fromEntries(known.flatMap(([name, child]) => (due.includes(name) ? [[name, exampleOf(child)]] : [])))
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
