import type { JsonSchema, ModelRequest, ToolSpec } from "../../model/seam/model.ts"
import type { Message } from "../../protocol/log/message.ts"
import { briefly } from "./brief.ts"
import type { Control } from "./control.ts"
import { exampleOf } from "./example.ts"
import { guide, toolGuide, withGuide } from "./guide.ts"
import { type Footing, isForcing } from "./ladder.ts"
import type { Panel } from "./panel.ts"

type Asked = {
  readonly control: Control<unknown>
  readonly panel: Panel
  /** There is little room: the tools are shown in fewer words. */
  readonly isBrief?: boolean
  /** Nothing can be sent that the schema does not describe. */
  readonly isBound?: boolean
  /** The model is small: where nothing keeps the form, it is shown one. */
  readonly hasExample?: boolean
}

/** How a control is asked for on a rung. */
export function askedOn(
  { rung, thinking }: Footing,
  asked: Asked,
  messages: readonly Message[],
): Pick<ModelRequest, "messages" | "tools" | "choice" | "format" | "thinking"> {
  const { control, panel, isBrief = false, isBound = false } = asked
  const name = panel.wireName(control)
  const specs = isBrief ? briefly(panel.variants) : isBound ? panel.variants : panel.specs
  const off = thinking === "off" ? ({ thinking } as const) : {}
  switch (rung) {
    case "named":
      return { messages, tools: specs, choice: { kind: "named", name }, ...off }
    case "required":
      return {
        messages: withSpokenOf(name, specs, messages),
        tools: specs.filter((spec) => spec.name === name),
        choice: { kind: "required" },
        ...off,
      }
    case "schema":
      return {
        messages: withGuide(messages, guideOf(asked)),
        tools: [],
        choice: { kind: "none" },
        format: { name: control.name, schema: panel.schemaFor(control) },
        ...off,
      }
    case "text":
      return {
        messages: withForm(asked, withGuide(messages, guideOf(asked))),
        tools: [],
        choice: { kind: "none" },
        ...off,
      }
  }
}

type Told = { readonly prompt: string; readonly along?: string }

/** What a question says on a rung: only a call has room for more than what is due. */
export function withAlong(footing: Footing | undefined, { prompt, along = "" }: Told): string {
  return footing && isForcing(footing.rung) ? [prompt, along].filter(Boolean).join(" ") : prompt
}

/** For a rung further down than the one that the question was told for. */
export function withoutAlong(
  { rung }: Footing,
  { along = "" }: Pick<Told, "along">,
  messages: readonly Message[],
): readonly Message[] {
  const last = messages.at(-1)
  if (along === "" || isForcing(rung) || !last?.text.endsWith(along)) return messages
  return [...messages.slice(0, -1), { ...last, text: last.text.slice(0, -along.length).trimEnd() }]
}

/** Failed tries leave no trace in the transcript; the model is told what was wrong, not shown its own mistake. */
export function withIssues(
  { rung }: Footing,
  { control, panel }: Asked,
  messages: readonly Message[],
  issues: readonly string[],
): readonly Message[] {
  if (issues.length === 0) return messages
  const how = isForcing(rung) ? `Call ${panel.wireName(control)} again` : "Answer again with JSON only"
  const text = `Your last reply could not be used:\n${issues.map((issue) => `- ${issue}`).join("\n")}\n${how}, complete and corrected.`
  return [...messages, { role: "user", text }]
}

function guideOf({ panel: { parts, form }, isBrief = false }: Asked): string {
  return guide(isBrief ? briefly(parts) : parts, form)
}

/** Where the list is narrowed to one tool, others that its schema speaks of are still to be known. */
function withSpokenOf(name: string, specs: readonly ToolSpec[], messages: readonly Message[]): readonly Message[] {
  const text = JSON.stringify(specs.find((spec) => spec.name === name)?.schema)
  const spokenOf = specs.filter((spec) => spec.name !== name && text.includes(JSON.stringify(spec.name)))
  return spokenOf.length === 0 ? messages : withGuide(messages, toolGuide(spokenOf))
}

/** On the last rung nothing forces the form but this reminder of it; it stands at the end, where it is read best. */
function withForm({ control, panel, hasExample }: Asked, messages: readonly Message[]): readonly Message[] {
  const schema = panel.schemaFor(control)
  const form = hasExample
    ? `${skeleton(schema)}\nFor example, with words of your own in place of …:\n${JSON.stringify(exampleOf(schema))}`
    : skeleton(schema)
  const text = `Answer now with one JSON object for ${control.name} and nothing else, no prose and no fence, with at least:\n${form}`
  return [...messages, { role: "user", text }]
}

/** The fields that have to be there, without their values. */
function skeleton({ properties, required }: JsonSchema): string {
  const known = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  const due = known.filter(([name]) => Array.isArray(required) && required.includes(name))
  return `{${due.map(([name, child]) => `${JSON.stringify(name)}: ${child.properties ? skeleton(child) : "…"}`).join(", ")}}`
}
