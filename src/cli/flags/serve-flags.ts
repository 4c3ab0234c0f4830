import type { LogForm } from "../serving/server-log.ts"

/** The flags of `serve`; what they say of a run's options is read by `saidByFlags`. */
export type ServeFlags = {
  readonly port?: number
  readonly host?: string[]
  readonly open?: boolean
  /** `false` for `--no-token`; a word is refused, since everybody could read it. */
  readonly token?: string | false
  readonly tokenFile?: string
  readonly workspace?: string[]
  /** Where the files of runs come from unless a request says otherwise; what else requests may name. */
  readonly source?: string
  readonly allowSource?: string[]
  readonly model?: string
  readonly baseUrl?: string
  readonly resume?: boolean
  /** The database that a cluster shares; `true` for the one of the environment. */
  readonly database?: string | boolean
  /** So many of its runs are carried out here, too. */
  readonly concurrency?: number
  /** POSTs a second for each token. */
  readonly maxPosts?: number
  readonly debug?: boolean
  /** How it tells what goes on. */
  readonly log?: LogForm
}

/** The flags of `acp`. */
export type AcpFlags = Omit<McpFlags, "workspace">

/** The flags of `worker`. */
export type WorkerFlags = Pick<ServeFlags, "database" | "concurrency" | "debug" | "log"> & {
  readonly maxMemory?: number
  /** `false` for `--no-push`. */
  readonly push?: boolean
}

/** The flags of `mcp`. */
export type McpFlags = Pick<ServeFlags, "workspace" | "model" | "baseUrl" | "debug">
