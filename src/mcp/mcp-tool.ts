import type { Tool as ListedTool } from "@modelcontextprotocol/client"
import { z } from "zod"
import { clip } from "../text/clip.ts"
import { type Access, type AnyTool, declareTool, defineTool, ToolFailure } from "../tools/tool.ts"
import type { ToolSubject } from "../tools/tool-subject.ts"
import type { McpConnection } from "./connection.ts"
import { inputOf } from "./input-schema.ts"
import type { McpServer } from "./server-config.ts"
import { outputOf } from "./tool-output.ts"

const LONGEST_DESCRIPTION = 240
const LONGEST_NAME = 64
const SEPARATOR = "__"

/** A server's tool as one of ours: same approvals, constraints and limits. */
export function mcpTool(connection: McpConnection, server: McpServer, listed: ListedTool): AnyTool {
  const said = saidBy(server, listed.name)
  // One that the user says nothing of may do anything.
  const access = said ?? "execute"
  return defineTool<Record<string, unknown>>({
    name: toolName(connection.name, listed.name),
    description: oneLine(listed.description ?? listed.title ?? listed.name),
    input: inputOf(listed.inputSchema),
    access,
    isForeign: "command" in server && said === undefined,
    repeat: access === "read" ? "safe" : "never",
    ...(server.timeout_s === undefined ? {} : { timeoutMs: server.timeout_s * 1000 }),
    ...(access === "execute" && takesCommand(listed) ? { subject: commandIn } : {}),
    title: (input) => `${connection.name}: ${listed.name} ${JSON.stringify(input)}`,
    execute: async (input, { signal, trace }) =>
      outputOf(listed.name, await connection.call(listed.name, input, { signal, trace })),
  })
}

/** `server__tool`, in the letters that models may use. */
export function toolName(server: string, tool: string): string {
  return `${snake(server)}${SEPARATOR}${snake(tool)}`.slice(0, LONGEST_NAME)
}

/** Whether a recorded name is that of a server's tool. */
export function isMcpName(name: string): boolean {
  return name.includes(SEPARATOR)
}

/** Stands for a tool that a run was started with and that is not there now: the run goes on, this call does not. */
export function absentTool(name: string, why: string): AnyTool {
  return declareTool<Record<string, unknown>>({
    name,
    description: `Not available: ${oneLine(why)}`,
    input: z.record(z.string(), z.unknown()),
    access: "execute",
    repeat: "never",
    execute: async () => {
      throw new ToolFailure(`${name} is not available: ${why}`)
    },
  })
}

/**
 * What the user says that a tool touches. A server's own hints are not to be trusted, as the protocol says itself: none of them makes a
 * tool one that runs unasked, that is asked about where others are refused, or that is called a second time.
 */
function saidBy({ access }: McpServer, name: string): Access | undefined {
  return access && Object.hasOwn(access, name) ? access[name] : undefined
}

/** A server can't say what its calls are about: one that may do anything and takes a command is taken to run it. */
function takesCommand({ inputSchema }: ListedTool): boolean {
  return Object.hasOwn(inputSchema?.properties ?? {}, "command")
}

function commandIn({ command }: Record<string, unknown>): ToolSubject | undefined {
  return typeof command === "string" ? { kind: "command", command } : undefined
}

function snake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
}

function oneLine(text: string): string {
  return clip(text.replace(/\s+/g, " ").trim(), LONGEST_DESCRIPTION)
}
