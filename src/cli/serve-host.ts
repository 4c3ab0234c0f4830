import { sep } from "node:path"
import type { Agent } from "../agent.ts"
import { type Config, type Flags, formValues, providerOf, readConfig, saidByFlags, saidByRequest } from "../config.ts"
import { signedStore } from "../journal/signed-store.ts"
import type { ModelsReply } from "../protocol/api.ts"
import { Limits } from "../protocol/limits.ts"
import type { Person } from "../protocol/team-api.ts"
import type { RunHost, StartWish } from "../server/run-host.ts"
import { agentForRun, agentForStart, knownSecrets, type RunStore, recordedRun, type Surroundings } from "./compose.ts"
import { sandboxForStart } from "./confinement.ts"
import { configWithConsent } from "./consent.ts"
import { discoverHere } from "./discovery.ts"
import { languageHere } from "./language-here.ts"
import { agentToReopen } from "./reopen.ts"
import type { ServeFlags } from "./serve-flags.ts"
import { stateSize } from "./state-size.ts"
import { strategiesIn } from "./strategies-here.ts"
import { configuredThinker, NOBODY } from "./thinker.ts"

/** `handOver`: who carries runs out in place of this process. */
export type HostSurroundings = Surroundings & {
  readonly notify: (notice: string) => void
  readonly handOver?: ((runId: string) => Promise<void>) | undefined
  readonly metrics?: RunHost["metrics"] | undefined
  readonly standings?: RunHost["standings"] | undefined
}

/** The server's way to runs: the same config, models and tools as those of `keelson run`, asked for anew for each run. */
export function serveHost(workspaces: readonly string[], flags: ServeFlags, surroundings: HostSurroundings): RunHost {
  const { store, notify, handOver, metrics, standings } = surroundings
  const secrets = knownSecrets()
  const [workspace = process.cwd()] = workspaces
  return {
    store,
    workspaces,
    redact: (text) => secrets.redact(text),
    settings: () => settings(workspace, workspaces, flags),
    models: () => modelsHere(process.env),
    agentToStart: (wish) => startAgent(wish, flags, surroundings),
    agentToResume: async (runId, { model, limits }) =>
      agentToReopen(await recordedRun(store, runId), { model, limits }, surroundings, notify),
    agentToEnd: (runId) => endAgent(store, runId, surroundings),
    ...(handOver ? { handOver } : {}),
    ...(metrics ? { metrics } : {}),
    ...(standings ? { standings } : {}),
    as: (person) => personsHost(person, workspaces, flags, surroundings),
  }
}

/** What a person does is signed; they use the server's folders as far as those are theirs. */
function personsHost(
  person: Person,
  workspaces: readonly string[],
  flags: ServeFlags,
  surroundings: HostSurroundings,
): RunHost {
  const own = placesWithin(workspaces, person.places)
  const host = serveHost(own, flags, { ...surroundings, store: signedStore(surroundings.store, person) })
  const settings = async () => ({ ...(await host.settings()), workspace: own[0] ?? "", you: person })
  return { ...host, person, settings }
}

/** What is in both: a folder of the server's that is theirs, or theirs inside one of the server's. */
function placesWithin(roots: readonly string[], places: readonly string[]): string[] {
  if (places.length === 0) return [...roots]
  const both = places.flatMap((place) =>
    roots.flatMap((root) => (isInside(place, root) ? [place] : isInside(root, place) ? [root] : [])),
  )
  return [...new Set(both)]
}

function isInside(folder: string, root: string): boolean {
  return folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function startAgent(wish: StartWish, flags: ServeFlags, surroundings: HostSurroundings): Promise<Agent> {
  const config = await configWithConsent(flagsFor(wish.workspace, flags, wish), undefined)
  for (const notice of config.notices) surroundings.notify(notice)
  const thinker = await configuredThinker(config, surroundings.notify)
  return agentForStart(config, wish.workspace, thinker, surroundings, wish.answerSchema)
}

/** What was said when the server was started holds unless the request says otherwise; the address goes with its provider alone. */
function flagsFor(workspace: string, flags: ServeFlags, wish: Partial<StartWish> = {}): Flags {
  const isSameProvider = wish.model === undefined || providerOf(wish.model) === providerOf(flags.model ?? "")
  const said = { ...saidByFlags(flags), ...saidByRequest(wish) }
  return { ...said, workspace, baseUrl: isSameProvider ? said.baseUrl : undefined }
}

async function endAgent(store: RunStore, runId: string, surroundings: Surroundings): Promise<Agent> {
  return agentForRun(await recordedRun(store, runId), NOBODY, surroundings, process.env)
}

/** What `keelson models` finds. */
async function modelsHere(environment: Config["environment"]): Promise<ModelsReply> {
  const found = await discoverHere(environment)
  const ready = found.filter((status) => status.kind === "ready")
  return {
    usable: ready.map(({ id, label, models }) => ({ label, models: models.map((name) => `${id}:${name}`) })),
    missing: found.flatMap((status) =>
      status.kind === "unavailable" ? [{ label: status.label, reason: status.reason, home_page: status.homePage }] : [],
    ),
  }
}

async function settings(workspace: string, workspaces: readonly string[], flags: ServeFlags) {
  const config = await readConfig(flagsFor(workspace, flags))
  const sandbox = await sandboxForStart(config)
  const approve = sandbox ? config.approveConfined : config.approve
  return {
    workspace,
    workspaces: [...workspaces],
    strategies: strategiesIn(config).map(({ name, summary, plans = false }) => ({ name, summary, plans })),
    strategy: config.strategy,
    model: config.model ?? null,
    approve,
    options: { ...formValues(config), approve },
    limits: Limits.parse(config.limits),
    language: languageHere(),
    sandbox: sandbox?.name ?? null,
    ...(await keptHere(config.stateFolder)),
  }
}

/** Nothing is on the disk where runs are kept in memory. */
async function keptHere(folder: string) {
  const sizes = await stateSize(folder).catch(() => undefined)
  return sizes ? { kept: { runs: sizes.store, checkpoints: sizes.checkpoints } } : {}
}
