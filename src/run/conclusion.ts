/** What a strategy came to by itself. Everything else that can end a run is the engine's business. */
export type Conclusion =
  | { readonly kind: "done" }
  /** Ended in order, but not with everything done. `limit` names what ended it. */
  | {
      readonly kind: "incomplete"
      readonly limit: string
      readonly reason: string
      readonly missing?: readonly string[]
      readonly refused?: readonly string[]
    }
  /** `isFinal`: the model is of no more use, so nothing is asked of it. */
  | { readonly kind: "failed"; readonly reason: string; readonly isFinal?: true }
  | { readonly kind: "blocked"; readonly reason: string }
