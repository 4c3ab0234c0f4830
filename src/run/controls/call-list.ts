import { shortNotation } from "../../model/adapter/schema-notation.ts"

/* How a plan shows its tools to a model that is not bound by its schema: a line for each one. */

type Node = Record<string, unknown>

/** `isTold`: it has a line; a call that has none is explained by the results that call for it. */
export type CallVariant = { readonly shape: unknown; readonly isTold: boolean }

/** A tool as a variant of a union: its name, what it does, and the schema of its arguments. */
type Call = { readonly name: string; readonly about: string; readonly arguments: Node; readonly isTold: boolean }

/** A union of calls as one call, in less than half of the tokens; `undefined` for any other union. */
export function callList(variants: readonly CallVariant[]): Node | undefined {
  const first = variants[0]?.shape
  const calls = variants.map(callIn)
  if (!isNode(first) || !calls.every((call) => call !== undefined)) return undefined
  const { tool: _tool, arguments: _arguments, ...beside } = first.properties as Node
  const lines = calls.filter(({ isTold }) => isTold).map(lineOf)
  return {
    type: "object",
    properties: {
      tool: { enum: calls.map(({ name }) => name), description: [HOW_TO_READ, ...lines].join("\n") },
      arguments: { type: "object" },
      ...beside,
    },
    required: first.required,
  }
}

const HOW_TO_READ = "Arguments with a ? are optional; those without a type are strings."

function callIn({ shape, isTold }: CallVariant): Call | undefined {
  if (!isNode(shape) || !isNode(shape.properties)) return undefined
  const { tool, arguments: given } = shape.properties
  if (!isNode(tool) || typeof tool.const !== "string" || !isNode(given) || !isNode(given.properties)) return undefined
  return { name: tool.const, about: String(shape.description ?? ""), arguments: given, isTold }
}

function lineOf({ name, about, arguments: given }: Call): string {
  return `${name}(${shortNotation(given).slice(1, -1)}): ${about.replace(/\s+/g, " ")}`
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
