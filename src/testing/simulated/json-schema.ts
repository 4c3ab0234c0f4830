import type { JsonSchema } from "../../model/seam/model.ts"

/** A schema's properties by name. */
export function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
}

export function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name)
}

/** What a schema of several is most likely to want: the first that is not `null`. */
export function firstOf(schema: JsonSchema): JsonSchema {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  return choices?.find(({ type }) => type !== "null") ?? schema
}

/** The names that an item of a list may have, over all of its variants. */
export function itemNames(schema: JsonSchema): string[] {
  const item = (schema.items ?? {}) as JsonSchema
  const variants = [item, ...((item.anyOf ?? item.oneOf ?? []) as JsonSchema[])]
  return variants.flatMap((variant) => propertiesOf(variant).map(([name]) => name))
}

export function mostItems(schema: JsonSchema): number {
  return typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY
}
