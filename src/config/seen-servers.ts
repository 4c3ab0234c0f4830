import { join } from "node:path"
import { z } from "zod"
import { digestOf } from "../journal/stable-json.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { type Listing, listingChanges } from "../mcp/listing.ts"
import type { McpServers } from "../mcp/mcp-servers.ts"
import { readPrivateJson, writePrivateJson } from "./private-file.ts"

const Digests = z.object({ description: z.string(), arguments: z.string(), hints: z.string() })
/** What each server offered when this user last used it. */
const SeenServers = z.record(z.string(), z.record(z.string(), Digests))

/** Compares what servers offer with the last time, a line for each that changed, and remembers what they offer now. */
export function changedServers(
  stateFolder: string,
  servers: McpServers,
  listings: ReadonlyMap<string, Listing>,
): readonly string[] {
  if (stateFolder === IN_MEMORY || listings.size === 0) return []
  const file = join(stateFolder, "mcp-tools.json")
  const parsed = SeenServers.safeParse(readPrivateJson(file))
  const seen = parsed.success ? parsed.data : {}
  const offered = [...listings].map(([name, listing]) => ({ name, now: hashed(listing), key: keyOf(name, servers) }))
  const isNews = offered.some(({ key, now }) => digestOf(seen[key] ?? null) !== digestOf(now))
  if (isNews) writePrivateJson(file, { ...seen, ...Object.fromEntries(offered.map(({ key, now }) => [key, now])) })
  return offered.flatMap(({ name, now, key }) => {
    const changes = seen[key] ? listingChanges(seen[key], now) : ""
    return changes === "" ? [] : [`The tools of MCP server "${name}" changed since you last used it (${changes}).`]
  })
}

function hashed(listing: Listing): Listing {
  return Object.fromEntries(
    Object.entries(listing).map(([tool, { description, arguments: input, hints }]) => [
      tool,
      { description: digestOf(description), arguments: digestOf(input), hints: digestOf(hints) },
    ]),
  )
}

/** The same name may stand for another program or address in another folder. */
function keyOf(name: string, servers: McpServers): string {
  const server = servers[name]
  if (server === undefined) return name
  const where = "command" in server ? [server.command, server.args, server.cwd ?? ""] : [server.url]
  return `${name} ${digestOf([where, server.tools ?? null])}`
}
