import { Readable, Writable } from "node:stream"
import type { AgentApp, InitializeResponse, RequestError } from "@agentclientprotocol/sdk"
import { toFailure } from "../http/failure.ts"
import { within } from "../http/wait-at-most.ts"
import type { SessionSetup } from "./open-session.ts"
import { OpenSessions } from "./open-sessions.ts"
import { chosenBy } from "./session-choices.ts"
import { type KeptSession, SessionShelf } from "./session-shelf.ts"

/** How the server for editors is set up. */
export type AcpServerOptions = Omit<SessionSetup, "shelf"> & {
  readonly version: string
  readonly input: Readable
  /** Nothing else may write here. */
  readonly output: Writable
  /** Where sessions are kept; `undefined`: they end with the process. */
  readonly folder: string | undefined
}

/** A server that listens to one editor. */
export interface AcpServer {
  /** Settles when the editor has gone. */
  readonly closed: Promise<void>
  /** Gives the runs back, which can be resumed. */
  close(): Promise<void>
}

/** Editors don't wait long before they kill an agent; a run that takes longer to stop is as if it had crashed. */
const CLOSE_MS = 1500
const MOST_LISTED = 100

/** Speaks ACP with whoever is at the other end of the two streams. */
export async function startAcpServer(options: AcpServerOptions): Promise<AcpServer> {
  const sdk = await import("@agentclientprotocol/sdk")
  const shelf = new SessionShelf(options.folder)
  const sessions = new OpenSessions({ ...options, shelf })
  const told = teller(sdk.RequestError, options.onFault)
  const app = sdk.agent({ name: "keelson" })
  app.onRequest("initialize", () => capabilities(options.version, sdk.PROTOCOL_VERSION))
  addSessions(app, sessions, shelf, told)
  addTurns(app, sessions, told)
  const { input, output } = options
  const connection = app.connect(
    sdk.ndJsonStream(Writable.toWeb(output), Readable.toWeb(input) as ReadableStream<Uint8Array>),
  )
  return {
    closed: connection.closed,
    close: async () => {
      await within(CLOSE_MS, sessions.closeAll())
      connection.close()
    },
  }
}

function capabilities(version: string, protocolVersion: number): InitializeResponse {
  return {
    protocolVersion,
    agentInfo: { name: "keelson", title: "Keelson", version },
    authMethods: [],
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { embeddedContext: true, image: true },
      mcpCapabilities: { http: true },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
  }
}

type Told = <Result>(work: () => Promise<Result>) => Promise<Result>

/** What is refused is told; what broke here is told as such, and logged. */
function teller(Refusal: typeof RequestError, onFault: (error: unknown) => void): Told {
  return async (work) => {
    try {
      return await work()
    } catch (error) {
      const { status, message, hint = "" } = toFailure(error)
      if (status === 500) onFault(error)
      const text = `${message} ${hint}`.trim()
      throw status === 500 ? Refusal.internalError(undefined, text) : Refusal.invalidParams(undefined, text)
    }
  }
}

/** Sessions come and go. */
function addSessions(app: AgentApp, sessions: OpenSessions, shelf: SessionShelf, told: Told): void {
  app.onRequest("session/new", ({ params, client }) =>
    told(async () => (await sessions.begin(params, client)).welcome()),
  )
  app.onRequest("session/load", ({ params, client }) =>
    told(async () => {
      const opened = await sessions.reopen(params.sessionId, params, client)
      await opened.session.replay()
      return opened.welcome()
    }),
  )
  app.onRequest("session/resume", ({ params, client }) =>
    told(async () => (await sessions.reopen(params.sessionId, params, client)).welcome()),
  )
  app.onRequest("session/list", ({ params }) =>
    told(async () => {
      const fitting = (await shelf.list()).filter(({ cwd }) => params.cwd == null || cwd === params.cwd)
      return { sessions: fitting.slice(0, MOST_LISTED).map(listed) }
    }),
  )
  app.onRequest("session/close", ({ params }) => told(() => sessions.close(params.sessionId)))
}

function listed({ id, cwd, title, updated_at }: KeptSession) {
  return { sessionId: id, cwd, title, updatedAt: updated_at }
}

/** What is said and chosen in a session. */
function addTurns(app: AgentApp, sessions: OpenSessions, told: Told): void {
  app.onRequest("session/prompt", ({ params }) =>
    told(async () => ({ stopReason: await sessions.get(params.sessionId).session.prompt(params.prompt) })),
  )
  app.onNotification("session/cancel", ({ params }) => told(() => sessions.get(params.sessionId).session.cancel()))
  app.onRequest("session/set_mode", ({ params: { sessionId, modeId } }) =>
    told(() => sessions.get(sessionId).session.choose({ approve: modeId })),
  )
  app.onRequest("session/set_config_option", ({ params }) =>
    told(async () => {
      const { session, welcome } = sessions.get(params.sessionId)
      await session.choose(chosenBy(params))
      return { configOptions: (await welcome()).configOptions ?? [] }
    }),
  )
}
