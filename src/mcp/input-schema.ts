import { z } from "zod"

type Node = Record<string, unknown>

/** How deep definitions are spelled out; what refers to itself ends there. */
const MOST_DEPTH = 12

/** The model is shown the server's own schema; what it sends is checked against it, as far as that can be understood here. */
export function inputOf(schema: unknown): z.ZodType<Record<string, unknown>> {
  const shown = shownSchema(schema)
  const checked = understood(shown)
  const record = z.record(z.string(), z.unknown())
  const input = checked
    ? record.superRefine((given, context) => {
        const parsed = checked.safeParse(given)
        for (const issue of parsed.error?.issues ?? [])
          context.issues.push({ ...issue, input: given } as z.core.$ZodRawIssue)
      })
    : record
  return input.meta(shown)
}

/** Without what only matters in a file of its own; definitions are put where they are used. */
function shownSchema(schema: unknown): Node {
  const root = isNode(schema) ? schema : {}
  const {
    $schema: _schema,
    $id: _id,
    id: _name,
    $defs: _defs,
    definitions: _definitions,
    ...rest
  } = inlined(root, root, 0) as Node
  return { type: "object", properties: {}, ...rest }
}

function understood(schema: Node): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    return undefined
  }
}

function inlined(value: unknown, root: Node, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, root, depth))
  if (!isNode(value)) return value
  const { $ref, ...rest } = value
  if (typeof $ref === "string") {
    const found = depth < MOST_DEPTH ? definition(root, $ref) : {}
    return { ...(inlined(found, root, depth + 1) as Node), ...rest }
  }
  const entries = Object.entries(value).filter(
    ([name]) => value !== root || (name !== "$defs" && name !== "definitions"),
  )
  return Object.fromEntries(entries.map(([name, child]) => [name, inlined(child, root, depth)]))
}

function definition(root: Node, reference: string): Node {
  const path = reference.replace(/^#\/?/, "").split("/").filter(Boolean)
  const found = path.reduce<unknown>(
    (node, name) => (isNode(node) ? node[name.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    root,
  )
  return isNode(found) ? found : {}
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
