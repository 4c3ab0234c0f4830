import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** For tests: a web server on this machine that keeps account of who came. */
export type WebServer = AsyncDisposable & {
  readonly port: number
  readonly origin: string
  /** `host` and port, as `allow` takes them. */
  readonly place: string
  readonly requests: readonly IncomingMessage[]
  /** Connections count even if nothing was sent over them. */
  readonly connections: number
  readonly server: Server
}

export async function serveWeb(answer: Answer, host = "127.0.0.1", port = 0): Promise<WebServer> {
  const requests: IncomingMessage[] = []
  let connections = 0
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.on("connection", () => {
    connections++
  })
  server.listen(port, host)
  await once(server, "listening")
  const place = `${host}:${(server.address() as AddressInfo).port}`
  return {
    port: (server.address() as AddressInfo).port,
    origin: `http://${place}`,
    place,
    requests,
    get connections() {
      return connections
    },
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** Answers with this content. */
export function page(content: string | Uint8Array, type = "text/html; charset=utf-8", headers: object = {}): Answer {
  return (_request, response) => {
    response.writeHead(200, { "content-type": type, ...headers })
    response.end(content)
  }
}

/** Sends on to another place. */
export function redirect(location: string, status = 302): Answer {
  return (_request, response) => {
    response.writeHead(status, { location })
    response.end()
  }
}
