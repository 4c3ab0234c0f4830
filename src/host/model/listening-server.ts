import { connect } from "node:net"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"

/** A server of this machine that is not there; nothing was started. */
export class NobodyListensError extends KeelsonError {
  override name = "NobodyListensError"

  constructor(url: string) {
    super(
      "unreachable",
      "lost",
      `nothing listens at ${url}: start the server, or choose another model with keelson model.`,
    )
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Asks a server of this machine for no more than a connection, so that one that is not there costs one line and no run. */
export async function requireListening(url: string | null): Promise<void> {
  const { hostname = "", port = "" } = (url && URL.parse(url)) || {}
  if (url && port !== "" && LOOPBACK.test(hostname) && (await isRefused(hostname, Number(port))))
    throw new NobodyListensError(url)
}

function isRefused(hostname: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/[[\]]/g, ""), port })
    const end = (refused: boolean) => {
      socket.destroy()
      resolve(refused)
    }
    socket.once("connect", () => end(false))
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED"))
  })
}
