import type { Completion } from "../../src/testing/server-reply.ts"

/** A completion as the events of OpenAI's responses, as far as clients look at them. */
export function responseEvents(reply: Completion, n: number): { readonly type: string }[] {
  const items = [...messageItems(reply, n), ...callItems(reply, n)]
  const response = {
    id: `resp_${n}`,
    object: "response",
    model: "bench",
    status: "completed",
    output: items,
    usage: USAGE,
  }
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    ...items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response },
  ] as { type: string }[]
}

const USAGE = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 1010,
}

function messageItems({ text }: Completion, n: number): object[] {
  if (text === undefined) return []
  const content = [{ type: "output_text", text, annotations: [] }]
  return [{ type: "message", id: `msg_${n}`, role: "assistant", status: "completed", content }]
}

function callItems({ calls = [] }: Completion, n: number): object[] {
  return calls.map(({ name, arguments: input }, index) => ({
    type: "function_call",
    id: `fc_${n}_${index}`,
    call_id: `call_${n}_${index}`,
    name,
    arguments: typeof input === "string" ? input : JSON.stringify(input),
    status: "completed",
  }))
}
