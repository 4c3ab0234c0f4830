import { callIn, inText, newPassword } from "../adapter/text-calls.ts"
import type { LearnedFact, Model, TranscriptShape } from "../seam/model.ts"
import { probeAbility } from "./probe-ability.ts"
import { type ProbeListener, type ProbeReply, Prober } from "./probe-call.ts"
import { type Findings, type Forcing, factOf, hasThoughts, type ProbeOutcome, rungsBy } from "./probe-findings.ts"
import { type Ask, probeForcing } from "./probe-forcing.ts"
import { BOTH, COUNT, HELLO_UNTHINKING, LONG_COUNT, LOOK_AT_A, USER_AFTER_RESULT } from "./probe-requests.ts"

/** What an endpoint can do with one model, and what that means. */
export type Probe = { readonly findings: Findings; readonly learned: LearnedFact }

/** Who may stop it, and who hears of it. */
export type ProbeSettings = { readonly signal: AbortSignal; readonly listener?: ProbeListener | undefined }

/**
 * Finds out with small calls what the table can't know: a tiny question first, the longest last, what failed once more. The model must
 * be as the table has it: with what was learned before, it would hide what is looked for. Throws `ModelError` if it can't be asked.
 */
export async function probeModel(model: Model, { signal, listener }: ProbeSettings): Promise<Probe> {
  const { contextWindow: told, server } = (await model.prepare?.()) ?? {}
  const prober = new Prober(model, signal, listener)
  const { opening, shape } = await open(prober)
  prober.thinks = hasThoughts(opening.reply)
  const ask: Ask = (question, request) => prober.ask(question, { ...request, shape })
  const forcing = await probeForcing(ask)
  const canStopThinking = await probeThinking(ask, prober.thinks, forcing.named)
  const turns = await ask("user after a result", USER_AFTER_RESULT)
  const both = await ask("several calls at once", BOTH)
  const callsAtOnce = both.kind === "reply" ? both.reply.calls.length : undefined
  const toolForm = callsAtOnce ? undefined : await probeTextCalls(ask, both)
  const ability = await probeAbility(ask, forcing, rungsBy(forcing, model.traits?.rungs))
  const repeat = await probeCache(ask, opening, told ?? model.contextWindow)
  const findings: Findings = {
    forcing,
    thinksByDefault: prober.thinks,
    canStopThinking,
    hasSystemRole: shape.systemRole !== false,
    countsSystem: shape.alternation === "strict" && shape.systemRole === false,
    userAfterResult: outcomeOfTurns(turns),
    callsAtOnce,
    toolForm,
    pieces: opening.pieces,
    isCounted: opening.isCounted || (repeat?.isCounted ?? false),
    opening,
    repeat,
    ability,
    window: { tokens: told ?? model.contextWindow, isFromServer: told !== undefined },
    server,
    calls: prober.calls,
    faults: prober.faults,
  }
  return { findings, learned: factOf(findings, model.traits?.rungs) }
}

type Answered = Extract<ProbeReply, { kind: "reply" }>
type Opening = { readonly opening: Answered; readonly shape: TranscriptShape }

/** The first call tells whether there is anybody, and whether there is a system role; some templates count it among the turns. */
async function open(prober: Prober): Promise<Opening> {
  let shape: TranscriptShape = {}
  for (;;) {
    const answer = await prober.ask("a first word", { ...COUNT, shape })
    if (answer.kind === "reply") return { opening: answer, shape }
    const next = withoutSystem(answer.error.feature)
    if (!next || shape.systemRole === false) throw answer.error
    shape = next
  }
}

function withoutSystem(feature: string | undefined): TranscriptShape | undefined {
  if (feature === "system") return { systemRole: false }
  return feature === "alternation" ? { systemRole: false, alternation: "strict" } : undefined
}

/** Asked only where it thinks, and not again where forcing has shown it. */
async function probeThinking(ask: Ask, thinks: boolean, named: Forcing): Promise<boolean | undefined> {
  if (named.thinking === "off") return !named.isStuck
  if (!thinks) return undefined
  const seen = await ask("thinking switched off", HELLO_UNTHINKING)
  return seen.kind === "reply" && !hasThoughts(seen.reply)
}

/** Where nothing was called though it was asked for, the template may have no tools; who refuses them has none, whatever the model makes of text. */
async function probeTextCalls(ask: Ask, offered: ProbeReply): Promise<LearnedFact["toolForm"]> {
  const password = newPassword()
  const seen = await ask("a call in plain text", inText(LOOK_AT_A, password))
  if (offered.kind === "error" && offered.error.feature === "tools") return "text"
  return seen.kind === "reply" && callIn(seen.reply.text, password) ? "text" : undefined
}

/** Two thousand tokens, twice: not where they don't fit, nor where a few words took long. */
async function probeCache(ask: Ask, opening: Answered, window: number): Promise<Answered | undefined> {
  if (window < LEAST_FOR_CACHE || opening.totalMs > SLOW_MS) return undefined
  await ask("a long prompt", LONG_COUNT)
  const repeat = await ask("the same prompt again", LONG_COUNT)
  return repeat.kind === "reply" ? repeat : undefined
}

const LEAST_FOR_CACHE = 4096
const SLOW_MS = 10_000

function outcomeOfTurns(seen: ProbeReply): ProbeOutcome {
  if (seen.kind === "reply") return "works"
  return seen.error.feature === "alternation" ? "refused" : "failed"
}
