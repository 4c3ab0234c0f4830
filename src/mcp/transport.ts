import { resolve } from "node:path"
import type { Transport } from "@modelcontextprotocol/client"
import { findProgram, trustedPath } from "../tools/programs/find-program.ts"
import type { McpServer } from "./server-config.ts"
import { type FilledIn, resolveVariables, type Variables } from "./variables.ts"

/** A way to a server, not yet taken. */
export type Way = {
  readonly transport: Transport
  /** The end of what the server said beside the protocol. */
  said(): string
  readonly hide: FilledIn["hide"]
}

const KEPT_CHARACTERS = 2000

/** Starts nothing yet. Throws where a variable is missing. */
export async function wayTo(server: McpServer, workspace: string, variables: Variables): Promise<Way> {
  return "command" in server ? toProgram(server, workspace, variables) : toAddress(server, variables)
}

/** It gets the few variables that any program needs, and what its config names: the user's keys are none of its business. */
async function toProgram(
  server: Extract<McpServer, { command: string }>,
  workspace: string,
  variables: Variables,
): Promise<Way> {
  const { StdioClientTransport, getDefaultEnvironment } = await import("@modelcontextprotocol/client/stdio")
  const { values, hide } = resolveVariables(server.env, variables)
  const transport = new StdioClientTransport({
    command: programOf(server.command),
    args: [...server.args],
    cwd: resolve(workspace, server.cwd ?? "."),
    env: { ...getDefaultEnvironment(), PATH: trustedPath(), ...values },
    stderr: "pipe",
  })
  let kept = ""
  transport.stderr?.on("data", (chunk: Buffer) => {
    kept = (kept + chunk.toString("utf8")).slice(-KEPT_CHARACTERS)
  })
  return { transport, hide, said: () => kept.trim() }
}

/** A name is looked up outside of every workspace; a path is what the user wrote. */
function programOf(command: string): string {
  if (/[\\/]/.test(command)) return command
  const program = findProgram(command)
  if (program !== undefined) return program
  throw new Error(`"${command}" is no program outside of the workspace; install it, or give its path.`)
}

async function toAddress(server: Extract<McpServer, { url: string }>, variables: Variables): Promise<Way> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client")
  const { values, hide } = resolveVariables(server.headers, variables)
  const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: values } })
  return { transport, hide, said: () => "" }
}
