import type { Config } from "../../config.ts"
import { openMemory, resolveNamed } from "../../host/model/resolve-configured-model.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { useProxy } from "../../model/http/proxy.ts"
import { withLearned } from "../../model/learned/learned.ts"
import { type Probe, probeModel } from "../../model/probe/probe.ts"
import { type ProbeRow, probeRows } from "../../model/probe/probe-rows.ts"
import type { LearnedFact, Model } from "../../model/seam/model.ts"
import { ModelError } from "../../model/seam/model-error.ts"
import { questionLines } from "../asking/question-lines.ts"
import { painter } from "../paint/paint.ts"
import { tableRows } from "../paint/table.ts"
import { onOneLine } from "../paint/text.ts"
import { levelMark } from "../render/marks.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson, tell } from "../terminal/output.ts"

/** One question more after a passing fault: whoever waits at a terminal wants to see it. */
const PATIENCE = { retries: 1 }

/** Asks the configured model what it can do, prints it as one table, and remembers it. */
export async function probeConfigured(config: Config, flags: { json?: boolean }): Promise<number> {
  if (config.model === undefined) throw new UsageError("no model to look at: give --model as well.")
  const notify = (text: string) => void tell(`keelson: ${text}`)
  for (const notice of config.notices) notify(notice)
  useProxy(config.environment)
  const model = resolveNamed(config, config.model, PATIENCE)
  const memory = await openMemory(config, notify)
  const write = flags.json ? () => {} : (text: string) => void process.stderr.write(text)
  const opening = `Asking ${model.id} at ${model.baseUrl}: some fifteen to thirty small questions, one line each.\n`
  const listener = questionLines(opening, write)
  try {
    const probe = await probeModel(model, { signal: new AbortController().signal, listener })
    const remembered = withLearned(model, memory)
    // What could not be had before may be had now: it is looked at anew.
    await remembered.learn?.({ ...probe.learned, ...(remembered.traits?.missed ? { missed: {} } : {}) })
    return report(model, probe, { ...flags, isKept: config.stateFolder !== IN_MEMORY })
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return printFailure(model, error, flags)
  }
}

function report(model: Model, probe: Probe, { json, isKept }: { json?: boolean; isKept: boolean }): number {
  const rows = probeRows(probe)
  const isUsable = Object.values(probe.findings.forcing).some(({ outcome }) => outcome === "works")
  const { id, baseUrl } = model
  const output = { model: id, base_url: baseUrl, usable: isUsable, checks: rows, learned: probe.learned }
  if (json) printJson(output)
  else print([...lines(model, rows), ...(isKept ? [kept(probe.learned)] : [])].join("\n"))
  if (!isUsable && !json) tell(`keelson: ${id} could not produce structured output in any mode; choose another model.`)
  return isUsable ? 0 : 1
}

/** The message names the address, the model or the key, and what to do. */
function printFailure({ id, baseUrl }: Model, error: ModelError, { json }: { json?: boolean }): number {
  const text = onOneLine(error.message)
  if (json) {
    const output = { model: id, base_url: baseUrl, usable: false, error: { kind: error.kind, message: text } }
    printJson(output)
  } else tell(`keelson: ${text}`)
  return 1
}

function lines({ id, baseUrl }: Model, rows: readonly ProbeRow[]): string[] {
  const paint = painter(process.stdout)
  const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY
  const head = ["", "seen", "what Keelson does about it"]
  const cells = rows.map(({ check, result, consequence }) => [check, result, onOneLine(consequence)])
  const [title = "", ...drawn] = tableRows([head, ...cells], columns - 2)
  return [
    `${paint("bold", id)} at ${baseUrl}`,
    paint("dim", `  ${title}`),
    ...drawn.map((line, index) => {
      const { shape, format } = levelMark(rows[index]?.level ?? "ok")
      return `${paint(format, shape)} ${line.replaceAll("\n", "\n  ")}`
    }),
  ]
}

function kept({ rungs = [] }: LearnedFact): string {
  return `Remembered: the rungs are ${rungs.join(", ")}. A run with this model makes no failing call to find that out.`
}
