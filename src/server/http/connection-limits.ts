import { readFile } from "node:fs/promises"
import type { Server } from "node:http"

/** What runs, stores and child processes have beside the connections, at least. */
const RESERVED_DESCRIPTORS = 96
const FEWEST_CONNECTIONS = 16
const MOST_CONNECTIONS = 8192

/** How long a connection may take to ask for something, and for the whole of it: one that says nothing only takes a place. */
export const REQUEST_TIMES = {
  headersTimeout: 5000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
} as const

/**
 * Bounds a server's connections by what this process may have open: half of it, after what everything else needs. More are turned away,
 * so that strangers who only connect can't keep runs from opening files.
 */
export async function limitConnections(server: Server): Promise<void> {
  const half = Math.floor(((await descriptorLimit()) - RESERVED_DESCRIPTORS) / 2)
  server.maxConnections = Math.min(MOST_CONNECTIONS, Math.max(FEWEST_CONNECTIONS, half))
}

async function descriptorLimit(): Promise<number> {
  return (await fromProc()) ?? fromReport() ?? MOST_CONNECTIONS
}

/** On Linux. */
async function fromProc(): Promise<number | undefined> {
  const text = await readFile("/proc/self/limits", "utf8").catch(() => "")
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** Elsewhere; it takes a while, and says more than is wanted. */
function fromReport(): number | undefined {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : undefined
}
