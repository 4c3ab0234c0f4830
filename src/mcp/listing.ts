import type { Tool as ListedTool } from "@modelcontextprotocol/client"

/** What a server says of one tool, as JSON or as a hash of it: what the model reads, what it may send, and how the server calls it. */
type ToolWords = { readonly description: string; readonly arguments: string; readonly hints: string }

/** What a server offers, by the names of its tools. */
export type Listing = Readonly<Record<string, ToolWords>>

const PARTS = ["description", "arguments", "hints"] as const
const MOST_NAMES = 8

export function listingOf(tools: readonly ListedTool[]): Listing {
  return Object.fromEntries(tools.map((tool) => [tool.name, wordsOf(tool)]))
}

function wordsOf({ title, description, inputSchema, outputSchema, annotations }: ListedTool): ToolWords {
  return {
    description: JSON.stringify([title ?? "", description ?? ""]),
    arguments: JSON.stringify([inputSchema ?? null, outputSchema ?? null]),
    hints: JSON.stringify(annotations ?? null),
  }
}

/** `new: wipe; gone: read; other description: search`; empty where nothing changed. */
export function listingChanges(before: Listing, now: Listing): string {
  const known = (name: string) => Object.hasOwn(before, name)
  const kept = Object.keys(now).filter(known)
  const changes: readonly (readonly [what: string, names: readonly string[]])[] = [
    ["new", Object.keys(now).filter((name) => !known(name))],
    ["gone", Object.keys(before).filter((name) => !Object.hasOwn(now, name))],
    ...PARTS.map(
      (part) => [`other ${part}`, kept.filter((name) => before[name]?.[part] !== now[name]?.[part])] as const,
    ),
  ]
  return changes
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${shortList(names)}`)
    .join("; ")
}

/** Names are the server's: only what can't be mistaken for anything else is shown of them. */
function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => name.replace(/[^\w.-]+/g, "_").slice(0, 40))
  return [...shown, ...(names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [])].join(", ")
}
