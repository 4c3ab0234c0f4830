import type { Server } from "node:net"
import type { GroupEnd, GroupRequest } from "../process/process-group.ts"
import { nextProxyPort, PROXY_PORT, withBridge } from "./bridge.ts"
import { type NetworkAccess, Traffic } from "./network-access.ts"
import { serveProxy } from "./proxy.ts"
import { proxyVariables } from "./proxy-variables.ts"

/** A confined command's request with the way to its proxy: to be wrapped in a sandbox that has no network of its own. */
export function withProxy(request: GroupRequest, access: NetworkAccess) {
  const traffic = new Traffic()
  const port = access.isStanding ? nextProxyPort() : PROXY_PORT
  let proxy: Disposable | undefined
  let isOver = false
  return {
    request: {
      ...request,
      command: withBridge(request.command, port),
      environment: { ...request.environment, ...proxyVariables(request.environment, port) },
      onPort: (port: Server) => {
        if (isOver) port.close()
        else proxy = serveProxy(port, access, traffic)
      },
    } satisfies GroupRequest,
    /** Closes the port, whatever became of the command. */
    async end(running: Promise<GroupEnd>): Promise<GroupEnd> {
      try {
        return await running
      } finally {
        isOver = true
        proxy?.[Symbol.dispose]()
      }
    },
    traffic,
  }
}
