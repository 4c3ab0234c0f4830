import { z } from "zod"

/** Tokens of one or more model calls, as the provider counted them. `cached` is the part of `prompt` read from a cache. */
export const Usage = z.object({ prompt: z.number(), completion: z.number(), cached: z.number() })
export type Usage = z.infer<typeof Usage>

/** Nothing was spent. */
export const NO_USAGE: Usage = { prompt: 0, completion: 0, cached: 0 }

/** The tokens of both together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    prompt: a.prompt + b.prompt,
    completion: a.completion + b.completion,
    cached: a.cached + b.cached,
  }
}
