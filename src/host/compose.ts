import { join } from "node:path"
import { type Agent, type AgentOptions, createAgent } from "../agent.ts"
import { openCheckpoints } from "../checkpoints/checkpoints.ts"
import { UsageError } from "../cli/terminal/failure.ts"
import { notify as tellUser } from "../cli/terminal/long-running.ts"
import { tell } from "../cli/terminal/output.ts"
import {
  type Config,
  configuredDatabase,
  configuredStateFolder,
  NO_CODE,
  projectCode,
  rememberedRules,
  rememberRule,
  userInstructions,
} from "../config.ts"
import { loggedEvent } from "../journal/journal.ts"
import { openStore } from "../journal/open-store.ts"
import type { LogEntry, RunStore } from "../journal/run-store.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import type { McpServers } from "../mcp/mcp-servers.ts"
import { recordedIn } from "../options/schema.ts"
import type { Environment } from "../protocol/log/environment.ts"
import type { LoggedEvent } from "../protocol/log/event.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import { parseSource, type Source, sourceIn } from "../protocol/log/source.ts"
import type { Answer, Responder } from "../run/core/run-parts.ts"
import { readRun } from "../run/lifecycle/orchestrator.ts"
import { STRATEGIES } from "../strategies/index.ts"
import { collectSecrets } from "../tools/secrets/secret-variables.ts"
import { Secrets } from "../tools/secrets/secrets.ts"
import type { RunView } from "../view/run-view.ts"
import { closingAgent } from "./closing-agent.ts"
import type { ConfiguredModel } from "./model/configured-model.ts"
import { requireListening } from "./model/listening-server.ts"
import { priceOf, unpriced } from "./price.ts"
import { refuseUnconfined, sandboxForRun, sandboxOrRefuse } from "./sandbox/confinement.ts"
import { checkSettings, strategyNamed } from "./strategies.ts"
import { toolboxForRun, toolboxForStart, toolboxToEnd } from "./tools/toolbox.ts"
import { announceHome } from "./workspace/home-notice.ts"
import { announceLocks, lockNotice } from "./workspace/lock-notice.ts"
import { missingLogWarning } from "./workspace/missing-log-warning.ts"
import { placeFor } from "./workspace/run-place.ts"
import { standing } from "./workspace/workspace-root.ts"

/* Where the command line puts the engine together. Nothing here is loaded before a command needs it. */

/** Passed on, so that commands need not know where in the engine they live. */
export type { Answer, Responder, RunStore }

/** What only this process has: its store, somebody to ask, a place for faults. */
export type Surroundings = {
  readonly store: RunStore
  readonly responder: Responder | undefined
  /** Somebody looks after runs that wait. */
  readonly attended?: boolean
  readonly onFault: (error: unknown) => void
  /** Tells the user something beside the run. */
  readonly notify?: (notice: string) => void
  /** Whether the work of runs with a source may be left there as a branch; it may unless told otherwise. */
  readonly mayPush?: boolean | undefined
  /** MCP servers that only whoever started this process names, beside those of the config. */
  readonly mcp?: McpServers
}

/** The store of the configured database or state folder. What was taken away from it is said, whatever the command. */
export async function openRuns(folder = configuredDatabase() ?? configuredStateFolder()): Promise<RunStore> {
  const met = lockNotice()
  const store = await openStore(folder, met)
  announceLocks(store, met)
  const lost = missingLogWarning(await store.missing())
  if (lost !== "") tell(`keelson: ${lost}`)
  return store
}

/** What must be kept out of the log, as far as this process's environment tells. */
export function knownSecrets(): Secrets {
  return new Secrets(collectSecrets(process.env))
}

/** The folder as runs know it: absolute, without links; the project that one stands in where none is named. Throws `WorkspaceError`. */
export async function workspaceRoot(folder?: string): Promise<string> {
  return (await standing(folder)).root
}

/** `mustListen`: a model server of this machine that is not there is refused before a run is made. */
type AgentWishes = { [Name in "answerSchema" | "language" | "stand"]?: AgentOptions[Name] | undefined } & {
  readonly mustListen?: boolean
}

/** An agent for a new run. Throws `UsageError` for what the config asks but can't be had. */
export async function agentForStart(
  config: Config,
  workspace: string,
  chosen: ConfiguredModel,
  surroundings: Surroundings,
  { answerSchema, language, stand, mustListen = false }: AgentWishes = {},
): Promise<Agent> {
  const price = priceOf(config, chosen.modelIds)
  if (config.limits.max_cost != null && price === null) {
    const models = unpriced(config, chosen.modelIds).join(" and of ")
    throw new UsageError(
      `--max-cost can't be kept: the price of ${models} is not known; put it under "prices" in keelson.config.json.`,
    )
  }
  const strategy = strategyNamed(config.strategy, config)
  checkSettings(strategy, config.settings)
  // Beside what takes time here anyway; the run is laid out when it is known.
  void chosen.model.prepare?.()
  // Where another model answers for it, a run goes on without its server.
  if (mustListen && config.fallback === undefined) await requireListening(chosen.endpoint)
  const sandbox = await sandboxOrRefuse(config, surroundings.notify)
  announceHome(config, workspace, surroundings.notify)
  const { tools, changes, close } = await toolboxForStart(config, workspace, surroundings)
  const agent = await createAgent({
    ...shared(chosen, surroundings, config.environment, workspace),
    workspace,
    ...(config.source ? { source: parseSource(config.source) } : {}),
    ownInstructions: [userInstructions(config.environment)],
    strategy,
    tools,
    toolChanges: changes,
    rules: [...config.rules, ...rememberedRules(config.stateFolder, workspace)],
    ...recordedIn(config),
    settings: config.settings,
    approve: sandbox ? config.approveConfined : config.approve,
    sandbox,
    ...handedOut(config),
    limits: config.limits,
    constraints: config.constraints,
    ...(config.checks === undefined ? {} : { checks: config.checks }),
    ...(answerSchema === undefined ? {} : { answerSchema }),
    ...(language === undefined ? {} : { language }),
    ...(stand === undefined ? {} : { stand }),
    price,
  }).catch(closeFirst(close))
  return closingAgent(agent, close)
}

/** An agent for a run that exists: folder, strategy and tools are those of its log. Without a config it can only end the run. */
export async function agentForRun(
  run: RecordedRun,
  chosen: ConfiguredModel,
  surroundings: Surroundings,
  environment: Config["environment"],
  config?: Config,
): Promise<Agent> {
  const { workspace, stand, settings, sandbox, tools: names } = run.environment
  refuseUnconfined(sandbox, config)
  const strategy = strategyNamed(run.header.strategy, config ?? (await codeOf(run, environment)))
  const { clear, ...place } = await placeFor(run, surroundings, config !== undefined)
  const toolbox = config ? await toolboxForRun(config, run.environment, surroundings) : toolboxToEnd(names)
  const { tools } = toolbox
  const close = async () => {
    await toolbox.close()
    await clear()
  }
  const agent = await createAgent({
    ...shared(chosen, surroundings, environment, workspace),
    ...place,
    ...(stand === undefined ? {} : { stand }),
    strategy,
    tools,
    settings,
    ...(config ? handedOut(config) : {}),
    sandbox: sandboxForRun(sandbox, environment),
  }).catch(closeFirst(close))
  return closingAgent(agent, close)
}

/** The user's word of today, not of the day when the run began. */
function handedOut({ secretsFor, passVariables }: Config): Pick<AgentOptions, "secretsFor" | "passVariables"> {
  return { secretsFor, passVariables }
}

/** For a run whose strategy is the project's own. Code that can't be used is no reason not to end a run. */
async function codeOf({ header, environment }: RecordedRun, variables: Config["environment"]) {
  if (STRATEGIES.has(header.strategy)) return undefined
  return {
    code: await projectCode(environment.comparison?.workspace ?? environment.workspace, variables).catch(() => NO_CODE),
  }
}

/** Nothing stays open for an agent that could not be made. */
function closeFirst(close: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await close()
    throw error
  }
}

/** What the log says of a run, as far as the command line needs it. */
export type RecordedRun = {
  readonly header: RunHeader
  readonly view: RunView
  readonly environment: Environment
  /** Where its files come from; its workspace is then a folder with nothing in it. */
  readonly source?: Source | undefined
}

/** Throws `UsageError` for a run that never got to write its first entry. */
export async function recordedRun(store: RunStore, id: string): Promise<RecordedRun> {
  const [header, { tally }] = await Promise.all([store.findRun(id), readRun(store, id)])
  const { environment } = tally.view
  if (!header || !environment) {
    throw new UsageError(`run ${id} stopped before its first entry was written; start it again.`)
  }
  const source = sourceIn(header.workspace)
  if (!source) return { header, view: tally.view, environment }
  const { noFolder } = await import("./workspace/moving-run.ts")
  return { header, view: tally.view, environment: { ...environment, workspace: await noFolder() }, source }
}

/** The facts of a run, in order. */
export async function eventsOf(store: RunStore, id: string): Promise<LoggedEvent[]> {
  return eventsIn(await store.load(id))
}

/** The facts among what was recorded. */
export function eventsIn(entries: readonly LogEntry[]): LoggedEvent[] {
  return entries.flatMap((entry) => loggedEvent(entry) ?? [])
}

type Shared = "model" | "endpoint" | "store" | "checkpoints" | "secrets" | "onFault" | Beside
type Beside = "responder" | "attended" | "remember" | "onNotice"
function shared(
  { model, endpoint }: ConfiguredModel,
  { store, responder, attended, onFault, notify = tellUser }: Surroundings,
  environment: Config["environment"],
  workspace: string,
): Pick<AgentOptions, Shared> {
  const parts = {
    model,
    endpoint,
    store,
    ...checkpointsBeside(),
    secrets: environment,
    onFault,
    onNotice: notify,
    remember: memoryOf(workspace, onFault),
  }
  return { ...parts, attended, ...(responder ? { responder } : {}) }
}

/** A rule that can't be kept is asked about again next time; the run at hand goes on. */
function memoryOf(workspace: string, onFault: Surroundings["onFault"]): NonNullable<AgentOptions["remember"]> {
  return (rule) => {
    try {
      rememberRule(configuredStateFolder(), workspace, rule)
    } catch (error) {
      onFault(error)
    }
  }
}

/** Checkpoints live as long as the logs that name them. */
export function checkpointsBeside(folder = configuredStateFolder()): Pick<AgentOptions, "checkpoints"> {
  return folder === IN_MEMORY ? {} : { checkpoints: openCheckpoints(join(folder, "checkpoints")) }
}
