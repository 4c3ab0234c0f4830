import { z } from "zod"

/** An answer as the one part of a call. */
export type Shaped = { readonly answer: unknown }

/** A JSON Schema as the one part of a call: answers may be of any type, calls are objects. Throws for what can't be checked. */
export function answerInput(schema: Readonly<Record<string, unknown>>): z.ZodType<Shaped> {
  return z.object({ answer: z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]) }) as z.ZodType<Shaped>
}
