import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { atFileEnd } from "../at-file-end.ts"

const servers: Server[] = []
atFileEnd(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** A request as a server heard it, body and all. */
export type Heard = { readonly method: string; readonly path: string; readonly words: string }

/** A server on a free port of this machine that is gone after the file's tests. */
export type StrayServer = { readonly url: string; readonly heard: readonly Heard[] }

/** Answers every request with `listener`, after its body was heard. */
export async function strayServer(listener: RequestListener): Promise<StrayServer> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    heard.push(await hear(request))
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

async function hear(request: IncomingMessage): Promise<Heard> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const words = [JSON.stringify(request.headers), request.url, Buffer.concat(pieces).toString("utf8")].join("\n")
  return { method: request.method ?? "", path: request.url ?? "", words }
}
