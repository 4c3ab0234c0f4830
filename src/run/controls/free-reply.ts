import { digestOf } from "../../journal/stable-json.ts"
import type { ModelReply, ToolSpec } from "../../model/seam/model.ts"
import { withinContext } from "../context/compaction.ts"
import type { Conversation } from "../context/conversation.ts"
import type { RunParts } from "../core/run-parts.ts"
import { callModel } from "../model-call/call-model.ts"
import { briefly, isBrief } from "./brief.ts"
import { FREE_REPLY } from "./control.ts"

const DIGEST = digestOf({ control: FREE_REPLY, version: 1 })

/** One reply of the model's with these tools on offer; nothing is asked of its form. */
export function freeReply(
  parts: RunParts,
  key: string,
  conversation: Conversation,
  { tools: all, hidden }: { readonly tools: readonly ToolSpec[]; readonly hidden: string | undefined },
): Promise<ModelReply> {
  const tools = isBrief(parts) ? briefly(all) : all
  const place = { key, control: FREE_REPLY, tools }
  return withinContext(parts, place, conversation, (messages) => {
    const { repeated } = conversation
    const asked = { ...place, attempt: 1, messages, repeated, choice: { kind: "auto" }, forSummary: false } as const
    const call = hidden === undefined ? asked : { ...asked, hidden }
    return callModel(parts, call, DIGEST, () => [])
  })
}
