import { z } from "zod"

/** What is said of any server, however it is reached. */
const COMMON = {
  /** The only tools of it that are used; all unless told otherwise. */
  tools: z.array(z.string().min(1)).optional(),
  /** What a tool touches, by its name there, where the server's own word is not to count. */
  access: z.record(z.string(), z.enum(["read", "write", "execute", "network"])).optional(),
  /** How long one call may take. */
  timeout_s: z.number().positive().max(3600).optional(),
}

const StdioServer = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  /** `${NAME}` stands for a variable of the user's environment. */
  env: z.record(z.string(), z.string()).default({}),
  /** Relative to the workspace, which it is unless told otherwise. */
  cwd: z.string().min(1).optional(),
  ...COMMON,
})

const HttpServer = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }),
  /** `${NAME}` stands for a variable of the user's environment. */
  headers: z.record(z.string(), z.string()).default({}),
  ...COMMON,
})

/** A server of the Model Context Protocol: a program to start, or an address. */
export const McpServer = z.union([StdioServer, HttpServer])
export type McpServer = z.infer<typeof McpServer>

/** Servers by the name that their tools start with. */
export const McpServers = z.record(
  z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,29}$/, "a name is a letter, then letters, digits, - and _, at most 30"),
  McpServer,
)
export type McpServers = z.infer<typeof McpServers>
