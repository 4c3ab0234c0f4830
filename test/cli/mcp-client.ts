import { PassThrough, type Writable } from "node:stream"
import { type CallToolResult, Client } from "@modelcontextprotocol/client"
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import type { RunReport } from "../../src/server/mcp/run-report.ts"
import type { Place, Running } from "./keelson.ts"

/** A real client that talks to `keelson mcp`, whose process stays in the test's hands. */
export type Connected = AsyncDisposable & {
  readonly client: Client
  readonly running: Running
  /** What the client could not make sense of. */
  readonly faults: unknown[]
  /** Calls a tool and returns what it reports; fails for one that refuses. */
  call(tool: string, input: object, onProgress?: (line: string) => void): Promise<RunReport>
  /** Calls a tool that refuses, and returns why. */
  refusal(tool: string, input: object): Promise<string>
}

export async function connected(there: Place, ...words: string[]): Promise<Connected> {
  const running = there.start(["mcp", ...words], {}, null)
  const heard = new PassThrough()
  running.process.stdout?.on("data", (text: string) => heard.write(text))
  const client = new Client({ name: "test", version: "1" })
  const faults: unknown[] = []
  client.onerror = (fault) => faults.push(fault)
  // The same lines in either direction: only the streams are swapped.
  await client.connect(new StdioServerTransport(heard, running.process.stdin as Writable))
  const ask = async (name: string, input: object, onProgress?: (line: string) => void): Promise<CallToolResult> =>
    client.callTool(
      { name, arguments: { ...input } },
      { timeout: 60_000, ...(onProgress ? { onprogress: ({ message }) => onProgress(message ?? "") } : {}) },
    )
  return {
    client,
    running,
    faults,
    async call(tool, input, onProgress) {
      const result = await ask(tool, input, onProgress)
      if (result.isError) throw new Error(textOf(result))
      return result.structuredContent as RunReport
    },
    async refusal(tool, input) {
      const result = await ask(tool, input)
      if (!result.isError) throw new Error(`not refused: ${textOf(result)}`)
      return textOf(result)
    },
    async [Symbol.asyncDispose]() {
      running.process.stdin?.end()
      await running.end
    },
  }
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n")
}
