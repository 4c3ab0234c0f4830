import { z } from "zod"
import { Price } from "../../protocol/log/environment.ts"

/** What somebody told of one model: its endpoint when it was asked, or a file. */
export type CatalogModel = { readonly context_window?: number | undefined; readonly price?: Price | undefined }

/** By `provider:name`. */
export type ModelCatalog = Readonly<Record<string, CatalogModel>>

const Model = z.strictObject({
  context_window: z.number().int().positive().optional(),
  price: z.strictObject(Price.shape).optional(),
})

/** A list of models with windows (tokens) and prices (US dollars per million tokens), as a file and as it is kept. */
const ToldFile = z.strictObject({
  keelson_models: z.literal(1),
  /** The day that it was made on, as `2026-01-31`. */
  as_of: z.iso.date(),
  models: z.record(z.string().regex(/^[a-z][a-z-]*:\S+$/, "write PROVIDER:NAME"), Model),
})

/** Thrown for a list that can't be used; the message says where it is wrong. */
export class ModelCatalogError extends Error {
  override name = "ToldModelsError"
}

/** Reads a list of somebody's. Throws `ModelCatalogError`. */
export function parseModelCatalog(
  value: unknown,
  from: string,
): { readonly asOf: string; readonly models: ModelCatalog } {
  const parsed = ToldFile.safeParse(value)
  if (parsed.success) return { asOf: parsed.data.as_of, models: parsed.data.models }
  const [issue] = parsed.error.issues
  const place = issue?.path.join(".") || "the whole"
  throw new ModelCatalogError(`${from} is no list of models: ${place}: ${issue?.message ?? "it does not fit"}`)
}

/** The same list as a text to keep. */
export function toldModelsText(models: ModelCatalog, asOf: string): string {
  return `${JSON.stringify({ keelson_models: 1, as_of: asOf, models }, null, 2)}\n`
}
