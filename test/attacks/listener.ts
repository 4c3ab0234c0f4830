import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Somebody else's server on this machine: it remembers whatever reaches it, a mere connection too. */
export type Listener = AsyncDisposable & {
  readonly url: string
  readonly port: number
  /** Connections, requests and bodies, as they came. */
  readonly heard: string[]
}

/** Starts one on a free port; its reply is a page, whatever is asked. */
export async function listener(page = "<!doctype html><p>hello"): Promise<Listener> {
  const heard: string[] = []
  const server: Server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    request.setEncoding("utf8").on("data", (text: string) => heard.push(text))
    response.setHeader("content-type", "text/html; charset=utf-8").end(page)
  })
  server.on("connection", () => heard.push("a connection"))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
