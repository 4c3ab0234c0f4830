import { join } from "node:path"
import { type Agent, type AgentOptions, createAgent } from "../agent.ts"
import { openCheckpoints } from "../checkpoints/checkpoints.ts"
import {
  type Config,
  configuredStateFolder,
  NO_CODE,
  projectCode,
  rememberedRules,
  rememberRule,
  userInstructions,
} from "../config.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { recordedIn } from "../options/schema.ts"
import { parseSource } from "../protocol/log/source.ts"
import { STRATEGIES } from "../strategies/index.ts"
import { closingAgent } from "./closing-agent.ts"
import { SetupError } from "./errors/setup-error.ts"
import type { ConfiguredModel } from "./model/configured-model.ts"
import { requireListening } from "./model/listening-server.ts"
import { priceOf, unpriced } from "./price.ts"
import type { RecordedRun } from "./recorded-run.ts"
import { refuseUnconfined, sandboxForRun, sandboxOrRefuse } from "./sandbox/confinement.ts"
import { checkSettings, strategyNamed } from "./strategies.ts"
import type { Surroundings } from "./surroundings.ts"
import { toolboxForRun, toolboxForStart, toolboxToEnd } from "./tools/toolbox.ts"
import { announceHome } from "./workspace/home-notice.ts"
import { placeFor } from "./workspace/run-place.ts"

/** `mustListen`: a model server of this machine that is not there is refused before a run is made. */
type AgentWishes = { [Name in "answerSchema" | "language" | "stand"]?: AgentOptions[Name] | undefined } & {
  readonly mustListen?: boolean
}

/** An agent for a new run. Throws `SetupError` for what the config asks but can't be had. */
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
    throw new SetupError(
      `--max-cost can't be enforced: the price of ${models} is not known; put it under "prices" in keelson.config.json.`,
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

type Shared = "model" | "endpoint" | "store" | "checkpoints" | "secrets" | "onFault" | Beside
type Beside = "responder" | "attended" | "remember" | "onNotice"
function shared(
  { model, endpoint }: ConfiguredModel,
  { store, responder, attended, onFault, notify }: Surroundings,
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
