import {
  type Flags,
  keepKey,
  keepSetting,
  keepSettings,
  PROJECT_FILE,
  readConfig,
  userConfig,
  userFile,
} from "../../config.ts"
import { isWithin } from "../../extras/open-workspaces.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { knownNames } from "../../model/endpoints/price-table.ts"
import { camelCase } from "../../options/option.ts"
import { isLooser, isOwnSetting, OWN_LIMITS, OWN_SETTINGS } from "../../options/own-settings.ts"
import type {
  ConfigReply,
  ConfigRequest,
  HeldSetting,
  KeyReply,
  PruneReply,
  PruneRequest,
} from "../../protocol/api/owner-api.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import type { OwnersDesk } from "../../server/runs/owner.ts"
import { holdsHome } from "../../tools/workspace/holds-home.ts"
import { SetupError } from "../errors/setup-error.ts"
import { keyOf } from "../model/endpoint-discovery.ts"
import { hostedProviders } from "../model/hosted-providers.ts"
import { modelOffers } from "../model/model-offers.ts"
import { resolveNamed } from "../model/resolve-configured-model.ts"
import { prunableRuns, removeRuns } from "../runs/prune-runs.ts"
import { removeLeftovers } from "../runs/remove-leftovers.ts"
import { sandboxForStart } from "../sandbox/confinement.ts"
import { requireStrategy } from "../strategies.ts"
import { homePath } from "../workspace/home-path.ts"
import { effectiveSettings } from "./effective-settings.ts"

/** What the server works with; `said` is what was said when it was started, which no config changes. */
export type OwnerPlace = {
  readonly store: RunStore
  readonly workspace: string
  /** Whose runs may be removed: those in them. */
  readonly folders: readonly string[]
  readonly said: Partial<Flags>
  /** There is a key more that nobody may see. */
  readonly onKey: () => void
}

/** Runs would be allowed more than now, and nobody has said yes to that. */
export class LooserError extends KeelsonError {
  override name = "LooserError"
  constructor(key: string, now: unknown, then: unknown) {
    super(
      "looser",
      "conflict",
      `${key}: ${then} allows runs more than ${now}, which holds now. Say so once more: confirmed.`,
    )
  }
}

/** The owner's own things, by the code that the command line uses for them. */
export function ownersDesk(place: OwnerPlace): OwnersDesk {
  return {
    config: () => configOf(place),
    keep: (setting) => keep(place, setting),
    keepKey: (provider, key) => keepPasted(place, provider, key),
    prune: (wish) => prune(place, wish),
  }
}

async function configOf({ workspace, said }: OwnerPlace): Promise<ConfigReply> {
  const { config, held } = await effectiveSettings(workspace)
  const { environment } = config
  const own = userConfig(environment)
  // As it is here: where nobody says anything, it depends on whether there is a sandbox.
  const approve = await heldNow(config, "approve")
  return {
    settings: held
      .filter(({ key }) => isOwnSetting(key))
      .map((setting) => overruled(setting.key === "approve" ? { ...setting, value: approve } : setting, said)),
    own: Object.fromEntries(changeable().flatMap((key) => ownValue(own, key))),
    user_file: homePath(userFile(environment)),
    project_file: PROJECT_FILE,
    providers: hostedProviders().map(({ id, label, homePage }) => ({
      ...{ id, label, home_page: homePage },
      is_set: keyOf(id, environment) !== "",
      models: modelsOf(id),
    })),
  }
}

/** What the server was started with holds, whatever a config says. */
function overruled(setting: HeldSetting, said: Partial<Flags>): HeldSetting {
  const value = said[camelCase(setting.key) as keyof Flags]
  return value === undefined ? setting : { ...setting, value, from: "command line" }
}

function changeable(): string[] {
  return [...OWN_SETTINGS.map(({ name }) => name), ...OWN_LIMITS.map(([name]) => `limits.${name}`)]
}

function ownValue(own: object, key: string): [string, unknown][] {
  const value = key
    .split(".")
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], own)
  return value === undefined ? [] : [[key, value]]
}

async function keep({ workspace }: OwnerPlace, wish: ConfigRequest): Promise<void> {
  const { key, value, confirmed = false, base_url: baseUrl } = wish
  if (!isOwnSetting(key))
    throw new SetupError(`"${key}" is not changed from here; it is changed with: keelson config set`)
  if (baseUrl !== undefined && key !== "model") throw new SetupError(`base_url goes with "model", not with "${key}".`)
  const config = await readConfig({ workspace })
  if (key === "model" && typeof value === "string") return keepModelHere(config, value, baseUrl)
  if (key === "strategy" && typeof value === "string") requireStrategy(value, config)
  const now = await heldNow(config, key)
  const then = value ?? (await unsaid(config, key, workspace))
  if (!confirmed && isLooser(key, now, then)) throw new LooserError(key, now, then)
  keepSetting(config.environment, key, value)
}

type Config = Awaited<ReturnType<typeof readConfig>>

/** What holds where the user's config says nothing. */
async function unsaid(config: Config, key: string, workspace: string): Promise<unknown> {
  if (key === "approve") return (await sandboxForStart(config)) && !holdsHome(workspace) ? "edits" : "ask"
  return OWN_SETTINGS.find(({ name }) => name === key)?.default
}

async function heldNow(config: Config, key: string): Promise<unknown> {
  if (key === "approve") return (await sandboxForStart(config)) ? config.approveConfined : config.approve
  return config[camelCase(key) as keyof Config]
}

/** What can't be asked is not kept; an address of the model before is not meant for this one. */
async function keepModelHere(config: Config, model: string, given: string | undefined): Promise<void> {
  if (given !== undefined) {
    keepSettings(config.environment, { model, base_url: given })
    return
  }
  const offers = await modelOffers(config.environment)
  const local = offers.flatMap((offer) =>
    offer.kind === "local" && offer.chosen.model === model ? [offer.chosen] : [],
  )
  const { baseUrl } = local[0] ?? {}
  if (baseUrl === undefined) resolveNamed(config, model)
  keepSettings(config.environment, { model, base_url: baseUrl })
}

async function keepPasted({ onKey }: OwnerPlace, provider: string, key: string): Promise<KeyReply> {
  const { variable } = hostedProviders().find(({ id }) => id === provider) ?? {}
  if (variable === undefined) throw new SetupError(`no key can be kept for "${provider}".`)
  keepKey(process.env, variable, key)
  process.env[variable] = key
  onKey()
  return { variable, models: modelsOf(provider) }
}

function modelsOf(provider: string): string[] {
  return knownNames(provider).map((name) => `${provider}:${name}`)
}

async function prune({ store, folders }: OwnerPlace, wish: PruneRequest): Promise<PruneReply> {
  const headers = (await store.listRuns()).filter(({ workspace }) => folders.some((root) => isWithin(workspace, root)))
  const retention = { keep: wish.keep, olderThanMs: wish.older_than_ms, now: Date.now() }
  const found = await prunableRuns(store, headers, retention)
  const shown = new Set(wish.runs)
  const meant = wish.runs === undefined ? found : found.filter(({ header }) => shown.has(header.id))
  const removed =
    wish.runs === undefined ? undefined : await removeRuns(store, meant, (gone) => removeLeftovers(store, gone))
  return {
    runs: meant.map(({ header: { id, title, updated_at }, bytes }) => ({ id, title, updated_at, bytes })),
    bytes: meant.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(removed ? { checkpoints: removed.checkpoints } : {}),
  }
}
