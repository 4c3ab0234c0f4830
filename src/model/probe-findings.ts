import type { LearnedFact, ModelReply, Rung } from "./model.ts"
import type { ProbeReply } from "./probe-call.ts"

/** `failed`: a fault that says nothing about what was asked. */
export type ProbeOutcome = "works" | "ignored" | "refused" | "failed"

/** What became of a way to obtain a control. */
export type Forcing = {
  readonly outcome: ProbeOutcome
  /** `off`: only so, since the endpoint refused it while the model thinks. */
  readonly thinking: "free" | "off"
  /** Thinking is in the way and stays. */
  readonly isStuck: boolean
  /** What the endpoint said against it. */
  readonly reason?: string | undefined
}

/** Everything that a dozen small calls have shown. */
export type Findings = {
  readonly forcing: Readonly<Record<Rung, Forcing>>
  readonly thinksByDefault: boolean
  /** `undefined`: it does not think, so nobody asked. */
  readonly canStopThinking: boolean | undefined
  readonly hasSystemRole: boolean
  /** `failed`: it could not be told. */
  readonly userAfterResult: ProbeOutcome
  /** Calls in one reply when two were asked for; `undefined`: refused. */
  readonly callsAtOnce: number | undefined
  readonly pieces: number
  readonly isCounted: boolean
  /** Of the same request asked again; `undefined`: it failed. */
  readonly repeat: Extract<ProbeReply, { kind: "reply" }> | undefined
  readonly window: { readonly tokens: number; readonly isFromServer: boolean }
  readonly calls: number
  readonly faults: readonly string[]
}

const RUNGS: readonly Rung[] = ["named", "required", "schema", "text"]

/**
 * What is worth remembering. The table's order of rungs stays, without those that do not work; others that do come before
 * the last, which is always there. Fields without a value are forgotten.
 */
export function factOf(findings: Findings, tableRungs: readonly Rung[] = RUNGS): LearnedFact {
  const { forcing, hasSystemRole, userAfterResult, window } = findings
  const works = (rung: Rung) => rung !== "text" && forcing[rung].outcome === "works"
  const known = tableRungs.filter(works)
  const more = RUNGS.filter((rung) => works(rung) && !known.includes(rung))
  return {
    rungs: [...known, ...more, "text"],
    thinkingOff: thinkingOff(findings),
    systemRole: hasSystemRole ? undefined : false,
    alternation: userAfterResult === "refused" ? "strict" : undefined,
    ...(window.isFromServer ? { contextWindow: window.tokens } : {}),
  }
}

/** Learned only where thinking is in the way of forcing: elsewhere there is no need to switch it off. */
function thinkingOff({ forcing: { named, required } }: Findings): boolean | undefined {
  if (named.isStuck || required.isStuck) return false
  return named.thinking === "off" || required.thinking === "off" ? true : undefined
}

/** Whether the model showed thoughts. */
export function hasThoughts({ opaque = [] }: ModelReply): boolean {
  return opaque.length > 0
}
