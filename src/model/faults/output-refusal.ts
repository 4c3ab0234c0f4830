import type { OutputRefusal } from "../seam/model-error.ts"
import type { Fault } from "./fault.ts"

const STATUSES: ReadonlySet<number> = new Set([400, 402, 413, 422, 429])
const ABOUT_OUTPUT =
  /max_?((completion|output|new)_?)?tokens|(completion|output) tokens|in the completion|maximum tokens|can only afford/i
/** Prompt and reply together are too much: for the window, or for what a minute allows. */
const TOGETHER: readonly { readonly pattern: RegExp; readonly excess: (figures: readonly number[]) => number }[] = [
  { pattern: /(\d+) \+ (\d+) > (\d+)/, excess: ([prompt = 0, reply = 0, most = 0]) => prompt + reply - most },
  { pattern: /\((\d+) > (\d+) - (\d+)\)/, excess: ([reply = 0, most = 0, prompt = 0]) => reply + prompt - most },
  {
    pattern: /context length (?:is|of) (\d+)\b.*?requested (?:about )?(\d+) tokens/is,
    excess: ([most = 0, both = 0]) => both - most,
  },
  { pattern: /too large.*?limit:? (\d+), requested:? (\d+)/is, excess: ([most = 0, both = 0]) => both - most },
]

/** What an endpoint's words say of the limit on output that was sent along; `undefined` where they are about something else. */
export function outputRefusal({ status, message }: Fault): OutputRefusal | undefined {
  if (status === undefined || !STATUSES.has(status)) return undefined
  const plain = message.replace(/(?<=\d),(?=\d{3})/g, "")
  for (const { pattern, excess } of TOGETHER) {
    const found = pattern.exec(plain)
    if (found) return { numbers: [], excess: excess(found.slice(1).map(Number)) }
  }
  if (!ABOUT_OUTPUT.test(plain)) return undefined
  // Not those in names and dates.
  return { numbers: [...plain.matchAll(/(?<![\w.-])\d{3,7}(?![\w-])/g)].map(Number) }
}
