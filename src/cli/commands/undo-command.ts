import { agentForRun } from "../../host/agent-from-config.ts"
import { NOBODY } from "../../host/model/configured-model.ts"
import { type RecordedRun, recordedRun } from "../../host/recorded-run.ts"
import type { UndoReport } from "../../run/lifecycle/requests/undo.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { type Paint, painter, type TextFormat } from "../paint/paint.ts"
import { onOneLine, pad } from "../paint/text.ts"
import { pickChangingRun } from "../runs/changing-run.ts"
import { openRuns } from "../runs/open-runs.ts"
import { UsageError } from "../terminal/failure.ts"
import { notify } from "../terminal/long-running.ts"
import { print, printJson, tell } from "../terminal/output.ts"
import { sayAsking } from "../words/prompt-words.ts"

export type UndoFlags = {
  readonly round?: string
  readonly to?: string
  readonly force?: boolean
  readonly redo?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

/** Takes back what a run changed and says what became of each file; 1 where something was left alone. */
export async function undoCommand(named: string | undefined, flags: UndoFlags): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickChangingRun(store, named, flags.redo ? "undone" : "changes")
    const recorded = await recordedRun(store, id)
    if (!(await isWanted(recorded, flags))) {
      tell("Nothing was changed.")
      return 0
    }
    const agent = await agentForRun(recorded, NOBODY, { store, onFault: () => {}, notify }, {})
    const { round, to, force, redo } = flags
    const report = await agent.undo(id, { round, to, force, redo })
    if (flags.json) printJson(report)
    else say(report, flags)
    return report.conflicts.length > 0 ? 1 : 0
  } finally {
    await store.close()
  }
}

/** Asked where somebody can answer; a script says beforehand that it means it. */
async function isWanted({ header }: RecordedRun, flags: UndoFlags): Promise<boolean> {
  if (flags.yes) return true
  if (flags.json || !process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`this would change files of run ${header.id} (${spelledOut(header.title)}); say -y to do it.`)
  const { confirm } = await import("@clack/prompts")
  const message = sayAsking(flags.redo ? "redo" : "undo", header.id, spelledOut(header.title))
  const labels = { active: sayAsking("yes"), inactive: sayAsking("refuse") }
  return (await confirm({ message, ...labels, output: process.stderr })) === true
}

type Row = { readonly word: string; readonly format: TextFormat; readonly path: string; readonly reason?: string }

const FORMATS: Readonly<Record<UndoReport["files"][number]["deed"], TextFormat>> = {
  restored: "green",
  "changed back": "green",
  merged: "yellow",
  removed: "red",
}

function say(report: UndoReport, flags: UndoFlags): void {
  const rows: Row[] = [
    ...report.files.map(({ path, deed }) => ({ word: deed, format: FORMATS[deed], path })),
    ...report.conflicts.map(({ path, reason }) => ({ word: "left alone", format: "yellow" as const, path, reason })),
  ]
  const paint = painter(process.stdout)
  for (const row of rows) print(rowText(row, paint))
  for (const line of remarks(report, flags)) tell(line)
}

function rowText({ word, format, path, reason }: Row, paint: Paint): string {
  const because = reason === undefined ? "" : `: ${onOneLine(reason)}`
  return `${paint(format, pad(word, "changed back".length))}  ${quotedName(path)}${because}`
}

function remarks({ run_id, files, conflicts, left_out }: UndoReport, flags: UndoFlags): string[] {
  const lines: string[] = []
  const undone = flags.redo ? "brought back" : "taken back"
  if (files.length === 0 && conflicts.length === 0) lines.push(`Run ${run_id} has nothing to be ${undone}.`)
  if (files.length > 0 && !flags.redo) lines.push(`Take this back with: keelson undo ${run_id} --redo`)
  if (files.some(({ deed }) => deed === "merged"))
    lines.push("What was merged keeps what was changed since; look it over.")
  if (conflicts.length > 0) lines.push("What was left alone is overwritten only with --force.")
  if (left_out.length > 0) lines.push(leftOutText(left_out.map(({ path }) => quotedName(path))))
  return lines
}

/** More names would drown the rest. */
const MOST_NAMES = 3

function leftOutText(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMES ? ` and ${paths.length - MOST_NAMES} more` : ""
  return `Checkpoints don't hold files over 20 MB or that can't be read: ${paths.slice(0, MOST_NAMES).join(", ")}${more}.`
}
