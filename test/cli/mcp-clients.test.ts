import { createMCPClient } from "@ai-sdk/mcp"
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio"
import { Client as NewClient } from "@modelcontextprotocol/client"
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { expect, test } from "vitest"
import { place } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"

/* `keelson mcp` as clients start it that are not ours: both generations of the protocol's own SDK, and the AI SDK's. */

type Started = {
  readonly command: string
  readonly args: string[]
  readonly cwd: string
  readonly env: Record<string, string>
}
type Called = { readonly structuredContent?: unknown; readonly isError?: boolean | undefined }
type Connected = {
  readonly tools: readonly string[]
  call(name: string, input: Record<string, unknown>): Promise<Called>
  close(): Promise<void>
}

const CLIENTS: Readonly<Record<string, (started: Started) => Promise<Connected>>> = {
  "the protocol's SDK, 2.x": async (started) => {
    const client = new NewClient({ name: "test", version: "1" })
    await client.connect(new NewTransport(started))
    const { tools } = await client.listTools()
    const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })
    return { tools: tools.map(({ name }) => name), call, close: () => client.close() }
  },
  "the protocol's SDK, 1.x": async (started) => {
    const client = new OldClient({ name: "test", version: "1" })
    await client.connect(new OldTransport(started))
    const { tools } = await client.listTools()
    const call = async (name: string, input: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: input })) as Called
    return { tools: tools.map(({ name }) => name), call, close: () => client.close() }
  },
  "the AI SDK": async (started) => {
    const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport(started) })
    const tools = await client.tools()
    const call = async (name: string, input: Record<string, unknown>) => {
      const tool = tools[name]
      return (await tool?.execute?.(input, { toolCallId: "1", messages: [], context: {} })) as Called
    }
    return { tools: Object.keys(tools), call, close: () => client.close() }
  },
}

test.concurrent.each(Object.entries(CLIENTS))("%s gets a task done and asks for it again", async (_name, connect) => {
  const there = place()
  const model = await there.serve(story({ plans: [WRITE_NOTE] }))
  const [command, ...program] = there.command
  const args = [...program, "mcp", "--approve", "full", ...there.modelAt(model)]
  const env = Object.fromEntries(
    Object.entries(there.environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const client = await connect({ command, args, cwd: there.workspace, env })
  try {
    expect(client.tools).toEqual(["run_task", "get_run", "answer", "cancel"])
    const { structuredContent: report } = await client.call("run_task", { request: "Write a note", strategy: "phased" })
    expect(report).toMatchObject({ outcome: "done", files: [{ path: "note.md", change: "new" }] })
    const { run_id } = report as { run_id: string }
    expect((await client.call("get_run", { run_id })).structuredContent).toEqual(report)
    expect(await client.call("get_run", { run_id: "no-such-run" })).toMatchObject({ isError: true })
  } finally {
    await client.close()
  }
})
