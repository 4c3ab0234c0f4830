/** What a strategy came to by itself. Everything else that can end a run is the engine's business. */
export type Conclusion =
  | { readonly kind: "done" }
  /** Ended in order, but not with everything done. `limit` names what ended it. */
  | { readonly kind: "incomplete"; readonly limit: string; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "blocked"; readonly reason: string }
