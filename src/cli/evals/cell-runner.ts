import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Config, type Flags, PROJECT_CODE, PROJECT_FILE, readConfig, saidByFlags } from "../../config.ts"
import type { EvalCell } from "../../evals/cell.ts"
import type { Job } from "../../evals/job.ts"
import type { Runner } from "../../evals/runner.ts"
import { agentForRun, agentForStart } from "../../host/agent-from-config.ts"
import { configWithConsent } from "../../host/consent.ts"
import { configuredModel, NOBODY } from "../../host/model/configured-model.ts"
import { priceOf } from "../../host/price.ts"
import { recordedRun } from "../../host/recorded-run.ts"
import type { Surroundings } from "../../host/surroundings.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import type { LimitFlags } from "../flags/flags.ts"
import { givenLimits } from "../flags/given-limits.ts"
import { UsageError } from "../terminal/failure.ts"

/** What an eval's runs have in common, beside what each job says. */
export type RunnerSettings = {
  readonly flags: LimitFlags
  /** The folder whose config counts for what is no job's own. */
  readonly home: string
  readonly version: string
  readonly surroundings: Surroundings
  /** Every run must have a price. */
  readonly isPriced: boolean
}

/** Runs cells as `keelson run` would in the folder of their job. */
export function cellRunner({ flags, home, version, surroundings, isPriced }: RunnerSettings): Runner {
  const { store } = surroundings
  const notify = surroundings.notify ?? (() => {})
  const saidOf = ({ model, strategy }: EvalCell, job: Job, workspace: string): Flags => ({
    ...saidByFlags(flags),
    workspace,
    model,
    strategy,
    limits: { ...job.limits, ...givenLimits(flags) },
  })
  /** That of the job's own folder, which the user may trust; where it has none, that of where they stand, whose checks are not the job's. */
  const configOf = async (cell: EvalCell, job: Job, folder: string): Promise<Config> => {
    const place = job.source.kind === "folder" ? job.source.path : folder
    if (isConfigured(place)) return configWithConsent(saidOf(cell, job, place), undefined)
    return { ...(await configWithConsent(saidOf(cell, job, home), undefined)), checks: undefined }
  }
  const modelOf = async (config: Config) => {
    const thinking = await configuredModel(config, notify)
    if (isPriced && priceOf(config, thinking.modelIds) === null)
      throw new UsageError(
        `--budget can't be kept: the price of ${thinking.model.id} is not known; put it under "prices" in keelson.config.json.`,
      )
    return thinking
  }
  return {
    async settings(cell, job) {
      // What the job's folder says is in the job's own hash.
      const config = await readConfig(saidOf(cell, job, home))
      return { version, said: lasting(config) }
    },
    async begin(cell, job, folder) {
      const config = await configOf(cell, job, folder)
      const agent = await agentForStart(config, folder, await modelOf(config), surroundings, {
        answerSchema: job.answer?.schema,
      })
      return agent.start(job.request)
    },
    async find(folder) {
      const [header] = await store.listRuns({ workspace: folder, limit: 1 })
      return header && { id: header.id, isOver: isEnd(header.state) || header.state === "WAITING" }
    },
    async resume(cell, job, folder, runId) {
      const config = await configOf(cell, job, folder)
      const recorded = await recordedRun(store, runId)
      const agent = await agentForRun(recorded, await modelOf(config), surroundings, config.environment, config)
      return agent.resume(runId)
    },
    result: async (runId) => (await readRun(store, runId)).result,
    async diff(_cell, _job, _folder, runId) {
      const agent = await agentForRun(await recordedRun(store, runId), NOBODY, surroundings, process.env)
      return agent.diff(runId).catch(() => "")
    },
  }
}

function isConfigured(folder: string): boolean {
  return [PROJECT_FILE, ...PROJECT_CODE].some((name) => existsSync(join(folder, name)))
}

/** What of a config can change how a run goes; where it is kept, and who hears of it, can't. */
function lasting({ environment, stateFolder, notices, places, code, endpoint, ...said }: Config): unknown {
  const own = [
    code.tools.map(({ name }) => name),
    code.strategies.map(({ name }) => name),
    code.models.map(({ id }) => id),
  ]
  return { ...said, own, url: endpoint?.url }
}
