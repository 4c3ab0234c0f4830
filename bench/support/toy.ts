import { defineTool, type Model, type ModelPart } from "keelson"
import { z } from "zod"

/** A tool that costs nothing and touches nothing. */
export const note = defineTool({
  name: "note",
  description: "Note a text.",
  input: z.object({ text: z.string() }),
  access: "read",
  repeat: "safe",
  execute: async ({ text }) => `noted: ${text}`,
})

/** Calls `note` so many times, then answers; `onCall` may hold it up. */
export function notingModel(steps: number, onCall: (turn: number) => Promise<void> = async () => {}): Model {
  return {
    id: "toy:notes",
    contextWindow: 128_000,
    async *stream({ messages }): AsyncGenerator<ModelPart> {
      const turn = messages.filter(({ role }) => role === "tool").length + 1
      await onCall(turn)
      const isOver = turn > steps
      if (isOver) yield { type: "text", delta: "Everything is noted." }
      else yield { type: "call", call: { id: `call-${turn}`, name: note.name, arguments: `{"text":"step ${turn}"}` } }
      yield {
        type: "end",
        usage: { prompt: 100, completion: 10, cached: 0 },
        finish: isOver ? "stop" : "calls",
      }
    },
  }
}
