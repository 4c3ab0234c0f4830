import type { JsonSchema } from "../../../src/model/seam/model.ts"
import type { HeardRequest, Mind } from "./mind.ts"

/**
 * A model that can only mean what it was shown. A schema for the reply becomes a grammar, which no prompt has in it: where it demands a
 * name that stands nowhere in messages or tools this mind fails, and the emulator tells which name it was.
 */
export function sightedMind(mind: Mind): Mind {
  return (asked) => {
    const unseen = asked.format ? unseenNames(asked, asked.format.schema) : []
    if (unseen.length > 0) throw new Error(`the prompt does not name ${unseen.join(", ")}`)
    return mind(asked)
  }
}

function unseenNames({ messages, tools }: HeardRequest, schema: JsonSchema): string[] {
  const shown = wordsOf([...messages.map(({ text }) => text), JSON.stringify(tools)].join("\n"))
  return [...namesIn(schema)].filter((name) => [...wordsOf(name)].some((word) => !shown.has(word)))
}

/** The words of a text, as names are made of them. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\w-]+/g))
}

/** Every name in a schema: fields, at any depth, and the values that one has to choose from. */
export function namesIn(schema: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>()
  collect(schema, names)
  return names
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, names)
    return
  }
  const { properties, const: only, enum: choices, description: _words, required: _known, ...rest } = value as JsonSchema
  for (const choice of [only, ...(Array.isArray(choices) ? choices : [])])
    if (typeof choice === "string") names.add(choice)
  for (const [name, child] of Object.entries(properties ?? {})) {
    names.add(name)
    collect(child, names)
  }
  for (const child of Object.values(rest)) collect(child, names)
}
