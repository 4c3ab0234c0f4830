import type { AskedMessage, EmulatedThought, HeardRequest, Mind } from "./mind.ts"
import { promptTokens } from "./prompt-cache.ts"
import type { Quirks } from "./quirks.ts"
import { isIgnored } from "./request-checks.ts"

const STRAY_PROSE = "Sure! Let me think about that and get back to you."

/** Asks the mind what the endpoint lets it see of the request, and strays where the choice was not enforced. */
export function think(mind: Mind, asked: HeardRequest, quirks: Quirks): EmulatedThought | Promise<EmulatedThought> {
  const bent = bendRequest(asked, quirks)
  const isFree = bent.tools.length > 0 && bent.choice !== asked.choice
  if (!isFree || !quirks.strays) return mind(bent)
  const other = bent.tools.find(({ name }) => name !== nameOf(asked))
  if (quirks.strays === "prose" || !other) return { text: STRAY_PROSE }
  return mind({ ...bent, choice: { name: other.name } })
}

/** The request as the model gets it: without what the endpoint ignores. */
export function bendRequest(asked: HeardRequest, quirks: Quirks): HeardRequest {
  const { format, ...rest } = asked
  const kept = quirks.schemaIgnored ? undefined : format
  const hidesTools = quirks.noTools || (quirks.schemaWins && kept !== undefined)
  const tools = hidesTools ? [] : asked.tools
  const isFree = tools.length === 0 || isIgnored(asked.wanted, quirks)
  const bent = { ...rest, ...(kept ? { format: kept } : {}), tools, choice: isFree ? ("auto" as const) : asked.choice }
  return quirks.truncates && quirks.contextSize !== undefined ? truncate(bent, quirks.contextSize) : bent
}

function nameOf({ wanted }: HeardRequest): string | undefined {
  return typeof wanted === "object" ? wanted.name : undefined
}

/** Drops the oldest messages except the system's and the last. */
function truncate(asked: HeardRequest, limit: number): HeardRequest {
  let messages: readonly AskedMessage[] = asked.messages
  while (promptTokens({ ...asked, messages }) > limit) {
    const oldest = messages.findIndex(({ role }, index) => role !== "system" && index < messages.length - 1)
    if (oldest < 0) break
    messages = messages.toSpliced(oldest, 1)
  }
  return { ...asked, messages }
}
