import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { recorded, rehearsal } from "../../model/rehearsal/recording.ts"
import {
  RehearsalFileError,
  readRehearsal,
  renderRehearsalHeader,
  renderRehearsalLine,
} from "../../model/rehearsal/rehearsal-file.ts"
import { SetupError } from "../errors/setup-error.ts"
import type { ConfiguredModel, Notify } from "./configured-model.ts"

/** The replies of a file instead of a model. Only the first difference between prompts is reported: a new date makes all differ. */
export async function rehearsedModel(path: string, workspace: string, onWarning: Notify): Promise<ConfiguredModel> {
  const { lines, model } = readRehearsalFile(await contentOf(path), path)
  let isWarned = false
  const warnOnce = (warning: string) => {
    if (!isWarned) onWarning(`${warning} Further differences are not reported.`)
    isWarned = true
  }
  const player = rehearsal(lines, workspace, { model, onWarning: warnOnce })
  return { model: player, endpoint: null, modelIds: [player.id] }
}

/** The same model; its replies go to the file as they come, which is begun anew. */
export function recordingModel(chosen: ConfiguredModel, path: string, workspace: string): ConfiguredModel {
  const { model } = chosen
  begin(path, renderRehearsalHeader({ model: model.id, recorded_at: new Date().toISOString() }))
  // A line at once: a recording is read back line by line.
  return { ...chosen, model: recorded(model, (line) => appendFileSync(path, renderRehearsalLine(line)), workspace) }
}

/** `-` is standard input. */
async function contentOf(path: string): Promise<string> {
  if (path === "-") return text(process.stdin)
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new SetupError(`--rehearse: "${path}" can't be read (${codeOf(error)}).`)
  }
}

function begin(path: string, header: string): void {
  try {
    writeFileSync(path, header)
  } catch (error) {
    throw new SetupError(`--record: "${path}" can't be written (${codeOf(error)}).`)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

function readRehearsalFile(content: string, path: string) {
  try {
    return readRehearsal(content)
  } catch (error) {
    if (error instanceof RehearsalFileError) throw new SetupError(`--rehearse: "${path}": ${error.message}`)
    throw error
  }
}
