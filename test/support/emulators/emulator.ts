import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { status } from "../../../src/testing/server-reply.ts"
import { type Clock, systemClock } from "../../../src/tools/clock.ts"
import { type EmulatedOutcome, Emulation } from "./emulation.ts"
import { asRecord, parseJson } from "./json.ts"
import { type EmulatorKind, KINDS, type Kind, quirksOf } from "./kinds.ts"
import type { Mind } from "./mind.ts"
import type { EmulatorRequest, Offer, Protocol, ServerSentEvent } from "./protocol.ts"
import type { Quirks } from "./quirks.ts"
import type { Reply } from "./reply.ts"

/** How one emulator is to be. */
export type EmulatorSettings = {
  readonly mind: Mind
  /** Overlay the kind's own. */
  readonly quirks?: Quirks
  /** The model that it offers; others are a 404. Absent: any name is taken. */
  readonly model?: string
  /** Models that it answers for beside that one. */
  readonly others?: readonly string[]
  /** The key it wants to see. Absent: none. */
  readonly key?: string
  /** The time in which it is slow; the machine's unless told otherwise. */
  readonly clock?: Clock
}

/** A running emulator; `requests` (for answers) and `probes` (everything else) grow as they come. */
export type Emulator = {
  /** The base URL, as the provider package wants it. */
  readonly url: string
  readonly requests: readonly EmulatorRequest[]
  readonly probes: readonly EmulatorRequest[]
  /** Also ends the requests that hang. */
  close(): Promise<void>
}

/** Starts an endpoint of a kind on a free port of 127.0.0.1. */
export async function startEmulator(name: EmulatorKind, settings: EmulatorSettings): Promise<Emulator> {
  const station = new Station(KINDS[name], settings)
  await station.listen()
  return station
}

/** The socket of an emulation. */
class Station implements Emulator {
  readonly requests: EmulatorRequest[] = []
  readonly probes: EmulatorRequest[] = []
  readonly #protocol: Protocol
  readonly #quirks: Quirks
  readonly #emulation: Emulation
  readonly #offer: Omit<Offer, "isLoaded" | "loadsLate">
  readonly #server: Server
  readonly #clock: Clock
  #port = 0

  constructor(kind: Kind, { mind, quirks = {}, model, others = [], key, clock = systemClock }: EmulatorSettings) {
    this.#clock = clock
    this.#protocol = kind.protocol()
    this.#quirks = quirksOf(kind, this.#protocol, quirks)
    const character = { protocol: this.#protocol, mind, quirks: this.#quirks, key }
    this.#emulation = new Emulation({
      ...character,
      models: kind.checksModel && model !== undefined ? [model, ...others] : undefined,
    })
    const { contextSize = 131_072, noTools, toolsRefused } = this.#quirks
    this.#offer = { model: model ?? "emulated", contextSize, hasTools: !noTools && !toolsRefused }
    this.#server = createServer((incoming, response) => {
      this.#serve(incoming, response).catch((error) => response.destroy(error))
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#protocol.basePath}`
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject)
      this.#server.listen(0, "127.0.0.1", resolve)
    })
    this.#port = (this.#server.address() as AddressInfo).port
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = asRecord(parseJson(await readBody(incoming)))
    const request = { path: incoming.url ?? "", headers: incoming.headers, body, at: Date.now() }
    const n = this.requests.length
    const isForModel = this.#protocol.read(request) !== undefined
    if (!isForModel) return this.#show(request, response)
    this.requests.push(request)
    const outcome = await this.#emulation.answer(request, n)
    this.#goDownAfter(n, response)
    if (outcome) await this.#send(response, outcome)
  }

  #show(request: EmulatorRequest, response: ServerResponse): void {
    this.probes.push(request)
    const { loadsLate = false } = this.#quirks
    const isLoaded = !loadsLate || this.requests.length > 0
    const found = this.#protocol.discover(request.path, { ...this.#offer, isLoaded, loadsLate })
    if (found) sendJson(response, 200, found)
    else sendJson(response, 404, { error: { message: `No such path: ${request.path}` } })
  }

  /** Stops listening while the last answer is still to be sent, so that the next request finds nobody. */
  #goDownAfter(n: number, response: ServerResponse): void {
    const { downAfter } = this.#quirks
    if (downAfter?.as !== "refused" || n + 1 < downAfter.requests) return
    response.setHeader("connection", "close")
    this.#server.close()
  }

  async #send(response: ServerResponse, outcome: EmulatedOutcome): Promise<void> {
    switch (outcome.kind) {
      case "status":
        response.writeHead(outcome.status, { "content-type": "application/json", ...outcome.headers }).end(outcome.body)
        return
      case "hang":
        return
      case "reply":
        return this.#sendReply(response, outcome.reply)
    }
  }

  async #sendReply(response: ServerResponse, reply: Reply): Promise<void> {
    const isStreamed = reply.asked.stream && this.#quirks.noStream !== "whole"
    if (!isStreamed) return sendJson(response, 200, this.#protocol.whole(reply))
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
    await this.#read(response, reply)
    const { body, closing } = this.#protocol.events(reply)
    await this.#write(response, body, this.#pauseIn(reply))
    if (reply.ending === "done") await this.#write(response, closing, reply.msBetweenEvents)
    await end(response, reply)
  }

  /** Reads the prompt at its speed, quarter by quarter. */
  async #read(response: ServerResponse, reply: Reply): Promise<void> {
    const { speed } = this.#quirks
    if (!speed) return
    const quarter = reply.unread / 4
    for (const done of [1, 2, 3, 4]) {
      await this.#wait((1000 * quarter) / speed.prompt)
      const told = this.#protocol.reading?.(reply, Math.round(done * quarter))
      if (told) send(response, told)
    }
  }

  #pauseIn({ msBetweenEvents }: Reply): number {
    const { speed } = this.#quirks
    return speed ? (1000 * TOKENS_OF_AN_EVENT) / speed.output : msBetweenEvents
  }

  async #write(response: ServerResponse, events: Iterable<ServerSentEvent>, pause: number): Promise<void> {
    for (const event of events) {
      if (pause > 0) await this.#wait(pause)
      send(response, event)
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(ms, resolve)
    })
  }
}

/** Pieces of a reply are about so long. */
const TOKENS_OF_AN_EVENT = 6

function send(response: ServerResponse, { event, data }: ServerSentEvent): void {
  if (response.destroyed) return
  const name = event === undefined ? "" : `event: ${event}\n`
  response.write(`${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`)
}

async function end(response: ServerResponse, { ending }: Reply): Promise<void> {
  switch (ending) {
    case "done":
    case "unfinished":
      response.end()
      return
    case "hang":
      return
    case "drop":
      await new Promise((resolve) => response.write("data: {", resolve))
      response.socket?.destroy()
  }
}

function sendJson(response: ServerResponse, code: number, body: object): void {
  const reply = status(code, { body })
  response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body)
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces).toString("utf8")
}
