import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { z } from "zod"
import type { Checkpoints } from "./checkpoints/checkpoints.ts"
import { ChecksOption } from "./checks/checks-option.ts"
import { forkRun } from "./fork.ts"
import { MemoryStore } from "./journal/memory-store.ts"
import type { RunStore } from "./journal/run-store.ts"
import type { Model } from "./model/model.ts"
import { answerRun, cancelRun, findRunId, readRun, resumeRun, startRun } from "./orchestrator.ts"
import type { ApprovalRule } from "./protocol/approval.ts"
import { ConstraintOptions, type ExceptionPolicy } from "./protocol/constraints.ts"
import type { ApprovalPolicy, Environment, Exchange, Language, Price, VerifyMoment } from "./protocol/environment.ts"
import type { LiveEvent, LoggedEvent } from "./protocol/event.ts"
import { type LimitOptions, Limits } from "./protocol/limits.ts"
import type { RunHeader, RunResult } from "./protocol/run.ts"
import { offeredNames } from "./run/engine-tools.ts"
import type { LiveRun, RunSetup } from "./run/live-run.ts"
import type { ResumeOptions } from "./run/resume-rules.ts"
import type { Answer, Responder, RuleMemory } from "./run/run-parts.ts"
import type { AnyStrategy } from "./run/strategy.ts"
import { languageOf } from "./run/words.ts"
import { phased } from "./strategies/phased/phased.ts"
import { codingTools } from "./tools/code/index.ts"
import type { Sandbox } from "./tools/sandbox/sandbox.ts"
import { collectSecrets, Secrets } from "./tools/secrets.ts"
import type { AnyTool } from "./tools/tool.ts"
import { openWorkspace } from "./tools/workspace.ts"
import { type DiffOptions, diffRun, type UndoOptions, type UndoReport, undoRun } from "./undo.ts"

export type AgentOptions = {
  /** Who thinks. See `openAICompatible`, or implement `Model`. */
  readonly model: Model
  /** The model's base URL, recorded so that a resumed run finds it again; without secrets. */
  readonly endpoint?: string | null
  /** The folder that runs may touch. */
  readonly workspace: string
  /** `phased` unless told otherwise. */
  readonly strategy?: AnyStrategy
  /** The strategy's own settings, checked against its schema. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The coding tools unless told otherwise; their order is the order that the model sees. */
  readonly tools?: readonly AnyTool[]
  /** Where logs live; in memory unless told otherwise. See `openStore`. */
  readonly store?: RunStore
  /** How much a run may do without asking; unless told otherwise `edits` with a sandbox, `ask` without. */
  readonly approve?: ApprovalPolicy
  /** Words on single tools and calls, on top of `approve`. */
  readonly rules?: readonly ApprovalRule[]
  /** Keeps what the user allows for good in this folder; the caller gives it back as `rules` of later runs. */
  readonly remember?: RuleMemory
  /** True: plans are shown to the user, who may change them, before anything runs. */
  readonly review?: boolean
  /** Confines commands; none unless told otherwise. See `findSandbox`. */
  readonly sandbox?: Sandbox | null
  /** Whether commands in the sandbox may use the network; not unless told otherwise. */
  readonly network?: boolean
  readonly limits?: LimitOptions
  /** Rules on top of those that go with the kind of task. */
  readonly constraints?: z.input<typeof ConstraintOptions>
  /** Globs of what runs may change; everything in the workspace unless told otherwise. */
  readonly scope?: readonly string[]
  /** What happens when a run asks to use a tool that its constraints forbid; `ask` unless told otherwise. */
  readonly exceptions?: ExceptionPolicy
  /** When the project's checks run: after each `round` that wrote (so unless told otherwise), `phase`, `end`, or `off`. */
  readonly verify?: VerifyMoment
  /** The project's checks by name; what the workspace has unless told otherwise. */
  readonly checks?: ChecksOption
  /** Keeps the workspace as it was before each round that writes, for `undo`; none unless given. See `openCheckpoints`. */
  readonly checkpoints?: Checkpoints
  /** What the model costs; without it costs are unknown, and `max_cost` can't be kept. */
  readonly price?: Price | null
  /** Text for the system prompt; the workspace's AGENTS.md unless told otherwise. */
  readonly instructions?: string
  readonly language?: Language
  /** Somebody to ask right now; without one a run that has a question waits for `answer`. */
  readonly responder?: Responder
  /** Values that must not reach the log or the model are taken from here; `process.env` unless told otherwise. */
  readonly secrets?: Readonly<Record<string, string | undefined>>
  /** Hears of faults that should not happen: for logging. */
  readonly onFault?: (error: unknown) => void
}

/** A run under way in this process. */
export interface Run {
  readonly id: string
  /** Settles when the run ends or has to wait; every result carries a message. */
  readonly result: Promise<RunResult>
  /** All facts of the run from its beginning, until it ends or waits. */
  events(): AsyncIterable<LoggedEvent>
  /** Hears each fact as it is logged, those from before included. */
  onEvent(listener: (event: LoggedEvent) => void): () => void
  /** Hears droppable progress: text as it streams in, tool output. */
  onLive(listener: (event: LiveEvent) => void): () => void
  /** Ends the run with a report and without another model call; it can be resumed. */
  cancel(reason?: string): Promise<void>
  /** Stops carrying the run out without ending it: `result` rejects, nothing more is recorded, anybody may resume the run. */
  detach(): Promise<void>
}

/** Runs requests in one workspace, and takes them up again. */
export interface Agent {
  /** Starts a run and returns at once; follow it, or wait for its `result`. `conversation`: what was asked before, and what came of it. */
  start(request: string, options?: { readonly conversation?: readonly Exchange[] }): Promise<Run>
  /** Starts a run and waits until it ends or has a question. */
  run(request: string): Promise<RunResult>
  /** Goes on with a run after a crash, an answer or an end; `limits` are those it shall have from now on. */
  resume(runId: string, options?: ResumeOptions): Promise<Run>
  /** Goes on with a run that a change of code blocked, in a new run that keeps what was recorded before that place. */
  fork(runId: string, options?: ResumeOptions): Promise<Run>
  /** Leaves an answer for a run that waits; `resume` it then. */
  answer(runId: string, answer: Answer, questionId?: string): Promise<void>
  /** Ends a run, wherever it is carried out. */
  cancel(runId: string, reason?: string): Promise<RunResult | undefined>
  /** Takes back what a run changed, or a part of it, and nothing else; needs `checkpoints`. Can itself be taken back. */
  undo(runId: string, options?: UndoOptions): Promise<UndoReport>
  /** What a run changed, as a unified diff; needs `checkpoints`. */
  diff(runId: string, options?: DiffOptions): Promise<string>
  /** A run's result so far, from its log. */
  result(runId: string): Promise<RunResult>
  /** The runs of this workspace, newest first. */
  runs(): Promise<RunHeader[]>
}

/** Puts model, tools and store together. Throws when the workspace can't be used or the settings don't fit. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const setup = await setUp(options)
  const start: Agent["start"] = async (request, { conversation = [] } = {}) => {
    if (request.trim() === "") throw new TypeError("The request is empty; say what the run shall do.")
    const alone = await environmentFor(options, setup, request)
    const environment = conversation.length > 0 ? { ...alone, conversation: toldAgain(setup, conversation) } : alone
    return follow(await startRun(setup, { request, environment }))
  }
  const { store } = setup
  return {
    start,
    run: async (request) => (await start(request)).result,
    resume: async (runId, resumeOptions) =>
      follow(await resumeRun(setup, await findRunId(store, runId), resumeOptions)),
    fork: async (runId, resumeOptions) =>
      follow(await resumeRun(setup, await forkRun(store, await findRunId(store, runId)), resumeOptions)),
    answer: async (runId, answer, questionId) => answerRun(setup, await findRunId(store, runId), answer, questionId),
    cancel: async (runId, reason = "cancelled by the user") => cancelRun(setup, await findRunId(store, runId), reason),
    undo: async (runId, undoOptions) => undoRun(setup, await findRunId(store, runId), undoOptions),
    diff: async (runId, diffOptions) => diffRun(setup, await findRunId(store, runId), diffOptions),
    result: async (runId) => (await readRun(store, await findRunId(store, runId))).result,
    runs: () => store.listRuns({ workspace: setup.workspace.root }),
  }
}

async function setUp(options: AgentOptions): Promise<RunSetup> {
  const strategy = options.strategy ?? phased
  strategy.settings.parse(options.settings ?? {})
  return {
    store: options.store ?? new MemoryStore(),
    workspace: await openWorkspace(options.workspace),
    strategy,
    model: options.model,
    tools: options.tools ?? codingTools,
    secrets: new Secrets(collectSecrets(options.secrets ?? process.env)),
    sandbox: options.sandbox,
    responder: options.responder,
    remember: options.remember,
    checkpoints: options.checkpoints,
    onFault: options.onFault,
  }
}

async function environmentFor(options: AgentOptions, setup: RunSetup, request: string): Promise<Environment> {
  const limits = Limits.parse(options.limits ?? {})
  if (limits.max_cost !== null && !options.price) {
    throw new TypeError(
      `max_cost can't be kept: the price of ${setup.model.id} is not known. Give a price, or leave max_cost out.`,
    )
  }
  return {
    date: new Date().toISOString().slice(0, 10),
    platform: process.platform,
    workspace: setup.workspace.root,
    // Redacted as a whole: cut first, a secret could lose its end and stay.
    instructions: setup.secrets
      .redact(options.instructions ?? (await readInstructions(setup.workspace.root)))
      .slice(0, MAX_INSTRUCTIONS),
    language: options.language ?? languageOf(request),
    model: setup.model.id,
    endpoint: options.endpoint ?? null,
    price: options.price ?? null,
    tools: offeredNames(setup.tools),
    ...confinementOf(options),
    rules: [...(options.rules ?? [])],
    review: options.review ?? false,
    limits,
    constraints: ConstraintOptions.parse(options.constraints ?? {}),
    scope: [...(options.scope ?? [])],
    exceptions: options.exceptions ?? "ask",
    verify: options.verify ?? "round",
    ...(options.checks === undefined ? {} : { checks: ChecksOption.parse(options.checks) }),
    settings: { ...options.settings },
  }
}

/** The newest exchanges, each cut to what a prompt can bear. */
function toldAgain({ secrets }: RunSetup, conversation: readonly Exchange[]): Exchange[] {
  return conversation.slice(-MAX_EXCHANGES).map(({ request, outcome, summary }) => ({
    request: secrets.redact(request).slice(0, MAX_EXCHANGE_TEXT),
    outcome,
    summary: secrets.redact(summary).slice(0, MAX_EXCHANGE_TEXT),
  }))
}

const MAX_EXCHANGES = 5
const MAX_EXCHANGE_TEXT = 1500

/** What needs no question depends on what a command could do. */
function confinementOf({ approve, sandbox, network = false }: AgentOptions) {
  return { approve: approve ?? (sandbox ? "edits" : "ask"), sandbox: sandbox?.name ?? null, network } as const
}

/** So much of the instructions goes into every prompt; the rest can be read as a file. */
const MAX_INSTRUCTIONS = 8000

async function readInstructions(root: string): Promise<string> {
  try {
    return (await readFile(join(root, "AGENTS.md"), "utf8")).trim()
  } catch {
    return ""
  }
}

function follow(run: LiveRun): Run {
  const result = run.carryOut()
  // Whoever only follows events must not be punished with an unhandled rejection.
  result.catch(() => {})
  return {
    id: run.id,
    result,
    events: () => eventsUntil(run, result),
    onEvent: (listener) => run.onEvent(listener),
    onLive: (listener) => run.onLive(listener),
    cancel: (reason = "cancelled by the user") => run.cancel("user", reason),
    detach: async () => {
      run.detach()
      await result.catch(() => {})
    },
  }
}

async function* eventsUntil(run: LiveRun, result: Promise<RunResult>): AsyncIterable<LoggedEvent> {
  const queue: LoggedEvent[] = []
  let wake = () => {}
  let isOver = false
  const stop = run.onEvent((event) => {
    queue.push(event)
    wake()
  })
  const end = () => {
    isOver = true
    wake()
  }
  result.then(end, end)
  try {
    for (;;) {
      for (let event = queue.shift(); event; event = queue.shift()) yield event
      if (isOver) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    stop()
  }
}
