import type { AgentContext, McpServer } from "@agentclientprotocol/sdk"
import { ApiFailure } from "../http/failure.ts"
import { type OpenSession, openSession, type SessionSetup } from "./open-session.ts"
import { SessionShelf } from "./session-shelf.ts"

/** Where a session works, and with which servers. */
export type SessionPlace = { readonly cwd: string; readonly mcpServers?: readonly McpServer[] }

/** The sessions that the editor has open. */
export class OpenSessions {
  readonly #setup: SessionSetup
  readonly #open = new Map<string, OpenSession>()

  constructor(setup: SessionSetup) {
    this.#setup = setup
  }

  begin({ cwd, mcpServers = [] }: SessionPlace, client: AgentContext): Promise<OpenSession> {
    const kept = { id: SessionShelf.newId(), cwd, title: "", updated_at: new Date().toISOString(), runs: [] }
    return this.#hold(kept, mcpServers, client)
  }

  /** Throws `ApiFailure` for one that nobody has kept. */
  async reopen(id: string, { cwd, mcpServers = [] }: SessionPlace, client: AgentContext): Promise<OpenSession> {
    const kept = await this.#setup.shelf.find(id)
    if (!kept) throw new ApiFailure(404, "unknown_session", `There is no session ${id}.`)
    return this.#hold({ ...kept, cwd }, mcpServers, client)
  }

  /** Throws `ApiFailure` for one that is not open. */
  get(id: string): OpenSession {
    const found = this.#open.get(id)
    if (!found) throw new ApiFailure(404, "unknown_session", `The session ${id} is not open; load it first.`)
    return found
  }

  async close(id: string): Promise<void> {
    await this.#open.get(id)?.close()
    this.#open.delete(id)
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)))
  }

  /** What was open under this name gives its run back first: one session has one hand. */
  async #hold(...[kept, servers, client]: HoldArguments): Promise<OpenSession> {
    await this.close(kept.id)
    const opened = await openSession(this.#setup, kept, servers, client)
    this.#open.set(kept.id, opened)
    return opened
  }
}

type HoldArguments = Parameters<typeof openSession> extends [unknown, ...infer Rest] ? Rest : never
