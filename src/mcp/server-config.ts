import { z } from "zod"
import { madeOnce } from "../protocol/zod/made-once.ts"

/** Servers by the name that their tools start with: programs to start, or addresses. */
export const mcpServers = madeOnce(() => {
  /* What is said of any server, however it is reached. */
  const common = {
    /** The only tools of it that are used; all unless told otherwise. */
    tools: z.array(z.string().min(1)).optional(),
    /** What a tool touches, by its name there, where the server's own word is not to count. */
    access: z.record(z.string(), z.enum(["read", "write", "execute", "network"])).optional(),
    /** How long one call may take. */
    timeout_s: z.number().positive().max(3600).optional(),
  }
  const overStdio = z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** `${NAME}` stands for a variable of the user's environment. */
    env: z.record(z.string(), z.string()).default({}),
    /** Relative to the workspace, which it is unless told otherwise. */
    cwd: z.string().min(1).optional(),
    ...common,
  })
  const overHttp = z.strictObject({
    url: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }),
    /** `${NAME}` stands for a variable of the user's environment. */
    headers: z.record(z.string(), z.string()).default({}),
    ...common,
  })
  const name = z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,29}$/, "a name is a letter, then letters, digits, - and _, at most 30")
  return z.record(name, z.union([overStdio, overHttp]))
})
/** A server of the Model Context Protocol: a program to start, or an address. */
export type McpServer = z.infer<ReturnType<typeof mcpServers>>[string]
