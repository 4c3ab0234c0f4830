import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import type { Hono } from "hono"
import { KeelsonError } from "../protocol/log/keelson-error.ts"
import type { AccessRules, ServerEnvironment } from "./access/access.ts"
import { EntryCodes } from "./access/entry-codes.ts"
import type { Keyring } from "./access/rooms.ts"
import { newToken, SHORTEST_TOKEN } from "./access/token.ts"
import { buildApp } from "./app.ts"
import { findConsoleFiles } from "./console-files.ts"
import { bracketed, isLoopback } from "./http/allowed-hosts.ts"
import { limitConnections, REQUEST_TIMES } from "./http/connection-limits.ts"
import type { Rate } from "./http/rate-limit.ts"
import { within } from "./http/wait-at-most.ts"
import type { LogLine } from "./observing/log-line.ts"
import { openRooms } from "./open-rooms.ts"
import { RunCatalog } from "./runs/run-catalog.ts"
import { RunDesk } from "./runs/run-desk.ts"
import type { RunHost } from "./runs/run-host.ts"
import type { FeedTuning } from "./services.ts"
import { Feeds } from "./streams/feeds.ts"
import { RunPictures } from "./streams/run-pictures.ts"

/** How a server is set up. */
export type ServerOptions = {
  readonly host: RunHost
  readonly version: string
  /** Any free one unless told otherwise. */
  readonly port?: number
  /** What it listens at, first, and other names that lead to it; 127.0.0.1 unless told otherwise. */
  readonly hosts?: readonly string[]
  /** A new one unless given; `null` for none, which only an address of this machine alone may have. */
  readonly token?: string | null
  /** Who has tokens of their own, on a host that can tell people apart. */
  readonly people?: Keyring | undefined
  /** The built console. */
  readonly consoleFolder?: string | undefined
  /** Tells the owner an address; a page that is not signed in may ask for one. */
  readonly announce?: ((entryUrl: string) => void) | undefined
  /** Hears of faults that should not happen: for logging. */
  readonly onFault?: (error: unknown) => void
  /** Hears of requests, and of runs that are taken up and left: for logging. */
  readonly onLog?: (line: LogLine) => void
  /** POSTs a second that one token may make, or one address where there is no token; 20 unless told. Cancel, approve and answer are never counted. */
  readonly maxPosts?: number | undefined
  readonly tuning?: Partial<
    FeedTuning & Pick<AccessRules, "postRate" | "failedRate" | "now"> & { readonly closeMs: number }
  >
}

/** A server that listens. */
export interface RunServer {
  /** Without the token. */
  readonly url: string
  /** A new address that signs one browser in, once and within ten minutes; only the token lasts. */
  entryUrl(): string
  readonly token: string | null
  readonly port: number
  /** Runs that were left in the middle of their work; they can be resumed. */
  interrupted(): Promise<string[]>
  /** Takes up the runs that were left in the middle of their work; returns those that go on. */
  resumeInterrupted(): Promise<string[]>
  /** Accepts nothing more, ends the streams and gives the runs back, which can be resumed. The store stays open. */
  close(): Promise<void>
}

const TUNING = {
  pollMs: 250,
  heartbeatMs: 15_000,
  maxStreams: 1000,
  viewerLimits: { liveBytes: 256 * 1024, factsBehind: 1000, missedBeats: 4 },
  postRate: postRateOf(20),
  failedRate: { burst: 20, refillMs: 3000 },
  now: Date.now,
  /** So long a run may take to stop; then the process goes without it, and its lease is taken over. */
  closeMs: 3000,
}

/** A burst of some seconds' worth is nothing special. */
function postRateOf(perSecond: number): Rate {
  return { burst: perSecond * 6, refillMs: 1000 / perSecond }
}

/** So long replies under way may take to arrive. */
const FAREWELL_MS = 500

/** The server can't be started like this; the message says what would work. */
export class ServerSetupError extends KeelsonError {
  override name = "ServerSetupError"
  /** What the system said, such as EADDRINUSE. */
  readonly systemCode: string | undefined

  constructor(message: string, systemCode?: string) {
    super("bad_server", "refused", message)
    this.systemCode = systemCode
  }
}

/** Starts to listen. Throws `ServerSetupError` for settings that would leave the door open, and for a port that can't be had. */
export async function startServer(options: ServerOptions): Promise<RunServer> {
  const { host, version, onFault = () => {}, onLog } = options
  const hosts = options.hosts?.length ? options.hosts : ["127.0.0.1"]
  const [address = "127.0.0.1"] = hosts
  const token = checkedToken(options.token, address)
  const asked = options.maxPosts === undefined ? {} : { postRate: postRateOf(options.maxPosts) }
  const tuning = { ...TUNING, ...asked, ...options.tuning }
  const catalog = new RunCatalog(host)
  const desk: RunDesk = new RunDesk(host, {
    onHeld: (run) => {
      onLog?.({ event: "run.taken", run_id: run.id })
      feeds.attach(run)
    },
    onLeft: (run, outcome) => {
      onLog?.({ event: "run.left", run_id: run.id, outcome })
      feeds.detach(run)
    },
    onFault,
  })
  const redact = (text: string) => host.redact(text)
  const feeds = new Feeds({ ...tuning, host, redact, onFault, heldRun: (runId) => desk.held(runId) })
  const pictures = new RunPictures(host.store)
  const consoleFiles = await findConsoleFiles(options.consoleFolder)
  const codes = new EntryCodes(tuning.now)
  const announce = options.announce && (() => options.announce?.(entryUrl()))
  const services = { host, version, catalog, desk, feeds, pictures }
  const rooms = openRooms(options.people, services, { consoleFiles, onFault })
  const server = await listen(address, options.port ?? 0, (port) => {
    const admit = rooms && ((bearer: string) => rooms.admit(bearer))
    const access: AccessRules = { ...tuning, token, hosts, port, codes, announce, admit }
    return buildApp(services, access, { consoleFiles, onFault, onLog, rooms })
  }).catch((error: unknown) => {
    feeds.close()
    throw error
  })
  const { port } = server.address() as AddressInfo
  let closing: Promise<void> | undefined
  const url = `http://${bracketed(shownAddress(address))}:${port}/`
  // What follows the # stays in the browser: it is in no request, no log and no Referer.
  const entryUrl = () => (token === null ? url : `${url}#code=${codes.make()}`)
  return {
    url,
    entryUrl,
    token,
    port,
    interrupted: () => catalog.interrupted(),
    resumeInterrupted: async () => {
      const ids = await catalog.interrupted()
      const tried = await Promise.allSettled(ids.map((id) => desk.resume(id, {})))
      for (const result of tried) if (result.status === "rejected") onFault(result.reason)
      return ids.filter((_id, index) => tried[index]?.status === "fulfilled")
    },
    close: () => {
      closing ??= shutDown(server, feeds, desk, tuning.closeMs).finally(() => rooms?.close())
      return closing
    },
  }
}

function checkedToken(given: string | null | undefined, address: string): string | null {
  if (given === undefined) return newToken()
  if (given === null) {
    if (isLoopback(address)) return null
    throw new ServerSetupError(`Without a token the server may only listen at 127.0.0.1, not at ${address}.`)
  }
  if (given.length < SHORTEST_TOKEN || !/^[\w.~-]+$/.test(given)) {
    throw new ServerSetupError(`A token needs at least ${SHORTEST_TOKEN} letters, digits or any of - . _ ~.`)
  }
  return given
}

async function listen(
  address: string,
  port: number,
  build: (port: number) => Hono<ServerEnvironment>,
): Promise<Server> {
  let app: Hono<ServerEnvironment> | undefined
  const server = createAdaptorServer({
    // Nothing is asked before the port is known, and with it the names.
    fetch: (request, environment) => (app as Hono<ServerEnvironment>).fetch(request, environment as object),
    overrideGlobalObjects: false,
    serverOptions: REQUEST_TIMES,
  }) as Server
  await limitConnections(server)
  server.listen(port, address)
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw new ServerSetupError(`The server can't listen at ${address}, port ${port} (${error.code}).`, error.code)
  })
  app = build((server.address() as AddressInfo).port)
  return server
}

/** Something that a browser can open. */
function shownAddress(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1"
  return address === "::" ? "::1" : address
}

async function shutDown(server: Server, feeds: Feeds, desk: RunDesk, closeMs: number): Promise<void> {
  const closed = once(server, "close")
  server.close()
  feeds.close()
  // Streams that end now leave connections behind that wait for a next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 10)
  await within(closeMs, desk.close())
  await within(FAREWELL_MS, closed)
  clearInterval(sweep)
  server.closeAllConnections()
  await closed
}
