import type { Options } from "../option.ts"

/** What a run may spend. */
export const SPENDING_OPTIONS = {
  /** What a run may spend; `limits.ts` beside this declares them one by one. */
  limits: {
    shape: { kind: "own" },
    project: "own",
    http: true,
    docs: { meaning: "what a run may spend", unsaid: "see below", project: "only lower" },
  },
  /** US dollars per million tokens, by model, with or without its provider. */
  prices: {
    shape: { kind: "own" },
    default: {},
    // A project that named a low price could make a cost limit meaningless.
    project: "own",
    docs: {
      meaning: "US dollars per million tokens, by model ([prices](models.md#prices))",
      unsaid: "known ones",
      project: "where no price is known",
    },
  },
} as const satisfies Options
