import type { Model } from "keelson"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { wrapModel } from "../../src/model/seam/wrap-model.ts"
import { messageOf } from "../../src/text/message-of.ts"

const MOST_CHARACTERS = 1600

/** The same model, told on standard output: what it was told since its last reply, and what it said. */
export function traced(model: Model): Model {
  let nth = 0
  return wrapModel(model, async function* (request, signal) {
    nth += 1
    const { choice, purpose } = request
    console.log(`\n=== ${nth} ${purpose.key} (${choice.kind === "named" ? choice.name : choice.kind})`)
    for (const { role, text } of newsIn(request)) console.log(`--- ${role}\n${shortened(text)}`)
    try {
      for await (const part of model.stream(request, signal)) {
        if (part.type === "text") console.log(`>>> ${shortened(part.delta)}`)
        if (part.type === "call") console.log(`>>> ${part.call.name} ${shortened(part.call.arguments)}`)
        yield part
      }
    } catch (error) {
      console.log(`>>> fault: ${messageOf(error)}`)
      throw error
    }
  })
}

function newsIn({ messages }: ModelRequest): ModelRequest["messages"] {
  const last = messages.findLastIndex(({ role }) => role === "assistant")
  return messages.slice(last + 1).filter(({ role }) => role !== "system")
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS / 2)}\n[…]\n${text.slice(-MOST_CHARACTERS / 2)}`
}
