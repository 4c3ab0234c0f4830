import { join } from "node:path"
import type { AgentOptions } from "../../agent/agent-options.ts"
import type { Agent, Run, StartOptions } from "../../agent.ts"
import { type Config, readConfig, type Said } from "../../config.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { McpServers } from "../../mcp/mcp-servers.ts"
import type { Model } from "../../model/seam/model.ts"
import type { Language } from "../../protocol/log/environment.ts"
import type { Responder } from "../../run/core/run-parts.ts"
import type { ResumeOptions } from "../../run/lifecycle/resume-rules.ts"
import type { RunHost } from "../../server/runs/run-host.ts"
import { languageOf } from "../../text/words/language-of.ts"
import { agentForStart } from "../agent-from-config.ts"
import { type Consent, configWithConsent } from "../consent.ts"
import { type ConfiguredModel, configuredModel, type Notify } from "../model/configured-model.ts"
import { openRuns } from "../open-runs.ts"
import { closingsDone } from "../pending-closings.ts"
import { recordedRun } from "../recorded-run.ts"
import { agentToReopen, type ReopenWish } from "../runs/reopen-run.ts"
import { type HostWish, runHost } from "../serving/run-host.ts"
import type { Surroundings } from "../surroundings.ts"
import { fittingTools } from "../tools/fitting-tools.ts"
import { findWorkPlace, type WorkPlace } from "../workspace/workspace-root.ts"

/** What a program gives its host; all of it may be left out. */
export type HostOptions = {
  /** A store of yours, a state folder, a database's address or `:memory:`. Unless given: the one that the environment names. */
  readonly store?: RunStore | string | undefined
  /** Answers questions and approvals. Without one a run that has a question waits. */
  readonly responder?: Responder | undefined
  /** Asked before requests go to a model server that only the workspace's own file names. Without one they are refused. */
  readonly consent?: Consent | undefined
  /** MCP servers beside those of the config. */
  readonly mcp?: McpServers | undefined
  /** Told what deserves a line beside a run: tools that are left out, what the config can't mean. */
  readonly notify?: Notify | undefined
  /** Told of faults that no run ends for. */
  readonly onFault?: ((error: unknown) => void) | undefined
}

/** What a run shall be like where the config is to be overruled: any of its options, as flags of the command line say them. */
export type RunWish = Omit<Said, "model"> & {
  /** The folder to work in; unless named, the project around the current folder. */
  readonly workspace?: string | undefined
  /** `provider:name`, or a model of yours. */
  readonly model?: string | Model | undefined
  /** The answer as JSON of this schema. */
  readonly answerSchema?: AgentOptions["answerSchema"] | undefined
}

/** The way from a config to agents: what the command line and the server stand on. Close it when you are done. */
export interface Host {
  /** Where the runs are kept. */
  readonly store: RunStore
  /** What holds in a folder: the user's config, the project's, the environment, and the wish on top. */
  config(wish?: RunWish): Promise<Config>
  /** An agent with the model, tools, sandbox, checks and limits of the config. Throws a `KeelsonError` for what can't be had. */
  agent(wish?: RunWish): Promise<Agent>
  /** Starts a run as `keelson run` does: with the tools that the request calls for, in the language of the request. */
  start(request: string, wish?: RunWish, options?: StartOptions): Promise<Run>
  /** An agent that can go on with a recorded run, and the options to do it with: `agent.resume(runId, options)`. */
  reopen(runId: string, wish?: ReopenWish): Promise<{ readonly agent: Agent; readonly options: ResumeOptions }>
  /** What `startServer` of `keelson/server` needs to serve these folders. */
  serving(workspaces: readonly string[], wish?: HostWish): RunHost
  /** Waits until everything that ended runs had open is closed, and closes the store unless it was given. */
  close(): Promise<void>
}

/** Opens what agents need of a process. Nothing is started, and no model is asked. */
export async function openHost(options: HostOptions = {}): Promise<Host> {
  const { consent, notify = ignore, onFault = ignore, store: given } = options
  const isGiven = given !== undefined && typeof given !== "string"
  const store = isGiven ? given : await openRuns(notify, given)
  const { responder, mcp } = options
  const surroundings: Surroundings = { store, responder, notify, onFault, ...(mcp ? { mcp } : {}) }
  const configAt = async ({ root }: WorkPlace, wish: RunWish) => {
    const { model, answerSchema: _, ...said } = wish
    const named = typeof model === "string" ? { model } : {}
    const wanted = { ...said, ...named, workspace: root }
    // A model of the caller's has an address of its own.
    const config = await (typeof model === "object" ? readConfig(wanted) : configWithConsent(wanted, consent))
    for (const notice of config.notices) notify(notice)
    return config
  }
  return {
    store,
    config: async (wish = {}) => configAt(await findWorkPlace(wish.workspace), wish),
    agent: async (wish = {}) => {
      const place = await findWorkPlace(wish.workspace)
      return agentAt(place, await configAt(place, wish), wish, surroundings)
    },
    start: async (request, wish = {}, started = {}) => {
      const place = await findWorkPlace(wish.workspace)
      const said = { said: request, language: languageOf(request) }
      const config = await fittingTools(await configAt(place, wish), said, join(place.root, place.stand), notify)
      return (await agentAt(place, config, wish, surroundings, said.language)).start(request, started)
    },
    reopen: async (runId, wish = {}) =>
      agentToReopen(await recordedRun(store, runId), { consent, ...wish }, surroundings, notify),
    serving: (workspaces, wish = {}) => runHost(workspaces, wish, surroundings),
    close: async () => {
      await closingsDone()
      if (!isGiven) await store.close()
    },
  }
}

async function agentAt(
  { root, stand }: WorkPlace,
  config: Config,
  { model, answerSchema }: RunWish,
  surroundings: Surroundings,
  language?: Language,
): Promise<Agent> {
  const chosen = typeof model === "object" ? own(model) : await configuredModel(config, surroundings.notify)
  return agentForStart(config, root, chosen, surroundings, { answerSchema, language, stand, mustListen: true })
}

function own(model: Model): ConfiguredModel {
  return { model, endpoint: null, modelIds: [model.id] }
}

function ignore(): void {}
