import { mkdtempSync } from "node:fs"
import { rmdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Config, readConfig, saidByFlags } from "../../config.ts"
import { compareWith, type EvalComparison } from "../../evals/against.ts"
import { documentOf, type EvalDocument, readDocument } from "../../evals/document.ts"
import type { EvalGround } from "../../evals/ground.ts"
import type { JobSet } from "../../evals/job.ts"
import { readJobs } from "../../evals/read-jobs.ts"
import { runEval } from "../../evals/run-eval.ts"
import { hideFromCommands, sandboxOrRefuse } from "../../host/sandbox/confinement.ts"
import { requireStrategy } from "../../host/strategies.ts"
import type { Surroundings } from "../../host/surroundings.ts"
import { copiesFor } from "../../host/workspace/workspace-copy.ts"
import { findWorkPlace } from "../../host/workspace/workspace-root.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import type { LimitFlags } from "../flags/flags.ts"
import { tableRows } from "../paint/table.ts"
import { printable } from "../paint/text.ts"
import { openRuns } from "../runs/open-runs.ts"
import { UsageError } from "../terminal/failure.ts"
import { readNamedFile, requireWritable, writeNamedFile } from "../terminal/files.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { print, printJson, tell } from "../terminal/output.ts"
import { cellRunner } from "./cell-runner.ts"
import { closingLines, comparisonLines, evalTable, progressLine } from "./eval-lines.ts"

/** The flags of `eval`; what they say of a run's options is read by `saidByFlags`. */
export type EvalFlags = LimitFlags & {
  readonly model?: string
  readonly models?: string
  readonly strategies?: string
  readonly jobs?: string
  readonly repeats?: number
  readonly concurrency?: number
  readonly budget?: number
  readonly deadline?: number
  readonly against?: string
  readonly output?: string
  readonly html?: string
  readonly predictions?: string
  readonly fresh?: boolean
  readonly keep?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
  readonly debug?: boolean
}

/** What was asked for could not all be had: exit codes of their own, for scripts. */
const [WORSE, PARTLY, INTERRUPTED] = [1, 4, 130]
const AT_ONCE = 2

/** Runs jobs with every model and strategy. Everything that can be refused is refused before anything is run. */
export async function evalCommand(path: string, flags: EvalFlags, version: string): Promise<number> {
  const set = chosenJobs(await readJobs(path), flags.jobs)
  for (const flag of ["output", "html", "predictions"] as const)
    if (flags[flag]) requireWritable(`--${flag}`, flags[flag])
  const before = flags.against === undefined ? undefined : await earlier(flags.against)
  const { root: home } = await findWorkPlace(undefined)
  const config = await readConfig({ ...saidByFlags(flags), workspace: home })
  const models = named(flags.models) ?? [flags.model ?? config.model ?? noModel()]
  const strategies = named(flags.strategies) ?? [config.strategy]
  for (const name of strategies) requireStrategy(name, config)
  hideFromCommands(set.hide)
  const stopping = new AbortController()
  const stopListening = onInterrupt(async () => stopping.abort(new Error("interrupted")))
  const store = await openRuns(config.stateFolder)
  try {
    const surroundings = surroundingsOf(store, flags)
    const runner = cellRunner({ flags, home, version, surroundings, isPriced: flags.budget !== undefined })
    const ground = await groundOf(config, set, flags, stopping.signal, surroundings)
    const { repeats = 1, concurrency = AT_ONCE, fresh = false, budget = null, deadline = null } = flags
    const plan = {
      set,
      models,
      strategies,
      repeats,
      concurrency,
      isFresh: fresh,
      budget: { cost: budget, ms: deadline },
    }
    const results = await runEval(plan, ground, runner, (progress) => {
      const line = flags.quiet ? undefined : progressLine(progress)
      if (line !== undefined) tell(`keelson: ${printable(line)}`)
    })
    const now = documentOf(results, new Date())
    const comparison = before && compareWith(before, now)
    await show(now, comparison, flags)
    if (flags.keep) tell(`keelson: the folders are in ${ground.folders}`)
    if (stopping.signal.aborted) return INTERRUPTED
    if (comparison?.isWorse) return WORSE
    return results.left.length > 0 ? PARTLY : 0
  } finally {
    // The last folder of a run took everything along but this one.
    await rmdir(copiesFor(config.environment, set.hide[0] ?? "")).catch(() => {})
    stopListening()
    await store.close()
  }
}

function chosenJobs(set: JobSet, said: string | undefined): JobSet {
  const names = named(said)
  if (names === undefined) return set
  const unknown = names.find((name) => !set.jobs.some((job) => job.name === name))
  if (unknown === undefined) return { ...set, jobs: set.jobs.filter(({ name }) => names.includes(name)) }
  throw new UsageError(
    `--jobs: there is no job "${unknown}"; there are: ${set.jobs.map(({ name }) => name).join(", ")}.`,
  )
}

function named(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined
  const names = [...new Set(list.split(",").map((name) => name.trim()))].filter(Boolean)
  if (names.length === 0) throw new UsageError("a list of names is empty; put commas between them.")
  return names
}

function noModel(): never {
  throw new UsageError("no model: name some with --models, or configure one; keelson models lists the providers.")
}

async function earlier(path: string): Promise<EvalDocument> {
  return readDocument(await readNamedFile("--against", path), path)
}

/** Nobody is asked anything; a notice is said once, however many runs have it. */
function surroundingsOf(store: Surroundings["store"], flags: EvalFlags): Surroundings {
  const said = new Set<string>()
  const notify = (notice: string) => {
    if (!flags.quiet && !said.has(notice)) tell(`keelson: ${printable(notice)}`)
    said.add(notice)
  }
  const onFault = (error: unknown) => {
    if (flags.debug) tell(`keelson: ${error instanceof Error ? error.stack : String(error)}`)
  }
  return { store, responder: undefined, onFault, notify }
}

async function groundOf(
  config: Config,
  { hide: [place = ""], name }: JobSet,
  flags: EvalFlags,
  signal: AbortSignal,
  { notify }: Surroundings,
): Promise<EvalGround> {
  const { stateFolder, environment, passVariables } = config
  return {
    kept: stateFolder === IN_MEMORY ? mkdtempSync(join(tmpdir(), `keelson-eval-${name}-`)) : join(stateFolder, "evals"),
    folders: copiesFor(environment, place),
    keepFolders: flags.keep ?? false,
    sandbox: await sandboxOrRefuse(config, notify),
    env: environment,
    passVariables: passVariables ?? [],
    signal,
  }
}

async function show(now: EvalDocument, comparison: EvalComparison | undefined, flags: EvalFlags): Promise<void> {
  const whole = comparison ? { ...now, against: comparison } : now
  if (flags.output !== undefined) writeNamedFile("--output", flags.output, `${JSON.stringify(now, null, 1)}\n`)
  if (flags.predictions !== undefined) {
    const { predictionLines } = await import("../../evals/predictions.ts")
    writeNamedFile("--predictions", flags.predictions, predictionLines(now))
  }
  if (flags.html !== undefined) {
    const { evalPage } = await import("../../evals/page/eval-page.ts")
    writeNamedFile("--html", flags.html, evalPage(now, comparison))
  }
  if (flags.json) return printJson(whole)
  const lines = [...closingLines(now), ...(comparison ? comparisonLines(comparison) : [])]
  print([...tableRows(evalTable(now.rows), Number.POSITIVE_INFINITY), ...lines.map(printable)].join("\n"))
}
