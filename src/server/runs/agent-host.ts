import type { Agent } from "../../agent.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { SettingsReply } from "../../protocol/api/api.ts"
import { Limits } from "../../protocol/log/limits.ts"
import type { RunHost, StartWish } from "./run-host.ts"

/** What a program that embeds the server brings along. */
export type AgentHostOptions = {
  /** Where the agents keep their runs. */
  readonly store: RunStore
  /** The folders of the agents: absolute, without links. */
  readonly workspaces: readonly [string, ...string[]]
  /** An agent for a wish to start a run; for a run that exists the wish names only its folder. Throw to refuse. */
  readonly agentFor: (wish: Partial<StartWish> & { readonly workspace: string }) => Promise<Agent>
  /** What clients are told about new runs. */
  readonly settings?: Partial<Omit<SettingsReply, "version" | "workspace" | "workspaces">>
  /** Replaces what viewers must not see; logs are without known secrets anyway. */
  readonly redact?: (text: string) => string
}

/** The host for programs that make their agents themselves. */
export function agentHost({ store, workspaces, agentFor, ...options }: AgentHostOptions): RunHost {
  const [workspace] = workspaces
  const agentOf = async (runId: string) => agentFor({ workspace: (await store.findRun(runId))?.workspace ?? workspace })
  return {
    store,
    workspaces,
    redact: options.redact ?? ((text) => text),
    settings: async () => ({
      strategies: [],
      model: null,
      approve: "ask",
      limits: Limits.parse({}),
      language: "en",
      sandbox: null,
      ...options.settings,
      workspace,
      workspaces: [...workspaces],
    }),
    agentToStart: agentFor,
    agentToResume: async (runId, { model, limits }) => ({
      agent: await agentOf(runId),
      options: { ...(model === undefined ? {} : { model }), ...(limits === undefined ? {} : { limits }) },
    }),
    agentToEnd: agentOf,
  }
}
