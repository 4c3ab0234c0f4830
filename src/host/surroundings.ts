import type { RunStore } from "../journal/run-store.ts"
import type { McpServers } from "../mcp/mcp-servers.ts"
import type { Responder } from "../run/core/run-parts.ts"
import { collectSecrets } from "../tools/secrets/secret-variables.ts"
import { Secrets } from "../tools/secrets/secrets.ts"
import type { Notify } from "./model/configured-model.ts"

/** What only this process has: its store, somebody to ask, a place for notices and faults. */
export type Surroundings = {
  readonly store: RunStore
  /** Answers questions and approvals of runs; without one a run waits. */
  readonly responder?: Responder | undefined
  /** Somebody looks after runs that wait. */
  readonly attended?: boolean
  /** Told of faults that no run ends for. */
  readonly onFault: (error: unknown) => void
  /** Told what deserves a line beside the run. */
  readonly notify: Notify
  /** Whether the work of runs with a source may be left there as a branch; it may unless told otherwise. */
  readonly mayPush?: boolean | undefined
  /** MCP servers that only whoever started this process names, beside those of the config. */
  readonly mcp?: McpServers
}

/** What must be kept out of the log, as far as this process's environment tells. */
export function knownSecrets(): Secrets {
  return new Secrets(collectSecrets(process.env))
}
