import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { ENDPOINTS } from "../../src/model/endpoints/endpoints.ts"

/** A port for each kind of local server, at which nobody answers, whatever runs on this machine. */
export type ClosedPorts = AsyncDisposable & { readonly ports: Readonly<Record<string, number>> }

/** Holds one port, so that nobody else gets it, and hangs up on whoever calls. */
export async function closedPorts(): Promise<ClosedPorts> {
  const server = createServer((socket) => socket.destroy())
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return {
    ports: Object.fromEntries(ENDPOINTS.filter((endpoint) => endpoint.port !== undefined).map(({ id }) => [id, port])),
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, "close")
    },
  }
}
