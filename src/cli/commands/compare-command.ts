import { type Config, readConfig, saidByFlags } from "../../config.ts"
import { agentForStart } from "../../host/agent-from-config.ts"
import { configWithConsent } from "../../host/consent.ts"
import { configuredModel } from "../../host/model/configured-model.ts"
import { rehearsedModel } from "../../host/model/rehearsed-model.ts"
import { requireStrategy } from "../../host/strategies.ts"
import { WorkspaceCopies } from "../../host/workspace/workspace-copy.ts"
import { findWorkPlace, type WorkPlace } from "../../host/workspace/workspace-root.ts"
import type { Comparison } from "../../protocol/log/environment.ts"
import { exitCode } from "../../protocol/log/outcome.ts"
import { newRunId } from "../../run/lifecycle/run-id.ts"
import { consentHere } from "../asking/consent.ts"
import type { CompareFlags } from "../flags/flags.ts"
import { givenLimits } from "../flags/given-limits.ts"
import { withSurroundings } from "../following/command-stage.ts"
import { tableRows } from "../paint/table.ts"
import { type Compared, comparisonData, comparisonTable } from "../render/comparison.ts"
import { openRuns } from "../runs/open-runs.ts"
import { UsageError } from "../terminal/failure.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { print, printJson, tell } from "../terminal/output.ts"
import { readRequest } from "../terminal/request.ts"

/** The same request under several strategies, one after the other, each in a copy of the workspace. */
export async function compareCommand(given: readonly string[], flags: CompareFlags): Promise<number> {
  const { text: request } = await readRequest(given, flags.file)
  const source = await findWorkPlace(flags.workspace)
  const names = strategiesOf(flags.strategies, await readConfig({ workspace: source.root }))
  const comparison = { id: newRunId(Date.now()), workspace: source.root }
  const copies = new WorkspaceCopies(process.env, source.root, comparison.id)
  try {
    const compared = await runAll({ request, comparison }, names, source, copies, flags)
    show(compared, flags.json ?? false)
    warnOfQuestions(compared)
    if (flags.keep) tell(`keelson: the copies are in ${copies.folder}`)
    return Math.max(...compared.map(({ result }) => exitCode(result.outcome)))
  } finally {
    if (!flags.keep) await copies.remove()
  }
}

/** Nobody answers a run whose folder goes with the comparison. */
function warnOfQuestions(compared: readonly Compared[]): void {
  const waiting = compared.filter(({ result }) => result.outcome === "waiting").map(({ strategy }) => strategy)
  if (waiting.length === 0) return
  const what = `${waiting.join(", ")} stopped at a question, so that the figures are not comparable.`
  tell(`keelson: ${what} Compare with --approve full, or in a terminal where you can answer.`)
}

function strategiesOf(list: string, config: Config): string[] {
  const names = [...new Set(list.split(",").map((name) => name.trim()))].filter(Boolean)
  for (const name of names) requireStrategy(name, config)
  if (names.length < 2) throw new UsageError("--strategies: name at least two, with a comma between them.")
  return names
}

type Asked = { readonly request: string; readonly comparison: Comparison }

async function runAll(
  asked: Asked,
  names: readonly string[],
  source: WorkPlace,
  copies: WorkspaceCopies,
  flags: CompareFlags,
): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const strategy of names) {
    if (!flags.quiet) tell(`keelson: ${strategy}`)
    const result = await runOne(asked, strategy, source, await copies.make(strategy), flags)
    compared.push({ strategy, result })
    // Who interrupts one does not want to wait for the others.
    if (result.outcome === "cancelled") break
  }
  return compared
}

async function runOne(
  { request, comparison }: Asked,
  strategy: string,
  source: WorkPlace,
  workspace: string,
  flags: CompareFlags,
) {
  const said = { ...saidByFlags(flags), workspace: source.root, strategy, limits: givenLimits(flags) }
  const config = await (flags.rehearse ? readConfig(said) : configWithConsent(said, consentHere(flags)))
  const results: Compared["result"][] = []
  await withSurroundings({ ...flags, json: false }, await openRuns(config.stateFolder), async (stage) => {
    const { surroundings, display, notify } = stage
    const chosen = flags.rehearse
      ? await rehearsedModel(flags.rehearse, workspace, notify)
      : await configuredModel(config, notify)
    const agent = await agentForStart(config, workspace, chosen, surroundings, { stand: source.stand })
    const run = await agent.start(request, { comparison })
    const stopListening = onInterrupt(() => run.cancel("interrupted"))
    if (!flags.json) display.follow(run)
    const result = await run.result.finally(stopListening)
    if (!flags.json) display.end(result, exitCode(result.outcome))
    results.push(result)
    return 0
  })
  return results[0] as Compared["result"]
}

function show(compared: readonly Compared[], asJson: boolean): void {
  if (asJson) printJson(compared.map(comparisonData))
  else print(tableRows(comparisonTable(compared), process.stdout.columns || 100).join("\n"))
}
