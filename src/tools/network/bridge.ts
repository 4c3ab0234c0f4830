import type { Server } from "node:net"

/** Where a command with a network of its own finds its proxy: everything else is free there. */
export const PROXY_PORT = 13128

const MOST_PORTS = 20_000
let taken = 0

/** Where one finds it that shares a network with others: each has its own. */
export function nextProxyPort(): number {
  taken = (taken + 1) % MOST_PORTS
  return PROXY_PORT + taken
}

/** Where the sandbox's first process finds the channel to the engine. */
export const CHANNEL_DESCRIPTOR = 4

/**
 * The program that opens the port. It has nothing but what stands in it, for it is run as a text, inside the sandbox, before the command.
 * It hands the port over to the engine, which accepts connections itself from then on, and ends: nobody in the sandbox has to be trusted to pass anything on.
 */
function openPort(port: number): void {
  const server: Server = process.getBuiltinModule("node:net").createServer()
  server.on("error", (error) => {
    console.error(error.message)
    process.exit(1)
  })
  process.once("message", () => process.exit(0))
  process.once("disconnect", () => process.exit(1))
  server.listen(port, "127.0.0.1", () => process.send?.("port", server))
}

/** The channel is closed before the command starts: whatever it does, it can't talk to the engine. */
const SCRIPT = `
code=$1; shift
( unset NODE_OPTIONS; exec "$0" --no-warnings -e "$code" < /dev/null ) || { echo "[keelson: the way to the network could not be opened; the command was not run.]"; exit 125; }
exec ${CHANNEL_DESCRIPTOR}>&-
unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE
exec "$@"`

/** The command with the way to its proxy opened first. */
export function withBridge(command: readonly string[], port: number): readonly string[] {
  return ["/bin/sh", "-c", SCRIPT, process.execPath, `(${openPort.toString()})(${port})`, ...command]
}
