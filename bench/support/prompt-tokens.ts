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

/** What providers ask for a token that they have in their cache, of the price of one that they have not. */
const CACHED_PRICE = 0.1

/** The same as they are paid: what repeats the beginning of some earlier request costs a tenth. */
export function weightedPromptTokens(requests: readonly ServerRequest[], workspace: string): number {
  const repeats = repeatsOf(requests)
  const weighted = requests.map((request, index) => {
    const { length, repeated } = repeats[index] ?? { length: 1, repeated: 0 }
    return promptTokens(request, workspace) * (1 - ((1 - CACHED_PRICE) * repeated) / length)
  })
  return Math.round(weighted.reduce((sum, tokens) => sum + tokens, 0))
}

/** The share of all bytes that repeat the beginning of some earlier request: what a prompt cache could serve. */
export function wirePrefixShare(requests: readonly ServerRequest[]): number {
  const repeats = repeatsOf(requests)
  const total = repeats.reduce((sum, { length }) => sum + length, 0)
  return total === 0 ? 0 : repeats.reduce((sum, { repeated }) => sum + repeated, 0) / total
}

type Repeat = { readonly length: number; readonly repeated: number }

/** How long each request is, and how much of it an earlier one began with. */
function repeatsOf(requests: readonly ServerRequest[]): Repeat[] {
  const texts = requests.map(({ body }) => JSON.stringify([body.tools ?? [], body.messages]))
  return texts.map((text, index) => ({
    length: text.length,
    repeated: Math.max(0, ...texts.slice(0, index).map((other) => common(text, other))),
  }))
}

function common(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length++
  return length
}
