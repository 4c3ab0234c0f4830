import { rm, rmdir } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { type CandidateStanding, isProven } from "../../candidates/choose.ts"
import { type EndedCandidate, folderName, race } from "../../candidates/race.ts"
import { takeChanges } from "../../candidates/take-changes.ts"
import { BEST_OF, type TakenCandidate, takeOver } from "../../candidates/take-over.ts"
import { type Config, saidByFlags } from "../../config.ts"
import type { EvalGround } from "../../evals/ground.ts"
import { CHECK_MS, type Job, NO_CHANGE } from "../../evals/job.ts"
import { knownJob } from "../../evals/keys.ts"
import { agentForRun, agentForStart } from "../../host/agent-from-config.ts"
import { configWithConsent } from "../../host/consent.ts"
import { NOBODY } from "../../host/model/configured-model.ts"
import { recordedRun } from "../../host/recorded-run.ts"
import { sandboxOrRefuse } from "../../host/sandbox/confinement.ts"
import type { Surroundings } from "../../host/surroundings.ts"
import { copiesFor } from "../../host/workspace/workspace-copy.ts"
import { findWorkPlace } from "../../host/workspace/workspace-root.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { digestOf } from "../../journal/stable-json.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { consentHere } from "../asking/consent.ts"
import { cellRunner } from "../evals/cell-runner.ts"
import type { RunFlags } from "../flags/flags.ts"
import { givenLimits } from "../flags/given-limits.ts"
import { withSurroundings } from "../following/command-stage.ts"
import { conduct } from "../following/follow-to-end.ts"
import { tableRows } from "../paint/table.ts"
import { printable } from "../paint/text.ts"
import { openRuns } from "../runs/open-runs.ts"
import { UsageError } from "../terminal/failure.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { tell } from "../terminal/output.ts"
import type { Request } from "../terminal/request.ts"
import { candidateData, candidateLine, candidateTable } from "./candidate-lines.ts"
import { namedCandidates } from "./named-candidates.ts"

const AT_ONCE = 3
const NOT_WITH = ["attach", "schema", "continue", "source", "record", "rehearse", "planOnly"] as const

/** Several try the same request, each in a copy of the folder; what the best of them did comes into the folder, by a run that undo takes back. */
export async function bestOfCommand(request: Request, flags: RunFlags, version: string): Promise<number> {
  for (const flag of NOT_WITH)
    if (flags[flag])
      throw new UsageError(
        `--best-of and --candidates can't be had with --${flag === "planOnly" ? "plan-only" : flag}.`,
      )
  const { root: workspace } = await findWorkPlace(flags.workspace)
  const limits = givenLimits(flags)
  const config = await configWithConsent({ ...saidByFlags(flags), workspace, limits }, consentHere(flags))
  const candidates = namedCandidates(flags, config)
  // What they share is no limit of each.
  const { max_cost: cost = null, max_time_ms: ms = null } = config.limits
  const stopping = new AbortController()
  const stopListening = onInterrupt(async () => stopping.abort(new Error("interrupted")))
  return withSurroundings(flags, await openRuns(config.stateFolder), async ({ surroundings, display, notify }) => {
    const { store } = surroundings
    const unattended: Surroundings = { store, responder: undefined, onFault: surroundings.onFault, notify }
    const own = { ...flags, maxCost: undefined, maxTime: undefined }
    const runner = cellRunner({
      flags: own,
      home: workspace,
      version,
      surroundings: unattended,
      isPriced: cost !== null,
    })
    const ground = await groundOf(config, workspace, stopping.signal, notify)
    const known = await knownJob(ground, jobOf(workspace, request))
    const settings = await Promise.all(candidates.map((candidate) => runner.settings(candidate, known.job)))
    const key = digestOf({ job: known.key, candidates, settings })
    const { winner, ended } = await race(
      {
        ...{ ground, runner, budget: { cost, ms }, atOnce: Math.min(AT_ONCE, candidates.length) },
        standing: (result) => standingOf(store, unattended, result),
        tell: (progress) => (flags.quiet ? undefined : tell(`keelson: ${printable(candidateLine(progress))}`)),
      },
      known,
      candidates,
      key,
    ).finally(stopListening)
    if (stopping.signal.aborted) {
      tell("keelson: stopped; the same command goes on from here.")
      return 130
    }
    if (!winner) throw new UsageError("no candidate came to an end; nothing was changed.")
    show(ended, winner, flags)
    const agent = await takingAgent(config, workspace, surroundings, chosen(winner, ended, candidates.length))
    const results: RunResult[] = []
    const seen = (result: RunResult) => results.push(result)
    const code = await conduct(await agent.start(request.text), display, {
      quiet: flags.quiet,
      output: flags.output,
      diff: agent.diff,
      seen,
    })
    await clearAway(
      ground,
      candidates.map((candidate) => folderName(key, candidate)),
      results[0],
      winner,
    )
    return code
  })
}

function jobOf(workspace: string, { text }: Request): Job {
  return {
    name: basename(workspace),
    request: text,
    source: { kind: "folder", path: workspace, without: [] },
    limits: {},
    hidden: NO_CHANGE,
    checks: {},
    checkMs: CHECK_MS,
    isDone: false,
  }
}

async function groundOf(
  config: Config,
  workspace: string,
  signal: AbortSignal,
  notify: (notice: string) => void,
): Promise<EvalGround> {
  const { environment, stateFolder, passVariables } = config
  const folders = copiesFor(environment, workspace)
  if (`${folders}/`.startsWith(`${workspace}/`))
    throw new UsageError(
      `${workspace} holds the folder that copies are made in (${dirname(folders)}); work in a folder further down.`,
    )
  const sandbox = await sandboxOrRefuse(config, notify)
  return {
    ...{ kept: stateFolder, folders, keepFolders: true, sandbox, signal },
    env: environment,
    passVariables: passVariables ?? [],
  }
}

/** Facts of an ended run: what its log says of checks and requirements, and what its diff counts. */
async function standingOf(store: RunStore, surroundings: Surroundings, result: RunResult): Promise<CandidateStanding> {
  const { tally } = await readRun(store, result.run_id)
  const agent = await agentForRun(await recordedRun(store, result.run_id), NOBODY, surroundings, process.env)
  const diff = result.files.length === 0 ? "" : await agent.diff(result.run_id).catch(() => "")
  const failed = tally.view.checks.filter(({ status, compared }) => status === "failed" && compared !== "as_before")
  return {
    outcome: result.outcome,
    isVerified: result.verified,
    newFailures: failed.reduce((sum, { failing }) => sum + Math.max(1, failing.length), 0),
    openRequirements: (result.requirements ?? []).filter(({ status }) => status === "open").length,
    changedLines: diff.split("\n").filter((line) => /^[+-](?![+-]{2} )/.test(line)).length,
    changedFiles: result.files.length,
  }
}

function show(ended: readonly EndedCandidate[], winner: EndedCandidate, { json, quiet }: RunFlags): void {
  if (json)
    process.stdout.write(`${JSON.stringify({ type: "candidates", candidates: candidateData(ended, winner) })}\n`)
  else if (!quiet)
    process.stderr.write(`${tableRows(candidateTable(ended, winner), Number.POSITIVE_INFINITY).join("\n")}\n`)
}

/** What the run that takes it over is told. */
function chosen(winner: EndedCandidate, ended: readonly EndedCandidate[], count: number): TakenCandidate {
  const { candidate, result, standing: facts, folder } = winner
  const isOnly = ended.filter(({ standing: other }) => isProven(other)).length
  const why = isProven(facts)
    ? "it is done and verified"
    : `none was verified; it is the least bad: ${facts.newFailures} new failures, ${facts.openRequirements} open requirements, ${facts.changedLines} lines changed`
  const others = isOnly > 0 ? "the others were stopped" : `${ended.length} came to an end`
  return {
    from: folder,
    changes: [...result.files],
    answer: `${result.summary.trimEnd()}\n\nTaken: ${candidate.name} of ${count} candidates (run ${result.run_id}): ${why}; ${others}.`,
    ended: endOf(result),
  }
}

function endOf({ outcome, limit, reason }: RunResult): TakenCandidate["ended"] {
  if (outcome === "done") return { status: "done" }
  if (outcome === "incomplete") return { status: "incomplete", limit: limit ?? "unknown", reason }
  if (outcome === "waiting") return { status: "incomplete", limit: "question", reason: "it stopped at a question" }
  return { status: "failed", reason: reason || outcome }
}

async function takingAgent(config: Config, workspace: string, surroundings: Surroundings, settings: TakenCandidate) {
  const code = { tools: [takeChanges], strategies: [takeOver], models: [] }
  // The user asked for it; nothing of it is a model's wish.
  const own = {
    ...config,
    code,
    settings,
    strategy: BEST_OF,
    tools: [],
    mcp: {},
    rules: [],
    limits: {},
    review: false,
  }
  const allowed = { ...own, approve: "full" as const, approveConfined: "full" as const, fallback: undefined }
  return agentForStart(allowed, workspace, NOBODY, surroundings)
}

/** The copies go once what was chosen stands in the folder; else the chosen one stays. */
async function clearAway(
  { folders }: EvalGround,
  names: readonly string[],
  result: RunResult | undefined,
  winner: EndedCandidate,
): Promise<void> {
  const isTaken = winner.result.files.length === 0 || (result?.files.length ?? 0) > 0
  const kept = isTaken ? undefined : dirname(winner.folder)
  await Promise.all(
    names
      .map((name) => join(folders, name))
      .filter((path) => path !== kept)
      .map((path) => rm(path, { recursive: true, force: true })),
  )
  await rmdir(folders).catch(() => {})
  if (!isTaken) tell(`keelson: what ${winner.candidate.name} did is in ${winner.folder}`)
}
