import type { Agent } from "../../agent.ts"
import { type Config, providerOf, readConfig } from "../../config.ts"
import type { GivenLimits } from "../../protocol/log/limits.ts"
import type { ResumeOptions } from "../../run/lifecycle/resume-rules.ts"
import { agentForRun } from "../agent-from-config.ts"
import { type Consent, configWithConsent } from "../consent.ts"
import { SetupError } from "../errors/setup-error.ts"
import { type ConfiguredModel, configuredModel, type Notify } from "../model/configured-model.ts"
import { DEMO_REHEARSAL } from "../prepared-demo.ts"
import { priceOf, unpriced } from "../price.ts"
import type { RecordedRun } from "../recorded-run.ts"
import type { Surroundings } from "../surroundings.ts"

/** What a run shall have from now on; what is left out is as it was recorded. */
export type ReopenWish = {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly rehearse?: string | undefined
  readonly limits?: GivenLimits | undefined
  /** Who is asked about an address that only the workspace names; nobody where it is left out. */
  readonly consent?: Consent | undefined
}

/** An agent that can go on with a recorded run, and the options to do it with. Throws `SetupError` for what can't be had. */
export async function agentToReopen(
  recorded: RecordedRun,
  given: ReopenWish,
  surroundings: Surroundings,
  notify: Notify,
): Promise<{ readonly agent: Agent; readonly options: ResumeOptions }> {
  const wish = { ...given, rehearse: given.rehearse ?? (recorded.environment.demo ? DEMO_REHEARSAL : undefined) }
  const config = await configFor(recorded, wish)
  for (const notice of config.notices) notify(notice)
  const chosen = await modelFor(recorded, config, wish, notify)
  refuseUnknownPrice(recorded, config, wish, chosen)
  const agent = await agentForRun(recorded, chosen, surroundings, config.environment, config)
  const isElsewhere = wish.model !== undefined || wish.baseUrl !== undefined
  const options = {
    limits: wish.limits ?? {},
    ...(wish.model === undefined ? {} : { model: chosen.model.id, price: priceOf(config, chosen.modelIds) }),
    ...(isElsewhere && !wish.rehearse ? { endpoint: chosen.endpoint } : {}),
  }
  return { agent, options }
}

/** The recorded address is the recorded provider's: another one is not sent there, nor its key. */
function configFor({ environment }: RecordedRun, wish: ReopenWish): Promise<Config> {
  const model = wish.model ?? environment.model
  const isSameProvider = providerOf(model) === providerOf(environment.model)
  const recordedUrl = isSameProvider ? environment.endpoint : null
  const said = {
    workspace: environment.comparison?.workspace ?? environment.workspace,
    model,
    baseUrl: wish.baseUrl ?? recordedUrl ?? undefined,
  }
  return wish.rehearse ? readConfig(said) : configWithConsent(said, wish.consent)
}

async function modelFor(
  { environment }: RecordedRun,
  config: Config,
  { rehearse }: ReopenWish,
  notify: Notify,
): Promise<ConfiguredModel> {
  if (rehearse)
    return (await import("../model/rehearsed-model.ts")).rehearsedModel(rehearse, environment.workspace, notify)
  return configuredModel(config, notify)
}

function refuseUnknownPrice(
  { environment }: RecordedRun,
  config: Config,
  { limits, model }: ReopenWish,
  { modelIds }: ConfiguredModel,
): void {
  if (limits?.max_cost == null) return
  const isKnown = model === undefined ? environment.price !== null : priceOf(config, modelIds) !== null
  if (isKnown) return
  const models = model === undefined ? environment.model : unpriced(config, modelIds).join(" and of ")
  throw new SetupError(
    `--max-cost can't be enforced: the price of ${models} was not known when the run got this model.`,
  )
}
