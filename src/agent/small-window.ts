import { estimateTokens } from "../model/seam/tokens.ts"
import type { Environment, Exchange } from "../protocol/log/environment.ts"
import { isSmallWindow, openingLimit } from "../run/core/small-window.ts"
import { headOf } from "../text/clip.ts"
import { isBuiltIn } from "../tools/built-in.ts"
import { READ_ARTIFACT } from "../tools/read-artifact.ts"
import { fewTools } from "../tools/small-set.ts"

/* What a run begins with where the model's window is small: by shares of it, chosen at the start and recorded. */

type Begun = {
  readonly window: number
  readonly request: string
  readonly instructions: string
  /** What is known of the folder. */
  readonly folder: string
  readonly conversation: readonly Exchange[]
  readonly tools: readonly string[]
  /** Whether the model does best with little. */
  readonly isSmall: boolean
}

/** The parts of an environment that depend on the window. */
export function fitted(
  begun: Begun,
): Pick<Environment, "instructions" | "folder" | "tools" | "conversation" | "window" | "request_tokens"> {
  const { window, request, tools } = begun
  const instructions = fittedInstructions(begun.instructions, window)
  const folder = headOf(begun.folder, Math.floor(window / FOLDER_SHARE) * CHARACTERS_PER_TOKEN)
  const common = { instructions, ...(folder === "" ? {} : { folder }) }
  const most = Math.min(MOST_REQUEST_TOKENS, Math.floor(window / REQUEST_SHARE))
  if (!isSmallWindow(window)) {
    const reference = estimateTokens(request) > most ? { request_tokens: most } : {}
    return { ...common, tools: offered(begun), ...told(begun.conversation), ...reference }
  }
  const conversation = newest(begun.conversation, Math.floor(window / CONVERSATION_SHARE))
  const beside = OTHERS + estimateTokens(instructions) + estimateTokens(folder) + sizeOf(conversation)
  const room = Math.min(most, Math.max(Math.floor(window / LEAST_REQUEST_SHARE), openingLimit(window) - beside))
  const isByReference = estimateTokens(request) > room
  const few = fewTools(tools, request)
  const chosen = tools.filter((name) => few.includes(name) || (isByReference && name === READ_ARTIFACT))
  const reference = isByReference ? { request_tokens: room } : {}
  return { ...common, tools: chosen, ...told(conversation), window, ...reference }
}

/** The system prompt and the list of tools, in tokens. */
const OTHERS = 1350

/** A first prompt in tokens, before anything is asked. */
export function openingTokens(
  { instructions, folder = "", request_tokens }: Pick<Environment, "instructions" | "folder" | "request_tokens">,
  request: string,
): number {
  return (
    WITH_CONTROLS + estimateTokens(instructions) + estimateTokens(folder) + (request_tokens ?? estimateTokens(request))
  )
}

/** The system prompt and the longest list of controls and tools that a run begins with, in tokens. */
const WITH_CONTROLS = 3500
const CONVERSATION_SHARE = 12
const FOLDER_SHARE = 20
const CHARACTERS_PER_TOKEN = 4
const LEAST_REQUEST_SHARE = 16
/** A longer request is shown by its two ends. */
const MOST_REQUEST_TOKENS = 4000
const REQUEST_SHARE = 8

function told(conversation: readonly Exchange[]): Pick<Environment, "conversation"> {
  return conversation.length > 0 ? { conversation: [...conversation] } : {}
}

/** A small model is offered few of ours, and all that its user has given it. */
function offered({ tools, request, isSmall }: Begun): string[] {
  const few = isSmall ? fewTools(tools, request) : tools
  return tools.filter((name) => few.includes(name) || name === READ_ARTIFACT || !isBuiltIn(name))
}

/** So much of the instructions goes into every prompt, in characters, and at most a tenth of the window. */
const MOST_INSTRUCTIONS = 8000
const INSTRUCTIONS_SHARE = 10

/** As much of them as goes into every prompt. */
export function fittedInstructions(text: string, window: number): string {
  const room = Math.floor(window / INSTRUCTIONS_SHARE)
  if (text.length <= MOST_INSTRUCTIONS && estimateTokens(text) <= room) return text
  const head = beginningOf(text.slice(0, MOST_INSTRUCTIONS), room - estimateTokens(CUT_NOTE) - 8)
  return `${head}\n${CUT_NOTE.replace("#", String(text.length - head.length))}`
}

const CUT_NOTE = "[Cut here: # characters more are in AGENTS.md; read them there if they matter.]"

/** The longest beginning within so many tokens, up to the end of a line where that is not far. */
function beginningOf(text: string, tokens: number): string {
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens) least = middle
    else most = middle - 1
  }
  const end = text.lastIndexOf("\n", least)
  return text.slice(0, end > least / 2 ? end : least).toWellFormed()
}

/** The newest that fit; where not even one does, without what its calls brought. */
function newest(conversation: readonly Exchange[], tokens: number): readonly Exchange[] {
  const last = conversation.at(-1)
  if (last?.results !== undefined && sizeOf([last]) > tokens)
    return newest([...conversation.slice(0, -1), { ...last, results: undefined }], tokens)
  const from = conversation.findIndex((_exchange, index) => sizeOf(conversation.slice(index)) <= tokens)
  return from < 0 ? [] : conversation.slice(from)
}

function sizeOf(conversation: readonly Exchange[]): number {
  const texts = conversation.map(
    ({ request, summary, facts = "", results = "" }) => request + summary + facts + results,
  )
  return estimateTokens(texts.join(""))
}
