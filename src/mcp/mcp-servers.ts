import type { z } from "zod"
import { mcpServers } from "./server-config.ts"

/** Servers by the name that their tools start with. */
export const McpServers = mcpServers()
export type McpServers = z.infer<typeof McpServers>
