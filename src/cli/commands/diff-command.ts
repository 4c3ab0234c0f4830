import type { DiffForm } from "../../checkpoints/contents/diff-text.ts"
import { agentForRun } from "../../host/agent-from-config.ts"
import { NOBODY } from "../../host/model/configured-model.ts"
import { recordedRun } from "../../host/recorded-run.ts"
import { languageHere } from "../../host/user-language.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { runLaterMark } from "../../text/words/run-later.ts"
import { type Paint, painter, type TextFormat } from "../paint/paint.ts"
import { pickChangingRun } from "../runs/changing-run.ts"
import { openRuns } from "../runs/open-runs.ts"
import { notify } from "../terminal/long-running.ts"
import { tell } from "../terminal/output.ts"

export type DiffFlags = { readonly round?: string; readonly stat?: boolean; readonly patch?: boolean }

/** What a run changed: in colours on a terminal, else as a patch that programs can read. */
export async function diffCommand(named: string | undefined, flags: DiffFlags): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickChangingRun(store, named, "changes")
    const recorded = await recordedRun(store, id)
    const agent = await agentForRun(recorded, NOBODY, { store, onFault: () => {}, notify }, {})
    const text = await agent.diff(id, { round: flags.round, form: formOf(flags) })
    if (text === "") tell(`Run ${id} changed no files.`)
    else {
      tellMarks(pathsIn(await agent.diff(id, { round: flags.round, form: "counts" })))
      process.stdout.write(process.stdout.isTTY ? painted(text, painter(process.stdout)) : text)
    }
    return 0
  } finally {
    await store.close()
  }
}

function formOf({ stat, patch }: DiffFlags): DiffForm {
  if (patch) return "patch"
  return stat ? "stat" : "full"
}

/** Files that other programs run later are named beside the diff, which stays a patch that programs can read. */
function tellMarks(paths: readonly string[]): void {
  for (const path of new Set(paths)) {
    const mark = runLaterMark(languageHere(), path)
    if (mark !== undefined) tell(`keelson: ${quotedName(path)} – ${mark}`)
  }
}

/** Git quotes names in which something hides. */
function pathsIn(counts: string): string[] {
  return [...counts.matchAll(/^(?:\d+|-)\t(?:\d+|-)\t"?(.+?)"?$/gm)].map(([, path = ""]) => path)
}

/** Nothing that a file holds may reach the terminal unseen. */
function painted(diff: string, paint: Paint): string {
  return diff
    .split("\n")
    .map((line) => paint(formatOf(line), spelledOut(line)))
    .join("\n")
}

const FORMATS: readonly (readonly [RegExp, TextFormat])[] = [
  [/^(diff |index |--- |\+\+\+ |new file|deleted file|old mode|new mode|Binary )/, "bold"],
  [/^@@/, "cyan"],
  [/^\+/, "green"],
  [/^-/, "red"],
]

function formatOf(line: string): TextFormat {
  return FORMATS.find(([pattern]) => pattern.test(line))?.[1] ?? "none"
}
