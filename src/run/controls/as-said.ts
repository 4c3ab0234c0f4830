import { isDeepStrictEqual } from "node:util"
import { z } from "zod"

/** A control's value as the model may have written it: without the fields that only the schema filled in. */
export function asSaid(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] }
  switch (def.type) {
    case "default":
    case "catch":
    case "optional":
      return asSaid(def.innerType, value)
    case "pipe":
      return asSaid(def.in, value)
    case "array":
      return Array.isArray(value) ? value.map((item) => asSaid(def.element, item)) : value
    case "union":
      return asSaid(def.options.find((option) => fits(option, value)) ?? z.unknown(), value)
    case "object":
      return typeof value === "object" && value !== null ? fieldsSaid(def.shape, value) : value
    default:
      return value
  }
}

function fieldsSaid(shape: z.core.$ZodShape, value: object): object {
  const said = Object.entries(value).flatMap(([name, field]) => {
    const schema = shape[name]
    if (!schema) return [[name, field]]
    return isFilledIn(schema, field) ? [] : [[name, asSaid(schema, field)]]
  })
  return Object.fromEntries(said)
}

function isFilledIn(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] }
  if (def.type === "catch" || def.type === "optional") return isFilledIn(def.innerType, value)
  return def.type === "default" && isDeepStrictEqual(value, def.defaultValue)
}

/** Which of several the value is of, by what each of them holds fixed. */
function fits(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = schema._zod as { def: z.core.$ZodTypes["_zod"]["def"] }
  if (def.type !== "object" || typeof value !== "object" || value === null) return false
  return Object.entries(def.shape).every(([name, field]) => {
    const known = (field._zod as { def: z.core.$ZodTypes["_zod"]["def"] }).def
    return known.type !== "literal" || known.values.includes((value as Record<string, never>)[name])
  })
}
