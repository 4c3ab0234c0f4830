import type { AgentOptions } from "./agent/agent-options.ts"
import type { Agent } from "./agent.ts"
import type { EvalCell } from "./evals/cell.ts"
import type { EvalDocument } from "./evals/document.ts"
import type { Job } from "./evals/job.ts"
import type { EvalProgress } from "./evals/run-eval.ts"
import type { Runner } from "./evals/runner.ts"
import type { RunStore } from "./journal/run-store.ts"
import type { Model } from "./model/seam/model.ts"
import type { Sandbox } from "./tools/sandbox/sandbox.ts"

/** What an eval's runs share; each has a workspace, a model and a strategy of its own. */
export type EvaluatedAgent = Omit<
  AgentOptions,
  "model" | "workspace" | "strategy" | "store" | "checkpoints" | "answerSchema" | "sandbox" | "source" | "moving"
>

/** Jobs, who is to do them, and how far it may go. */
export type EvaluateOptions = {
  /** A folder of jobs, or a file with some. */
  readonly jobs: string
  /** The models by the names that the results have for them. */
  readonly models: Readonly<Record<string, Model>>
  /** Names of strategies; `auto` unless told otherwise. */
  readonly strategies?: readonly string[]
  readonly repeats?: number
  readonly concurrency?: number
  /** What all runs together may take, in dollars and milliseconds. */
  readonly budget?: { readonly cost?: number; readonly ms?: number }
  /** Where results, logs and checkpoints are kept: said again with it, an eval goes on where it was. */
  readonly folder: string
  /** Confines the commands of runs and of hidden checks. */
  readonly sandbox?: Sandbox | null
  readonly agent?: EvaluatedAgent
  /** What else can change what comes out, such as the version of your own tools: results kept with another value don't count. */
  readonly about?: unknown
  /** What was kept from before does not count. */
  readonly fresh?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: EvalProgress) => void
}

/** Runs jobs with every model and strategy, and lets hidden checks decide what got done. Throws `JobError` for jobs that can't be read. */
export async function evaluate(options: EvaluateOptions): Promise<EvalDocument> {
  const [{ readJobs }, { runEval }, { documentOf }, { openStore }, { join, resolve }] = await Promise.all([
    import("./evals/read-jobs.ts"),
    import("./evals/run-eval.ts"),
    import("./evals/document.ts"),
    import("./journal/open-store.ts"),
    import("node:path"),
  ])
  const set = await readJobs(options.jobs)
  const folder = resolve(options.folder)
  const { repeats = 1, concurrency = 2, budget = {}, fresh = false, strategies = ["auto"], sandbox = null } = options
  const { signal = new AbortController().signal } = options
  const store = await openStore(folder)
  try {
    const plan = {
      ...{ set, strategies, repeats, concurrency, isFresh: fresh, models: Object.keys(options.models) },
      budget: { cost: budget.cost ?? null, ms: budget.ms ?? null },
    }
    const ground = {
      ...{ kept: join(folder, "evals"), folders: `${folder}-copies`, keepFolders: false, sandbox, signal },
      env: process.env,
      passVariables: options.agent?.passVariables ?? [],
    }
    return documentOf(await runEval(plan, ground, runnerOf(options, store, folder), options.onProgress), new Date())
  } finally {
    await store.close()
  }
}

function runnerOf(options: EvaluateOptions, store: RunStore, folder: string): Runner {
  const { sandbox = null, about = null, agent: shared = {} } = options
  const agentFor = async ({ model: name, strategy }: EvalCell, job: Job, workspace: string): Promise<Agent> => {
    const model = options.models[name]
    if (!model) throw new TypeError(`models: there is no "${name}".`)
    const [{ createAgent }, { openCheckpoints }] = await Promise.all([
      import("./agent.ts"),
      import("./checkpoints/checkpoints.ts"),
    ])
    return createAgent({
      ...shared,
      ...{ model, strategy, workspace, store, sandbox, checkpoints: openCheckpoints(`${folder}/checkpoints`) },
      limits: { ...shared.limits, ...withoutUnsaid(job.limits) },
      ...(job.answer?.schema ? { answerSchema: job.answer.schema } : {}),
    })
  }
  return {
    settings: async ({ model }) => ({ about, model: options.models[model]?.id, ...plain(shared) }),
    begin: async (cell, job, workspace) => (await agentFor(cell, job, workspace)).start(job.request),
    async find(workspace) {
      const [header] = await store.listRuns({ workspace, limit: 1 })
      const { isEnd } = await import("./protocol/log/outcome.ts")
      return header && { id: header.id, isOver: isEnd(header.state) || header.state === "WAITING" }
    },
    resume: async (cell, job, workspace, runId) => (await agentFor(cell, job, workspace)).resume(runId),
    async result(runId) {
      const { readRun } = await import("./run/lifecycle/orchestrator.ts")
      return (await readRun(store, runId)).result
    },
    diff: async (cell, job, workspace, runId) => (await agentFor(cell, job, workspace)).diff(runId).catch(() => ""),
  }
}

/** What of the options is data; of tools their names. */
function plain({ tools, responder: _responder, clock: _clock, secrets: _secrets, ...said }: EvaluatedAgent): object {
  return { ...said, tools: tools?.map(({ name }) => name) }
}

function withoutUnsaid(limits: Job["limits"]): NonNullable<AgentOptions["limits"]> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
}
