import { configuredStateFolder } from "../../config.ts"
import { runHost } from "../../host/serving/run-host.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import type { RunServer, ServerOptions } from "../../server/server.ts"
import { messageOf } from "../../text/message-of.ts"
import { plural } from "../../text/words/units.ts"
import { type Cluster, databaseAddress, openCluster } from "../cluster/cluster.ts"
import { consoleFolder } from "../console-folder.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { growthNotice } from "../following/growth-notice.ts"
import { openRuns } from "../runs/open-runs.ts"
import { hostWishOf } from "../serving/host-wish.ts"
import { type ServerLog, serverLog } from "../serving/server-log.ts"
import { serverToken } from "../serving/server-token.ts"
import { guardWith, isExhaustion } from "../terminal/crash-guard.ts"
import { UsageError } from "../terminal/failure.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { openInBrowser } from "../terminal/open-in-browser.ts"

/** Where it listens unless told otherwise; any free port if that one is taken. */
const USUAL_PORT = 7333

/** Serves the API and the console until it is interrupted; runs that are under way then can be resumed. */
export async function serveCommand(flags: ServeFlags, version: string): Promise<number> {
  const workspaces = await Promise.all((flags.workspace ?? [undefined]).map((folder) => workspaceRoot(folder)))
  const log = serverLog(flags.log, flags.debug)
  const { onFault, notify } = log
  const { close, people, ...house } = await openHouse(flags, log)
  const stopped = Promise.withResolvers<void>()
  let letGo = () => {}
  const stopListening = onInterrupt(async () => stopped.resolve())
  try {
    const { token, file } = await serverToken(flags)
    const host = runHost([...new Set(workspaces)], hostWishOf(flags), {
      ...house,
      responder: undefined,
      attended: true,
      onFault,
      notify,
    })
    const { maxPosts } = flags
    const way = { host, version, maxPosts, ...told(log), token, people, announce: tell, ...doors(flags) }
    const server = await listen(way, flags.port)
    letGo = guardWith(async (error) => {
      onFault(error)
      if (isExhaustion(error)) {
        notify(
          `something could not be done: ${messageOf(error)}. Raise the limit of open files, as with ulimit -n 4096.`,
        )
        return "go on"
      }
      // Whose it was nobody knows, and so not what it left behind: runs are given back, and whoever watches over us starts us again.
      await server.close()
      return "leave"
    })
    await announce(server, flags, { file, notify })
    await stopped.promise
    await server.close()
    return 0
  } finally {
    letGo()
    stopListening()
    await close()
  }
}

/** What the server itself has to tell. */
function told({ onFault, onLog }: ServerLog): Pick<ServerOptions, "onFault" | "onLog"> {
  return { onFault, ...(onLog ? { onLog } : {}) }
}

/** Where runs are kept, and who carries them out: this process, or the workers of a database. */
async function openHouse(flags: ServeFlags, log: ServerLog) {
  const address = flags.database === undefined ? undefined : databaseAddress(flags)
  if (address === undefined) {
    if (flags.concurrency !== undefined)
      throw new UsageError("--concurrency is for a server that also works for a database: give --database, too.")
    const store = await openRuns()
    return { store, people: undefined, close: () => store.close() }
  }
  const cluster = await openCluster(address, log)
  const { clusterMetrics } = await import("../cluster/cluster-metrics.ts")
  const { People } = await import("../../journal/postgres/people.ts")
  const { store, queue } = cluster
  const working = await workingHere(cluster, flags, log)
  return {
    store,
    people: new People(store.connections),
    handOver: (runId: string) => queue.send(runId),
    standings: (runIds: readonly string[]) => queue.standings(runIds),
    metrics: () => clusterMetrics(cluster, working !== undefined),
    close: async () => {
      await working?.close()
      await cluster.close()
    },
  }
}

/** A server leaves runs to workers, unless it is told to be one, too. */
async function workingHere(cluster: Cluster, { concurrency }: ServeFlags, log: ServerLog) {
  if (concurrency === undefined) return undefined
  return (await import("../cluster/worker.ts")).startWorking(cluster, { concurrency }, log)
}

/** Where it listens, and what it shows there. */
function doors({ host }: ServeFlags): Pick<ServerOptions, "hosts" | "consoleFolder"> {
  const folder = consoleFolder()
  return {
    ...(host ? { hosts: host } : {}),
    ...(folder === undefined ? {} : { consoleFolder: folder }),
  }
}

async function listen(options: ServerOptions, port: number | undefined): Promise<RunServer> {
  const { startServer } = await import("../../server/server.ts")
  try {
    return await startServer({ ...options, port: port ?? USUAL_PORT })
  } catch (error) {
    const isTaken = (error as { systemCode?: string }).systemCode === "EADDRINUSE"
    if (!isTaken) throw error
    if (port !== undefined) throw new UsageError(`port ${port} is in use; -p 0 takes any free one.`)
    return startServer({ ...options, port: 0 })
  }
}

/** An address alone goes to standard output, so that a script can use it. */
function tell(entryUrl: string): void {
  process.stdout.write(`${entryUrl}\n`)
}

type Announcement = Pick<ServerLog, "notify"> & { readonly file: string | undefined }

async function announce(server: RunServer, flags: ServeFlags, { file, notify }: Announcement): Promise<void> {
  tell(server.entryUrl())
  const isOpen = server.token === null
  notify(
    `serving until Ctrl-C; open the address above${isOpen ? "." : ": it signs one browser in, within ten minutes."}`,
  )
  if (file !== undefined) notify(`programs and other browsers need the token in ${file}`)
  if (flags.open && !(await openInBrowser(server.entryUrl()))) notify("no browser could be opened; open it yourself.")
  const grown = await growthNotice(configuredStateFolder())
  if (grown !== undefined) notify(grown)
  const runs = flags.resume ? await server.resumeInterrupted() : await server.interrupted()
  if (runs.length === 0) return
  const what = `${plural(runs.length, "interrupted run")}: ${runs.slice(0, MOST_NAMES).join(", ")}`
  notify(flags.resume ? `took up ${what}` : `there are ${what}; --resume takes them up, or do it in the console.`)
}

const MOST_NAMES = 5
