import type { Ability, LearnedFact, ModelReply, Rung } from "../seam/model.ts"
import type { ServerKind } from "../servers/server-answer.ts"
import type { ProbeReply } from "./probe-call.ts"

/** `cut off`: it had begun, and its length ended it; `failed`: a fault that says nothing about what was asked. */
export type ProbeOutcome = "works" | "ignored" | "cut off" | "refused" | "failed"

/** What became of a way to obtain a control. */
export type Forcing = {
  readonly outcome: ProbeOutcome
  readonly samples: { readonly works: number; readonly of: number }
  /** `off`: only so, since the endpoint refused it while the model thinks. */
  readonly thinking: "free" | "off"
  /** Thoughts used the whole reply up. */
  readonly isLost: boolean
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
  /** The template counts the system message among the turns. */
  readonly countsSystem: boolean
  /** `failed`: it could not be told. */
  readonly userAfterResult: ProbeOutcome
  /** Calls in one reply when two were asked for; `undefined`: refused. */
  readonly callsAtOnce: number | undefined
  /** `text`: it called nothing until it was told in the prompt how. */
  readonly toolForm: LearnedFact["toolForm"]
  readonly pieces: number
  readonly isCounted: boolean
  /** The first, tiny question. */
  readonly opening: Extract<ProbeReply, { kind: "reply" }>
  /** Of a long request asked again; `undefined`: it failed, or would have taken too long. */
  readonly repeat: Extract<ProbeReply, { kind: "reply" }> | undefined
  /** How it did the tiny jobs; `undefined`: it could not be asked. */
  readonly ability: Ability | undefined
  readonly window: { readonly tokens: number; readonly isFromServer: boolean }
  /** Whose server it is, where that is known. */
  readonly server: ServerKind | undefined
  readonly calls: number
  readonly faults: readonly string[]
}

const RUNGS: readonly Rung[] = ["named", "required", "schema", "text"]

/**
 * What is worth remembering. The table's order of rungs stays; others that work come behind them, then text. What the table vouches for
 * and did not come is only moved behind all that: it may have been bad luck, and where nothing came there is nothing to move it behind.
 * What was refused is gone. Fields without a value are forgotten.
 */
export function factOf(findings: Findings, tableRungs?: readonly Rung[]): LearnedFact {
  const { forcing, hasSystemRole, userAfterResult, window } = findings
  return {
    rungs: rungsBy(forcing, tableRungs),
    thinkingOff: thinkingOff(findings),
    systemRole: hasSystemRole ? undefined : false,
    alternation: userAfterResult === "refused" || findings.countsSystem ? "strict" : undefined,
    ...(window.isFromServer ? { contextWindow: window.tokens } : {}),
    ...(findings.server ? { server: findings.server } : {}),
    ability: findings.ability,
    toolForm: findings.toolForm,
  }
}

/** The rungs in the order in which they are tried. */
export function rungsBy(forcing: Findings["forcing"], tableRungs: readonly Rung[] = RUNGS): Rung[] {
  const isThere = (rung: Rung) => rung === "text" || forcing[rung].outcome !== "refused"
  if (RUNGS.every((rung) => forcing[rung].outcome !== "works")) return tableRungs.filter(isThere)
  const works = (rung: Rung) => rung !== "text" && forcing[rung].outcome === "works"
  const known = tableRungs.filter(works)
  const isDoubtful = (rung: Rung) => rung !== "text" && !works(rung) && isThere(rung)
  const more = RUNGS.filter((rung) => works(rung) && !known.includes(rung))
  return [...known, ...more, "text", ...tableRungs.filter(isDoubtful)]
}

/** In a window like this a reply has room for thoughts that are longer than a few answers. */
const ROOM_FOR_THOUGHTS = 64_000

/** A way that thoughts left no room for works without them. */
export function isUnwanted(forcing: Findings["forcing"]): boolean {
  return RUNGS.some((rung) => forcing[rung].isLost && forcing[rung].outcome === "works")
}

/** Learned only where thinking is in the way of forcing: elsewhere there is no need to switch it off. */
function thinkingOff({ forcing, window }: Findings): LearnedFact["thinkingOff"] {
  const { named, required } = forcing
  if (isUnwanted(forcing) && window.tokens < ROOM_FOR_THOUGHTS) return "always"
  if (named.isStuck || required.isStuck) return false
  return named.thinking === "off" || required.thinking === "off" ? true : undefined
}

/** Whether the model showed thoughts. */
export function hasThoughts({ opaque = [] }: ModelReply): boolean {
  return opaque.length > 0
}
