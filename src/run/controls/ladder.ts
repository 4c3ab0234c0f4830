import type { EndpointTraits, Rung } from "../../model/seam/model.ts"
import type { Feature } from "../../model/seam/model-error.ts"

/** Where on the ladder a try stands. */
export type Footing = { readonly rung: Rung; readonly thinking: "free" | "off" }

/** What a try came to, as far as the ladder is concerned. */
export type TryEnd =
  /** The answer was there but not right: worth telling the model what is wrong. */
  | { readonly kind: "invalid" }
  /** Forcing was not honoured: prose, silence or another tool came back. */
  | { readonly kind: "unforced" }
  /** The endpoint refused the way it was asked. */
  | { readonly kind: "unsupported"; readonly feature?: Feature | undefined; readonly blockedByThinking?: boolean }

export type Step = { readonly footing: Footing; readonly end: TryEnd }

/** A well-behaved endpoint: naming the tool works; the rest is there in case it doesn't. */
export const DEFAULT_TRAITS: EndpointTraits = { rungs: ["named", "required", "schema", "text"], thinking: "free" }

/**
 * The next footing after these tries, or `undefined` when the ladder is at its end.
 *
 * L1 Pure: the same tries always lead to the same place, live or replayed.
 * L2 A rung is left for good: it only goes down.
 * L3 On one rung at most `repairs` answers are sent back.
 */
export function nextFooting(traits: EndpointTraits, steps: readonly Step[], repairs: number): Footing | undefined {
  const last = steps.at(-1)
  if (!last) return firstFooting(traits)
  const { footing, end } = last
  switch (end.kind) {
    case "invalid":
      // A call did come: forcing it another way would bring the same one.
      return repairsOn(footing.rung, steps) <= repairs ? footing : below(traits, footing, isForcing)
    case "unforced":
      // The text rung forces nothing, so there the model is told; elsewhere asking the same way again would change nothing.
      if (footing.rung === "text" && repairsOn("text", steps) <= repairs) return footing
      return below(traits, footing)
    case "unsupported":
      return afterRefusal(traits, footing, end)
  }
}

function firstFooting(traits: EndpointTraits): Footing {
  const rung = traits.rungs.find((candidate) => isOpen(traits, candidate)) ?? "text"
  return { rung, thinking: thinkingOn(traits, rung) }
}

/** Thinking that can't be switched off leaves no way to force a call. */
function isOpen(traits: EndpointTraits, rung: Rung): boolean {
  return traits.thinking !== "fixed" || !isForcing(rung)
}

function thinkingOn(traits: EndpointTraits, rung: Rung): Footing["thinking"] {
  return traits.thinking === "switchable" && isForcing(rung) ? "off" : "free"
}

/** A call of a tool is demanded. */
export function isForcing(rung: Rung): boolean {
  return rung === "named" || rung === "required"
}

function below(
  traits: EndpointTraits,
  { rung }: Footing,
  skip: (candidate: Rung) => boolean = () => false,
): Footing | undefined {
  const lower = traits.rungs.slice(traits.rungs.indexOf(rung) + 1)
  const next = lower.find((candidate) => isOpen(traits, candidate) && !skip(candidate))
  return next && { rung: next, thinking: thinkingOn(traits, next) }
}

type Refusal = Extract<TryEnd, { kind: "unsupported" }>

function afterRefusal(
  traits: EndpointTraits,
  footing: Footing,
  { feature, blockedByThinking }: Refusal,
): Footing | undefined {
  if (blockedByThinking && footing.thinking === "free") return { ...footing, thinking: "off" }
  // Without tools, or with thinking that stays on, no way of forcing a call is left.
  const noForcing = feature === "tools" || feature === "thinking" || blockedByThinking
  return below(traits, footing, noForcing ? isForcing : undefined)
}

function repairsOn(rung: Rung, steps: readonly Step[]): number {
  return steps.filter((step) => step.footing.rung === rung && step.end.kind !== "unsupported").length
}
