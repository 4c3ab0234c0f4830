/** What a value can be, as data: help, forms and docs read it without a schema library. `schema.ts` makes schemas of it. */
export type Shape =
  /** One of these. */
  | { readonly kind: "choice"; readonly values: readonly string[] }
  /** Some of these, at least one. */
  | { readonly kind: "choices"; readonly values: readonly string[] }
  | { readonly kind: "switch" }
  | { readonly kind: "text" }
  /** An http or https address. */
  | { readonly kind: "url" }
  /** A whole number, from 1 unless said otherwise. */
  | { readonly kind: "count"; readonly from?: number }
  /** Milliseconds; a flag takes `90s` or `15m`. */
  | { readonly kind: "time" }
  | { readonly kind: "texts" }
  /** All or nothing, or these domains: `example.org`, `*.example.org`, `example.org:8443`. */
  | { readonly kind: "domains" }
  /** Names of environment variables. */
  | { readonly kind: "variables" }
  /** Texts by name. */
  | { readonly kind: "named texts" }
  /** Anything by name. */
  | { readonly kind: "record" }
  /** A schema of its own, which belongs to another part and is given there. */
  | { readonly kind: "own" }

/** The values of a shape; those of a schema of its own are known where the schema is. */
export type ValueOf<S extends Shape> = S extends { readonly kind: "choice"; readonly values: readonly (infer V)[] }
  ? V
  : S extends { readonly kind: "choices"; readonly values: readonly (infer V)[] }
    ? readonly V[]
    : S extends { readonly kind: "switch" | "domains" }
      ? boolean | (S extends { readonly kind: "domains" } ? readonly string[] : never)
      : S extends { readonly kind: "text" | "url" }
        ? string
        : S extends { readonly kind: "count" | "time" }
          ? number
          : S extends { readonly kind: "texts" | "variables" }
            ? readonly string[]
            : S extends { readonly kind: "named texts" }
              ? Readonly<Record<string, string>>
              : S extends { readonly kind: "record" }
                ? Readonly<Record<string, unknown>>
                : unknown

/** What can be chosen, where something is. */
export function valuesOf(shape: Shape): readonly string[] {
  return shape.kind === "choice" || shape.kind === "choices" ? shape.values : []
}
