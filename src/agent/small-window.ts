import { estimateTokens } from "../model/tokens.ts"
import type { Environment, Exchange } from "../protocol/environment.ts"
import { isSmallWindow, openingLimit } from "../run/ground/small-window.ts"
import { isBuiltIn } from "../tools/built-in.ts"
import { READ_ARTIFACT } from "../tools/read-artifact.ts"
import { fewTools } from "../tools/small-set.ts"

/* What a run begins with where the model's window is small: by shares of it, chosen at the start and recorded. */

type Begun = {
  readonly window: number
  readonly request: string
  readonly instructions: string
  readonly conversation: readonly Exchange[]
  readonly tools: readonly string[]
  /** Whether the model does best with little. */
  readonly isSmall: boolean
}

/** The parts of an environment that depend on the window. */
export function fitted(
  begun: Begun,
): Pick<Environment, "instructions" | "tools" | "conversation" | "window" | "request_tokens"> {
  const { window, request, tools } = begun
  const instructions = fittedInstructions(begun.instructions, window)
  if (!isSmallWindow(window)) return { instructions, tools: offered(begun), ...told(begun.conversation) }
  const conversation = newest(begun.conversation, Math.floor(window / CONVERSATION_SHARE))
  const beside = OTHERS + estimateTokens(instructions) + sizeOf(conversation)
  const room = Math.max(Math.floor(window / LEAST_REQUEST_SHARE), openingLimit(window) - beside)
  const isByReference = estimateTokens(request) > room
  const few = fewTools(tools, request)
  const chosen = tools.filter((name) => few.includes(name) || (isByReference && name === READ_ARTIFACT))
  const reference = isByReference ? { request_tokens: room } : {}
  return { instructions, tools: chosen, ...told(conversation), window, ...reference }
}

/** The system prompt and the list of tools, in tokens. */
const OTHERS = 1350

/** A first prompt in tokens, before anything is asked. */
export function openingTokens({ instructions }: Pick<Environment, "instructions">, request: string): number {
  return WITH_CONTROLS + estimateTokens(instructions) + estimateTokens(request)
}

/** The system prompt and the longest list of controls and tools that a run begins with, in tokens. */
const WITH_CONTROLS = 3500
const CONVERSATION_SHARE = 12
const LEAST_REQUEST_SHARE = 16

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
  const head = headOf(text.slice(0, MOST_INSTRUCTIONS), room - estimateTokens(CUT_NOTE) - 8)
  return `${head}\n${CUT_NOTE.replace("#", String(text.length - head.length))}`
}

const CUT_NOTE = "[Cut here: # characters more are in AGENTS.md; read them there if they matter.]"

/** The longest beginning within so many tokens, up to the end of a line where that is not far. */
function headOf(text: string, tokens: number): string {
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens) least = middle
    else most = middle - 1
  }
  const end = text.lastIndexOf("\n", least)
  return text.slice(0, end > least / 2 ? end : least).toWellFormed()
}

function newest(conversation: readonly Exchange[], tokens: number): readonly Exchange[] {
  const from = conversation.findIndex((_exchange, index) => sizeOf(conversation.slice(index)) <= tokens)
  return from < 0 ? [] : conversation.slice(from)
}

function sizeOf(conversation: readonly Exchange[]): number {
  return estimateTokens(conversation.map(({ request, summary }) => request + summary).join(""))
}
