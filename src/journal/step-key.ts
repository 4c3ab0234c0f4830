/** Whether a value read from a log is what the code takes it for. */
export type Guard<T> = (value: unknown) => value is T

/** Where a step is recorded, what it was asked for, and what its value is like: so that a log is checked when it is read. */
export type StepKey<T> = { readonly key: string; readonly digest: string; readonly is: Guard<T> }

type Kind = "string" | "number" | "boolean" | "object" | "list"

/** By the fields that are used and no further: a log may lack what came later. */
export function hasFields<T extends object>(fields: { readonly [Name in keyof NoInfer<T>]?: Kind }): Guard<T> {
  const wanted = Object.entries<Kind | undefined>(fields)
  return (value): value is T =>
    isObject(value) && wanted.every(([name, kind]) => kindOf((value as Record<string, unknown>)[name]) === kind)
}

export function isListOf<T>(is: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(is)
}

export const isBoolean: Guard<boolean> = (value) => typeof value === "boolean"
export const isText: Guard<string> = (value) => typeof value === "string"

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value
}
