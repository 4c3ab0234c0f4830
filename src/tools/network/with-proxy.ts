import type { Server } from "node:net"
import type { GroupEnd, GroupRequest } from "../process/process-group.ts"
import { withBridge } from "./bridge.ts"
import { type NetworkAccess, Traffic } from "./network-access.ts"
import { serveProxy } from "./proxy.ts"
import { proxyVariables } from "./proxy-variables.ts"

/** A confined command's request with the way to its proxy: to be wrapped in a sandbox that has no network of its own. */
export function withProxy(request: GroupRequest, access: NetworkAccess) {
  const traffic = new Traffic()
  let proxy: Disposable | undefined
  let isOver = false
  return {
    request: {
      ...request,
      command: withBridge(request.command),
      environment: { ...request.environment, ...proxyVariables(request.environment) },
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
