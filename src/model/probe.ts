import type { LearnedFact, Model, ModelRequest, Rung, TranscriptShape } from "./model.ts"
import { type ProbeReply, Prober } from "./probe-call.ts"
import { type Findings, type Forcing, factOf, hasThoughts, type ProbeOutcome } from "./probe-findings.ts"
import { BOTH, COUNT, HELLO_UNTHINKING, isGreet, isGreeting, onRung, USER_AFTER_RESULT } from "./probe-requests.ts"

/** What an endpoint can do with one model, and what that means. */
export type Probe = { readonly findings: Findings; readonly learned: LearnedFact }

/** How long one of the calls may take. */
export type ProbeSettings = { readonly callMs?: number | undefined; readonly signal: AbortSignal }

const CALL_MS = 60_000

/**
 * Finds out with a dozen small calls at most what the table can't know. The model must be as the table has it: with what
 * was learned before, it would hide what is looked for. Throws `ModelError` if it can't be asked at all.
 */
export async function probeModel(model: Model, { callMs = CALL_MS, signal }: ProbeSettings): Promise<Probe> {
  const { contextWindow: told } = (await model.prepare?.()) ?? {}
  const prober = new Prober(model, callMs, signal)
  const { opening, shape } = await open(prober)
  const ask = (request: ModelRequest) => prober.ask({ ...request, shape })
  const forcing = await probeForcing(ask)
  const thinksByDefault = hasThoughts(opening.reply)
  const canStopThinking = await probeThinking(ask, thinksByDefault, forcing.named)
  const userAfterResult = outcomeOfTurns(await ask(USER_AFTER_RESULT))
  const both = await ask(BOTH)
  const repeat = await ask(COUNT)
  const findings: Findings = {
    forcing,
    thinksByDefault,
    canStopThinking,
    hasSystemRole: shape.systemRole !== false,
    userAfterResult,
    callsAtOnce: both.kind === "reply" ? both.reply.calls.length : undefined,
    pieces: opening.pieces,
    isCounted: opening.isCounted || (repeat.kind === "reply" && repeat.isCounted),
    repeat: repeat.kind === "reply" ? repeat : undefined,
    window: { tokens: told ?? model.contextWindow, isFromServer: told !== undefined },
    calls: prober.calls,
    faults: prober.faults,
  }
  return { findings, learned: factOf(findings, model.traits?.rungs) }
}

type Ask = (request: ModelRequest) => Promise<ProbeReply>
type Opening = { readonly opening: Extract<ProbeReply, { kind: "reply" }>; readonly shape: TranscriptShape }

/** The first call tells whether there is anybody, and whether there is a system role. */
async function open(prober: Prober): Promise<Opening> {
  const first = await prober.ask(COUNT)
  if (first.kind === "reply") return { opening: first, shape: {} }
  if (first.error.feature !== "system") throw first.error
  const shape = { systemRole: false }
  const second = await prober.ask({ ...COUNT, shape })
  if (second.kind === "error") throw second.error
  return { opening: second, shape }
}

async function probeForcing(ask: Ask): Promise<Findings["forcing"]> {
  const named = await force(ask, "named", "free")
  return {
    named,
    required: named.isStuck ? named : await force(ask, "required", named.thinking),
    schema: await force(ask, "schema", "free"),
    text: await force(ask, "text", "free"),
  }
}

/** Where thinking is in the way, once more without it. */
async function force(ask: Ask, rung: Rung, thinking: Forcing["thinking"]): Promise<Forcing> {
  const request = onRung(rung)
  const seen = await ask(thinking === "off" ? { ...request, thinking } : request)
  const isBlocked = seen.kind === "error" && (seen.error.blockedByThinking || seen.error.feature === "thinking")
  if (isBlocked && thinking === "free") return force(ask, rung, "off")
  const reason = seen.kind === "error" ? seen.error.message : undefined
  return { outcome: outcomeOf(seen, rung), thinking, isStuck: isBlocked, reason }
}

function outcomeOf(seen: ProbeReply, rung: Rung): ProbeOutcome {
  if (seen.kind === "error") {
    return seen.error.kind === "unsupported" || seen.error.kind === "refused" ? "refused" : "failed"
  }
  const { calls, text } = seen.reply
  const isCall = rung === "named" || rung === "required"
  const isThere = isCall ? calls.some(({ name }) => isGreet(name)) : isGreeting(text, rung === "text")
  return isThere ? "works" : "ignored"
}

/** Asked only where it thinks, and not again where forcing has shown it. */
async function probeThinking(ask: Ask, thinks: boolean, named: Forcing): Promise<boolean | undefined> {
  if (named.thinking === "off") return !named.isStuck
  if (!thinks) return undefined
  const seen = await ask(HELLO_UNTHINKING)
  return seen.kind === "reply" && !hasThoughts(seen.reply)
}

function outcomeOfTurns(seen: ProbeReply): ProbeOutcome {
  if (seen.kind === "reply") return "works"
  return seen.error.feature === "alternation" ? "refused" : "failed"
}
