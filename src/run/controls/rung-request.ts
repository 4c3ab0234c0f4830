import type { ModelRequest } from "../../model/model.ts"
import type { Message } from "../../protocol/message.ts"
import type { Control } from "./control.ts"
import type { Footing } from "./ladder.ts"
import type { Panel } from "./panel.ts"

type Asked = { readonly control: Control<unknown>; readonly panel: Panel }

/** How a control is asked for on a rung. */
export function askedOn(
  { rung, thinking }: Footing,
  asked: Asked,
  messages: readonly Message[],
): Pick<ModelRequest, "messages" | "tools" | "choice" | "format" | "thinking"> {
  const { control, panel } = asked
  const name = panel.wireName(control)
  const off = thinking === "off" ? ({ thinking } as const) : {}
  switch (rung) {
    case "named":
      return { messages, tools: panel.specs, choice: { kind: "named", name }, ...off }
    case "required":
      return { messages, tools: panel.specs.filter((spec) => spec.name === name), choice: { kind: "required" }, ...off }
    case "schema":
      return {
        messages,
        tools: [],
        choice: { kind: "none" },
        format: { name: control.name, schema: panel.schemaFor(control) },
        ...off,
      }
    case "text":
      return { messages: withSchema(asked, messages), tools: [], choice: { kind: "none" }, ...off }
  }
}

/** Failed tries leave no trace in the transcript; the model is told what was wrong, not shown its own mistake. */
export function withIssues(
  { rung }: Footing,
  { control, panel }: Asked,
  messages: readonly Message[],
  issues: readonly string[],
): readonly Message[] {
  if (issues.length === 0) return messages
  const isCall = rung === "named" || rung === "required"
  const how = isCall ? `Call ${panel.wireName(control)} again` : "Answer again with JSON only"
  const text = `Your last reply could not be used:\n${issues.map((issue) => `- ${issue}`).join("\n")}\n${how}, complete and corrected.`
  return [...messages, { role: "user", text }]
}

/** On the last rung the schema is all that forces: it stands at the end, where it is read best. */
function withSchema({ control, panel }: Asked, messages: readonly Message[]): readonly Message[] {
  const text = `Answer with one JSON object for ${control.name} and nothing else: no prose, no fence. Its JSON schema:\n${JSON.stringify(panel.schemaFor(control))}`
  return [...messages, { role: "user", text }]
}
