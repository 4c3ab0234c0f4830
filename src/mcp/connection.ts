import type { CallToolResult, Client, Tool as ListedTool } from "@modelcontextprotocol/client"
import type { TraceHeaders } from "../protocol/log/trace.ts"
import { ToolFailure } from "../tools/tool.ts"
import type { McpServer } from "./server-config.ts"
import { type Way, wayTo } from "./transport.ts"
import type { Variables } from "./variables.ts"

const START_MS = 15_000
/** The engine's own limit is shorter; this one only keeps a request from staying open for ever. */
const CALL_MS = 3_600_000
const SIGN_OF_LIFE_MS = 3000

/** What the client takes of one message, by its own default. */
const FLOOD = "it sent more than 10 MB in one message, and was ended"

/** Where a server is started, and with whose variables. */
export type McpPlace = {
  readonly workspace: string
  readonly variables: Variables
  /** How long a server may take to start and to say what it can do. */
  readonly startMs?: number
}

/** `trace` goes along as `_meta`, where servers look for it. */
type CallContext = { readonly signal: AbortSignal; readonly trace?: TraceHeaders | undefined }

type Link = { readonly client: Client; readonly way: Way; isOpen: boolean; floods: boolean }

/** In every text of a result. */
function hidden<Value>(value: Value, hide: Way["hide"]): Value
function hidden(value: unknown, hide: Way["hide"]): unknown {
  if (typeof value === "string") return hide(value)
  if (Array.isArray(value)) return value.map((item) => hidden(item, hide))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hidden(item, hide)]))
}

/** One server, started on first use and again where it died in between. What it does wrong hurts its own calls only. */
export class McpConnection {
  readonly name: string
  readonly #server: McpServer
  readonly #place: McpPlace
  #link: Promise<Link> | undefined
  #isClosed = false

  constructor(name: string, server: McpServer, place: McpPlace) {
    this.name = name
    this.#server = server
    this.#place = place
  }

  /** What the server offers. Throws `ToolFailure` with what it said, if it does not start or does not answer in time. */
  async tools(): Promise<readonly ListedTool[]> {
    const link = await this.#open()
    try {
      const { tools } = await link.client.listTools({}, { timeout: this.#startMs })
      return tools
    } catch (error) {
      throw this.#failure(error, link.way)
    }
  }

  /** Calls a tool once: whether one that failed half-way may be repeated, nobody knows. */
  async call(tool: string, input: Record<string, unknown>, { signal, trace }: CallContext): Promise<CallToolResult> {
    const link = await this.#open()
    try {
      const result = await link.client.callTool(
        { name: tool, arguments: input, ...(trace ? { _meta: { ...trace } } : {}) },
        { signal, timeout: CALL_MS },
      )
      return hidden(result, link.way.hide)
    } catch (error) {
      if (!signal.aborted) throw this.#failure(link.floods ? FLOOD : error, link.way)
      await this.#leaveIfSilent(link)
      throw error
    }
  }

  /** Ends the server. Without effect on one that never started. */
  async close(): Promise<void> {
    this.#isClosed = true
    const link = await this.#link?.catch(() => undefined)
    await link?.client.close().catch(() => {})
  }

  get #startMs(): number {
    return this.#place.startMs ?? START_MS
  }

  async #open(): Promise<Link> {
    if (this.#isClosed) throw new ToolFailure(`MCP server "${this.name}" was ended with its run.`)
    const link = await this.#link?.catch(() => undefined)
    if (link?.isOpen) return link
    this.#link = this.#connect()
    return this.#link
  }

  async #connect(): Promise<Link> {
    const { Client } = await import("@modelcontextprotocol/client")
    const way = await wayTo(this.#server, this.#place.workspace, this.#place.variables).catch((error) => {
      throw this.#failure(error, undefined)
    })
    const client = new Client({ name: "keelson", version: "1" }, this.#options())
    const link: Link = { client, way, isOpen: true, floods: false }
    client.onclose = () => {
      link.isOpen = false
    }
    // Lines that are no protocol are the server's own affair, as long as it answers and can be listened to.
    client.onerror = ({ message }) => {
      link.floods ||= message.includes("exceeded maximum size")
    }
    try {
      await client.connect(way.transport, { timeout: this.#startMs })
      return link
    } catch (error) {
      await client.close().catch(() => {})
      throw this.#failure(error, way)
    }
  }

  /** An address is asked which revision it speaks; a program would have to be started twice for that. */
  #options() {
    return "url" in this.#server
      ? { versionNegotiation: { mode: "auto", probe: { timeoutMs: this.#startMs } } as const }
      : {}
  }

  /** After a call that took too long: a server that does not even answer a ping is ended, so that the next call starts it anew. */
  async #leaveIfSilent({ client }: Link): Promise<void> {
    await client.ping({ timeout: SIGN_OF_LIFE_MS }).catch(() => client.close().catch(() => {}))
  }

  #failure(error: unknown, way: Way | undefined): ToolFailure {
    if (error instanceof ToolFailure) return error
    const message = error instanceof Error ? error.message : String(error)
    const said = way?.said() ?? ""
    const text = `MCP server "${this.name}": ${message}${said === "" ? "" : `\nIt said: ${said}`}`
    return new ToolFailure(way ? way.hide(text) : text)
  }
}
