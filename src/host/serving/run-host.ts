import { join } from "node:path"
import type { Agent } from "../../agent.ts"
import { type Config, type Flags, formValues, providerOf, readConfig, type Said, saidByRequest } from "../../config.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { signedStore } from "../../journal/signed-store.ts"
import type { ModelsReply, SettingsReply } from "../../protocol/api/api.ts"
import type { Person } from "../../protocol/api/team-api.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { Limits } from "../../protocol/log/limits.ts"
import { coversSource, parseSource, type Source, SourceError } from "../../protocol/log/source.ts"
import { newRunId } from "../../run/lifecycle/run-id.ts"
import type { RunHost, StartWish, WorkFolders } from "../../server/runs/run-host.ts"
import { agentForRun, agentForStart, checkpointsBeside } from "../agent-from-config.ts"
import { configWithConsent } from "../consent.ts"
import { configuredModel, NOBODY } from "../model/configured-model.ts"
import { discoverHere } from "../model/endpoint-discovery.ts"
import { recordedRun } from "../recorded-run.ts"
import { agentToReopen } from "../runs/reopen-run.ts"
import { stateSize } from "../runs/state-size.ts"
import { sandboxForStart, searchSandbox } from "../sandbox/confinement.ts"
import { strategiesIn } from "../strategies.ts"
import { knownSecrets, type Surroundings } from "../surroundings.ts"
import { languageHere } from "../user-language.ts"
import { copiesFor, WorkspaceCopies } from "../workspace/workspace-copy.ts"
import { ownersDesk } from "./owners-desk.ts"
import { foldersFor, sourcesFor } from "./personal-folders.ts"

/** What was said when the host was made; requests may say otherwise. `allowSource`: what else than `said.source` they may name. */
export type HostWish = { readonly said?: Said; readonly allowSource?: readonly string[] | undefined }

/** `handOver`: who carries runs out in place of this process. */
export type HostSurroundings = Surroundings & {
  readonly handOver?: ((runId: string) => Promise<void>) | undefined
  readonly metrics?: RunHost["metrics"] | undefined
  readonly standings?: RunHost["standings"] | undefined
}

/** The server's way to runs: the same config, models and tools as those of `keelson run`, asked for anew for each run. */
export function runHost(workspaces: readonly string[], given: HostWish, surroundings: HostSurroundings): RunHost {
  const { store, notify, handOver, metrics, standings } = surroundings
  let secrets = knownSecrets()
  const [workspace = process.cwd()] = workspaces
  const copies = workFolders(workspaces)
  const { said = {} } = given
  const folders = [...workspaces, ...copies.roots]
  const onKey = () => {
    secrets = knownSecrets()
  }
  return {
    store,
    workspaces,
    sources: sourcesOf(given),
    redact: (text) => secrets.redact(text),
    settings: async () => ({
      ...(await settings(workspace, workspaces, said)),
      ...(handOver ? sourcesTold(given) : {}),
    }),
    models: () => modelsHere(process.env),
    copies,
    demo: () => demoIn(copiesFor(process.env, workspace), surroundings),
    owner: ownersDesk({ store, workspace, folders, said, onKey }),
    agentToStart: (wish) => startAgent(wish, given, surroundings),
    agentToResume: async (runId, { model, limits }) =>
      agentToReopen(await recordedRun(store, runId), { model, limits }, surroundings, notify),
    agentToEnd: (runId) => endAgent(store, runId, surroundings),
    ...(handOver ? { handOver } : {}),
    ...(metrics ? { metrics } : {}),
    ...(standings ? { standings } : {}),
    as: (person) => personsHost(person, workspaces, given, surroundings),
  }
}

/** What a person does is signed; they use the server's folders and sources as far as those are theirs. */
function personsHost(
  person: Person,
  workspaces: readonly string[],
  { said: { source, ...said } = {}, allowSource }: HostWish,
  surroundings: HostSurroundings,
): RunHost {
  const own = foldersFor(person, workspaces)
  const signed = { ...surroundings, store: signedStore(surroundings.store, person) }
  // The owner's settings, the demo and copies of folders are for whoever runs the machine.
  const theirs = sourcesFor(person, { source, allowSource })
  const given = { said: { ...said, ...pick(theirs.source) }, allowSource: theirs.allowSource }
  const { owner, demo, copies, ...host } = runHost(own, given, signed)
  const settings = async () => ({ ...(await host.settings()), workspace: own[0] ?? "", you: person })
  return { ...host, person, settings }
}

function pick(source: string | undefined): { readonly source?: string } {
  return source === undefined ? {} : { source }
}

async function startAgent(wish: StartWish, given: HostWish, surroundings: HostSurroundings): Promise<Agent> {
  const workspace = await placeOf(wish, given, surroundings)
  const config = await configWithConsent(flagsFor(workspace, given.said, wish), undefined)
  for (const notice of config.notices) surroundings.notify(notice)
  const chosen = await configuredModel(config, surroundings.notify)
  return agentForStart(config, wish.copy ?? workspace, chosen, surroundings, { answerSchema: wish.answerSchema })
}

/** Copies of the folders that the server may use. */
function workFolders(workspaces: readonly string[]): WorkFolders {
  const of = (workspace: string, comparison: string) => new WorkspaceCopies(process.env, workspace, comparison)
  return {
    roots: workspaces.map((workspace) => copiesFor(process.env, workspace)),
    make: (workspace, comparison, strategy) => of(workspace, comparison).make(strategy),
    remove: (workspace, comparison) => of(workspace, comparison).remove(),
  }
}

/** The demo among the copies, so that nothing of the user's is touched. */
async function demoIn(folder: string, { store, onFault }: HostSurroundings) {
  const { DEMO_REQUEST, ownNodeOnPath, preparedDemo } = await import("../prepared-demo.ts")
  ownNodeOnPath()
  const place = join(folder, `demo-${newRunId(Date.now())}`)
  const { agent } = await preparedDemo(place, { store, onFault, ...checkpointsBeside() })
  return { agent, request: DEMO_REQUEST }
}

/** The folder; for a run with a source one with nothing in it, for its files come to whoever carries it out. */
async function placeOf(wish: StartWish, given: HostWish, { store, handOver }: HostSurroundings): Promise<string> {
  const source = wish.source ?? given.said?.source ?? ""
  if (source === "" && wish.workspace === "") throw new SourceError("Name a source that the run shall work on.")
  if (source === "") return wish.workspace
  refuseSource(parseSource(source), sourcesOf(given))
  if (!handOver || !store.packs)
    throw new SourceError("A run with a source needs workers: start the server with --database.")
  return (await import("../workspace/moving-run.ts")).noFolder()
}

function refuseSource(source: Source, allowed: readonly string[]): void {
  if (allowed.some((place) => coversSource(place, source))) return
  throw new KeelsonError(
    "forbidden_source",
    "forbidden",
    `Runs may not be started from ${source.url}. Allowed: ${allowed.join(", ") || "none"}. Whoever starts the server gives more with --allow-source.`,
  )
}

/** What requests may name: what the server begins with, and what else it was told. */
function sourcesOf({ said, allowSource = [] }: HostWish): string[] {
  return [...(said?.source === undefined ? [] : [said.source]), ...allowSource]
}

/** For a form: which may be named, and which one holds unless another is. */
function sourcesTold(given: HostWish): Pick<SettingsReply, "sources" | "source"> {
  const sources = sourcesOf(given)
  return sources.length === 0 ? {} : { sources, ...pick(given.said?.source) }
}

/** What was said when the server was started holds unless the request says otherwise; the address goes with its provider alone. */
function flagsFor(workspace: string, atStart: Said = {}, wish: Partial<StartWish> = {}): Flags {
  const isSameProvider = wish.model === undefined || providerOf(wish.model) === providerOf(atStart.model ?? "")
  const said = { ...atStart, ...saidByRequest(wish) }
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

async function settings(workspace: string, workspaces: readonly string[], said: Said) {
  const config = await readConfig(flagsFor(workspace, said))
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
    ...(sandbox ? {} : await whyNoSandbox(config)),
    ...(await keptHere(config.stateFolder)),
  }
}

async function whyNoSandbox({ sandbox, environment }: Config): Promise<{ readonly sandbox_missing?: string }> {
  if (sandbox === "off") return {}
  const found = await searchSandbox(environment)
  return "missing" in found ? { sandbox_missing: found.missing } : {}
}

/** Nothing is on the disk where runs are kept in memory. */
async function keptHere(folder: string) {
  const sizes = await stateSize(folder).catch(() => undefined)
  return sizes ? { kept: { runs: sizes.store, checkpoints: sizes.checkpoints } } : {}
}
