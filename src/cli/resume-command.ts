import type { Run } from "../agent.ts"
import { type Config, loadConfig, providerOf } from "../config.ts"
import { agentForRun, openRuns, type RecordedRun, type RunStore, recordedRun } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { UsageError } from "./failure.ts"
import { givenLimits, type ResumeFlags } from "./flags.ts"
import { pickRun } from "./pick-run.ts"
import { priceOf, unpriced } from "./price.ts"
import { type Stage, withSurroundings } from "./surroundings.ts"
import { configuredThinker, rehearsedThinker, type Thinker } from "./thinker.ts"

/** Any run that is not done can be gone on with. */
export async function resumeCommand(named: string | undefined, flags: ResumeFlags): Promise<number> {
  const store = await openRuns()
  const id = await pickRun(store, named, { accepts: (state) => state !== "DONE", lacking: "can be resumed" })
  return resumeInForeground(store, id, flags)
}

/** Goes on with a run where its log ends; what flags don't say is as it was recorded. Closes the store. */
export async function resumeInForeground(store: RunStore, id: string, flags: ResumeFlags): Promise<number> {
  return withSurroundings(flags, store, async (stage) => {
    const recorded = await recordedRun(store, id)
    const config = configFor(recorded, flags)
    return conduct(await reopen(recorded, config, flags, stage), stage.display)
  })
}

/** The recorded address is the recorded provider's: another one is not sent there, nor its key. */
function configFor({ environment }: RecordedRun, flags: ResumeFlags): Config {
  const model = flags.model ?? environment.model
  const isSameProvider = providerOf(model) === providerOf(environment.model)
  const recordedUrl = isSameProvider ? environment.endpoint : null
  return loadConfig({
    workspace: environment.workspace,
    model,
    baseUrl: flags.baseUrl ?? recordedUrl ?? undefined,
  })
}

async function reopen(recorded: RecordedRun, config: Config, flags: ResumeFlags, stage: Stage): Promise<Run> {
  for (const notice of config.notices) stage.notify(notice)
  const thinker = await thinkerFor(recorded, config, flags, stage)
  refuseUnknownPrice(recorded, config, flags, thinker)
  const agent = await agentForRun(recorded, thinker, stage.surroundings, config.environment)
  const isElsewhere = flags.model !== undefined || flags.baseUrl !== undefined
  const goOn = flags.fork ? agent.fork : agent.resume
  return goOn(recorded.header.id, {
    limits: givenLimits(flags),
    ...(flags.model === undefined ? {} : { model: thinker.model.id, price: priceOf(config, thinker.modelIds) }),
    ...(isElsewhere && !flags.rehearse ? { endpoint: thinker.endpoint } : {}),
  })
}

async function thinkerFor(
  { environment }: RecordedRun,
  config: Config,
  flags: ResumeFlags,
  { notify }: Stage,
): Promise<Thinker> {
  if (flags.rehearse) return rehearsedThinker(flags.rehearse, environment.workspace, notify)
  return configuredThinker(config, notify)
}

function refuseUnknownPrice(
  { environment }: RecordedRun,
  config: Config,
  flags: ResumeFlags,
  { modelIds }: Thinker,
): void {
  if (flags.maxCost === undefined) return
  const isKnown = flags.model === undefined ? environment.price !== null : priceOf(config, modelIds) !== null
  if (isKnown) return
  const models = flags.model === undefined ? environment.model : unpriced(config, modelIds).join(" and of ")
  throw new UsageError(`--max-cost can't be kept: the price of ${models} was not known when the run got this model.`)
}
