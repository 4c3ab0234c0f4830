import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import type { ServerRequest } from "../../src/testing/model-server.ts"

/** Tokens of what really went over the wire: the messages and the tool list, as JSON. The workspace gets a fixed name, so that counts repeat. */
export function promptTokens({ body }: ServerRequest, workspace: string): number {
  const text = (part: unknown) => JSON.stringify(part).replaceAll(workspace, "/workspace")
  return countTokens(text(body.messages)) + (body.tools ? countTokens(text(body.tools)) : 0)
}

export function totalPromptTokens(requests: readonly ServerRequest[], workspace: string): number {
  return requests.reduce((sum, request) => sum + promptTokens(request, workspace), 0)
}

/** The share of all bytes that repeat the beginning of some earlier request: what a prompt cache could serve. */
export function wirePrefixShare(requests: readonly ServerRequest[]): number {
  const texts = requests.map(({ body }) => JSON.stringify([body.tools ?? [], body.messages]))
  const repeated = texts.map((text, index) => Math.max(0, ...texts.slice(0, index).map((other) => common(text, other))))
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  return total === 0 ? 0 : repeated.reduce((sum, length) => sum + length, 0) / total
}

function common(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length++
  return length
}
