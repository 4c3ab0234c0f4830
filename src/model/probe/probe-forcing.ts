import { isLostInThought } from "../seam/lost-in-thought.ts"
import type { ModelRequest, Rung } from "../seam/model.ts"
import type { ProbeReply } from "./probe-call.ts"
import type { Findings, Forcing, ProbeOutcome } from "./probe-findings.ts"
import { isGreet, isGreeting, onRung } from "./probe-requests.ts"

/** Puts one question, under the name that whoever watches reads. */
export type Ask = (question: string, request: ModelRequest) => Promise<ProbeReply>

export const RUNG_NAMES: Readonly<Record<Rung, string>> = {
  named: "named tool choice",
  required: "required tool choice",
  schema: "JSON schema",
  text: "JSON in plain text",
}

/** Tries every way to obtain a control. */
export async function probeForcing(ask: Ask): Promise<Findings["forcing"]> {
  const named = await force(ask, "named", "free")
  return {
    named,
    required: named.isStuck ? named : await force(ask, "required", named.thinking),
    schema: await force(ask, "schema", "free"),
    text: await force(ask, "text", "free"),
  }
}

/** Where thinking is in the way, once more without it; what did not come is asked for twice more, for one reply may be bad luck. */
async function force(ask: Ask, rung: Rung, thinking: Forcing["thinking"]): Promise<Forcing> {
  const request = onRung(rung)
  const sample = () => ask(RUNG_NAMES[rung], thinking === "off" ? { ...request, thinking } : request)
  const seen = await sample()
  const isBlocked = seen.kind === "error" && (seen.error.blockedByThinking || seen.error.feature === "thinking")
  const isLost = seen.kind === "reply" && isLostInThought(seen.reply)
  if ((isBlocked || isLost) && thinking === "free") return { ...(await force(ask, rung, "off")), isLost }
  const reason = seen.kind === "error" ? seen.error.message : undefined
  const first = outcomeOf(seen, rung)
  const more = isLuck(first) ? [outcomeOf(await sample(), rung), outcomeOf(await sample(), rung)] : []
  return { ...judged([first, ...more]), thinking, isLost, isStuck: isBlocked, reason }
}

/** A refusal is said once and for all. */
function isLuck(outcome: ProbeOutcome): boolean {
  return outcome === "ignored" || outcome === "cut off"
}

function judged(outcomes: readonly ProbeOutcome[]): Pick<Forcing, "outcome" | "samples"> {
  const works = outcomes.filter((outcome) => outcome === "works").length
  const isSound = 2 * works > outcomes.length
  const other = outcomes.find((outcome) => outcome !== "works") ?? "failed"
  return { outcome: isSound ? "works" : other, samples: { works, of: outcomes.length } }
}

function outcomeOf(seen: ProbeReply, rung: Rung): ProbeOutcome {
  if (seen.kind === "error") {
    return seen.error.kind === "unsupported" || seen.error.kind === "refused" ? "refused" : "failed"
  }
  const { calls, text, finish } = seen.reply
  const isCall = rung === "named" || rung === "required"
  const isThere = isCall ? calls.some(({ name }) => isGreet(name)) : isGreeting(text, rung === "text")
  if (isThere) return "works"
  // Prose where a call was forced is no beginning of one.
  return finish === "length" && (!isCall || calls.length > 0) && text.includes("{") ? "cut off" : "ignored"
}
