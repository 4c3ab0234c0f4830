import type { AgentOptions } from "./agent/agent-options.ts"
import { type Attachment, withAttachments } from "./agent/attachments.ts"
import { follow, type Run } from "./agent/follow.ts"
import { readInstructions } from "./agent/instructions.ts"
import { environmentFor, type RunCompany } from "./agent/run-environment.ts"
import { fittedInstructions } from "./agent/small-window.ts"
import { MemoryStore } from "./journal/memory-store.ts"
import type { RunStore } from "./journal/run-store.ts"
import type { CallLine, OpenedCall } from "./protocol/api/call-api.ts"
import type { RunHeader, RunResult } from "./protocol/log/run.ts"
import type { AskedTrace } from "./protocol/log/trace.ts"
import { ONCE } from "./protocol/zod/parse-once.ts"
import { unconfined } from "./run/core/options-error.ts"
import type { Answer } from "./run/core/run-parts.ts"
import type { LiveRun } from "./run/lifecycle/live-run.ts"
import { cancelRun, deliverRun, findRunId, readRun, resumeRun, startRun } from "./run/lifecycle/orchestrator.ts"
import { answerRun } from "./run/lifecycle/requests/answer.ts"
import { archiveRun } from "./run/lifecycle/requests/archive.ts"
import type { OnceOnly } from "./run/lifecycle/requests/start-once.ts"
import { type TellOptions, tellRun } from "./run/lifecycle/requests/tell.ts"
import type { DiffOptions, UndoOptions, UndoReport } from "./run/lifecycle/requests/undo.ts"
import type { ResumeOptions } from "./run/lifecycle/resume-rules.ts"
import type { RunSetup } from "./run/lifecycle/run-setup.ts"
import type { AnyStrategy } from "./run/strategy.ts"
import { STRATEGIES } from "./strategies/index.ts"
import { noSuchStrategy, strategyName } from "./strategies/names.ts"
import { phased } from "./strategies/phased/phased.ts"
import type { Telemetry } from "./telemetry/telemetry.ts"
import { HEADER_VARIABLES, isTelemetryWanted } from "./telemetry/variables.ts"
import { isBuiltIn } from "./tools/built-in.ts"
import { systemClock } from "./tools/clock.ts"
import { codingTools } from "./tools/code/index.ts"
import type { Sandbox } from "./tools/sandbox/sandbox.ts"
import { collectSecrets } from "./tools/secrets/secret-variables.ts"
import { Secrets } from "./tools/secrets/secrets.ts"
import type { AnyTool } from "./tools/tool.ts"
import { openWorkspace } from "./tools/workspace/workspace.ts"

export type { AgentOptions, Attachment, Run }

/** `from`: a key of the log; `tell`: what the new run hears before it does anything. */
type ForkOptions = ResumeOptions & { readonly from?: string; readonly tell?: string | undefined }

/** `trace`: W3C's context that the run is asked for in. */
export type StartOptions = RunCompany & {
  readonly trace?: AskedTrace | undefined
  /** An idempotency key: a second start with it within a day throws `RunStartedError`. `wish`: all that was asked for; another one is refused. */
  readonly once?: { readonly key: string; readonly wish?: unknown } | undefined
  /** For your tools, as `context.caller`: who asks, for which tenant. JSON, recorded with the run, and there after a resume. */
  readonly context?: Readonly<Record<string, unknown>> | undefined
  /** Pictures for models that take them: PNG, JPEG, GIF, WebP. */
  readonly attachments?: readonly Attachment[] | undefined
}

type Beginning = Omit<StartOptions, "once"> & { readonly known?: OnceOnly }

/** Runs requests in one workspace, and takes them up again. */
export interface Agent {
  /** Starts a run and returns at once; follow it, or wait for its `result`. */
  start(request: string, options?: StartOptions): Promise<Run>
  /** Starts a run and waits until it ends or has a question. */
  run(request: string, options?: StartOptions): Promise<RunResult>
  /** Goes on with a run after a crash, an answer or an end; `limits` are those it shall have from now on. */
  resume(runId: string, options?: ResumeOptions): Promise<Run>
  /**
   * Goes on in a new run that keeps what was recorded before a place and does it anew: `from` is a key of the log (a stage, a call, a task).
   * Without it: from where a change of code blocked the run. Files stay as they are. `tell`: what it hears before it does anything.
   */
  fork(runId: string, options?: ForkOptions): Promise<Run>
  /** Takes a run out of lists, or with `false` puts it back. */
  archive(runId: string, archived?: boolean): Promise<void>
  /** The same for runs that another process is to carry out with `resume`: all but the work is done. Settles with the run's id. */
  readonly forOthers: {
    start(request: string, options?: StartOptions): Promise<string>
    resume(runId: string, options?: ResumeOptions): Promise<string>
    fork(runId: string, options?: ForkOptions): Promise<string>
  }
  /** Leaves an answer for a run that waits; `resume` it then. */
  answer(runId: string, answer: Answer, questionId?: string): Promise<void>
  /** Says something to a run that has not ended, wherever it is carried out: see `Run.tell`. */
  tell(runId: string, text: string, options?: TellOptions): Promise<void>
  /** Ends a run, wherever it is carried out. */
  cancel(runId: string, reason?: string): Promise<RunResult | undefined>
  /** Takes back what a run changed, or a part of it, and nothing else; needs `checkpoints`. Can itself be taken back. */
  undo(runId: string, options?: UndoOptions): Promise<UndoReport>
  /** What a run changed, as a unified diff; needs `checkpoints`. */
  diff(runId: string, options?: DiffOptions): Promise<string>
  /** Leaves the work of an ended run in its source, where whoever carried it out did not get to it. */
  deliver(runId: string): Promise<void>
  /** A run's result so far, from its log. */
  result(runId: string): Promise<RunResult>
  /** The calls of models that a run made, in the order of their replies. */
  calls(runId: string): Promise<CallLine[]>
  /** One of them: what was sent, what came back, and why it was sent back. `undefined` where there is no such number. */
  call(runId: string, n: number): Promise<OpenedCall | undefined>
  /** The runs of this workspace, newest first. */
  runs(): Promise<RunHeader[]>
}

/** Puts model, tools and store together. Throws when the workspace can't be used or the settings don't fit. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const telemetry = await telemetryFor(options)
  const setup = { ...(await setUp(options)), tracing: telemetry }
  const { store } = setup
  const beginNew = async (asked: string, forOthers: boolean, started: Beginning) => {
    const { known, trace, context, attachments, ...company } = started
    if (asked.trim() === "") throw new TypeError("The request is empty; say what the run shall do.")
    const { request, kept } = withAttachments(asked, attachments)
    await options.model.prepare?.()
    const environment = await environmentFor(options, setup, request, company)
    return startRun(setup, { request, environment, forOthers, trace, context, attachments: kept, once: known })
  }
  const begin = async (asked: string, { once, ...started }: StartOptions = {}, forOthers = false) => {
    if (once === undefined) return beginNew(asked, forOthers, started)
    const { startOnce } = await late.startOnce()
    const { key, wish = asked } = once
    const place = { store, now: setup.clock.now() }
    return startOnce(place, { key, wish }, (known) => beginNew(asked, forOthers, { ...started, known }))
  }
  const followed = (run: LiveRun) => {
    const followable = follow(run)
    telemetry?.watch(run, followable.result)
    return followable
  }
  const left = async (run: LiveRun) => {
    telemetry?.handOn(run)
    await run.leave()
    return run.id
  }
  const start: Agent["start"] = async (request, started) => followed(await begin(request, started))
  const reopen = async (runId: string, resumeOptions: ResumeOptions = {}, forOthers = false) => {
    const id = await findRunId(store, runId)
    if (options.sandbox === "required") await refuseUnconfined(store, id)
    await options.model.prepare?.()
    return resumeRun(setup, id, { ...resumeOptions, forOthers })
  }
  const forkOf = async (runId: string, { from, tell, ...resumeOptions }: ForkOptions = {}, forOthers = false) => {
    const { forkRun } = await late.fork()
    const forked = await forkRun(store, await findRunId(store, runId), setup.clock.now(), from)
    if (tell !== undefined) await tellRun(setup, forked, { text: tell, by: "user" })
    return reopen(forked, resumeOptions, forOthers)
  }
  return {
    start,
    run: async (request, started) => (await start(request, started)).result,
    resume: async (runId, resumeOptions) => followed(await reopen(runId, resumeOptions)),
    fork: async (runId, forkOptions) => followed(await forkOf(runId, forkOptions)),
    forOthers: {
      start: async (request, started) => left(await begin(request, started, true)),
      resume: async (runId, resumeOptions) => left(await reopen(runId, resumeOptions, true)),
      fork: async (runId, forkOptions) => left(await forkOf(runId, forkOptions, true)),
    },
    archive: async (runId, archived = true) =>
      archiveRun(store, await findRunId(store, runId), archived, setup.clock.now()),
    answer: async (runId, answer, questionId) => answerRun(setup, await findRunId(store, runId), answer, questionId),
    tell: async (runId, text, tellOptions) => {
      await tellRun(setup, await findRunId(store, runId), { text, by: "user", ...tellOptions })
    },
    cancel: async (runId, reason = "cancelled by the user") => cancelRun(setup, await findRunId(store, runId), reason),
    undo: async (runId, undoOptions) => (await late.undo()).undoRun(setup, await findRunId(store, runId), undoOptions),
    diff: async (runId, diffOptions) => (await late.undo()).diffRun(setup, await findRunId(store, runId), diffOptions),
    deliver: async (runId) => deliverRun(setup, await findRunId(store, runId)),
    result: async (runId) => (await readRun(store, await findRunId(store, runId))).result,
    calls: async (runId) => (await late.calls()).listCalls(store, await findRunId(store, runId)),
    call: async (runId, n) => (await late.calls()).readCall(store, await findRunId(store, runId), n),
    runs: () => store.listRuns({ workspace: setup.workspace.root }),
  }
}

/** What few who start a run ask of it later: loaded when they do. */
const late = {
  startOnce: () => import("./run/lifecycle/requests/start-once.ts"),
  fork: () => import("./run/lifecycle/requests/fork.ts"),
  undo: () => import("./run/lifecycle/requests/undo.ts"),
  calls: () => import("./run/lifecycle/lookup/read-calls.ts"),
}

/** Nothing of it is loaded unless somebody wants it. */
async function telemetryFor(options: AgentOptions): Promise<Telemetry | undefined> {
  const { telemetry = process.env, onNotice = (text) => process.emitWarning(text) } = options
  if (telemetry === false || !isTelemetryWanted(telemetry)) return undefined
  const { openTelemetry } = await import("./telemetry/open-telemetry.ts")
  return openTelemetry(telemetry, onNotice)
}

async function setUp(options: AgentOptions): Promise<RunSetup> {
  requireParts(options)
  const strategy = strategyOf(options.strategy ?? phased)
  strategy.settings.parse(options.settings ?? {}, ONCE)
  const tools = options.tools ?? codingTools
  const workspace = await openWorkspace(options.workspace, options.stand)
  const secrets = secretsOf(options, tools)
  return {
    clock: options.clock ?? systemClock,
    store: options.store ?? new MemoryStore(),
    workspace,
    strategy,
    model: options.model,
    tools,
    secrets,
    moving: options.moving,
    readInstructions: async () =>
      fittedInstructions(
        secrets.redact(await readInstructions(workspace, [], options.onNotice)),
        options.model.contextWindow,
      ),
    passVariables: options.passVariables,
    sandbox: options.sandbox === "required" ? await requiredSandbox() : options.sandbox,
    responder: options.responder,
    attended: options.attended,
    remember: options.remember,
    checkpoints: options.checkpoints,
    onFault: options.onFault,
  }
}

/** Throws `RunOptionsError` where this platform has no sandbox. */
async function requiredSandbox(): Promise<Sandbox> {
  const { findSandbox } = await import("./tools/sandbox/sandbox.ts")
  const found = await findSandbox()
  if ("sandbox" in found) return found.sandbox
  throw unconfined(found.missing)
}

async function refuseUnconfined(store: RunStore, runId: string): Promise<void> {
  const { tally } = await readRun(store, runId)
  if (tally.view.environment?.sandbox === null) throw unconfined("this run began without one.")
}

/** For those whom no compiler tells. */
function requireParts({ model, workspace }: { readonly model?: unknown; readonly workspace?: unknown }): void {
  if (typeof (model as { stream?: unknown } | undefined)?.stream !== "function") {
    const said = typeof model === "string" ? `the string "${model}"` : String(model)
    throw new TypeError(`model: expected a Model, got ${said}; create one with openAICompatible(…) or resolveModel(…).`)
  }
  if (typeof workspace !== "string") throw new TypeError('workspace: name the folder to work in, e.g. ".".')
}

/** Throws for a name that no built-in strategy has. */
function strategyOf(said: AnyStrategy | string): AnyStrategy {
  if (typeof said !== "string") return said
  const strategy = STRATEGIES.get(strategyName(said))
  if (strategy) return strategy
  throw new TypeError(`strategy: ${noSuchStrategy(said, [...STRATEGIES.keys()])}`)
}

/** Throws for a grant to a tool that hands on what it is given: files and commands can be read. */
function secretsOf({ secrets = process.env, secretsFor = {} }: AgentOptions, tools: readonly AnyTool[]): Secrets {
  const wrong = Object.keys(secretsFor).find(
    (name) => isBuiltIn(name) || tools.some((tool) => tool.name === name && tool.repeat === "check"),
  )
  if (wrong !== undefined)
    throw new TypeError(
      `secretsFor: ${wrong} works on files, commands or pages; only tools of your own and of MCP servers get secrets.`,
    )
  return new Secrets(collectSecrets(secrets, [...HEADER_VARIABLES, ...Object.values(secretsFor).flat()]), secretsFor)
}
