import { UsageError } from "../../cli/terminal/failure.ts"
import { appendToFile, readNamedFile, writeNamedFile } from "../../cli/terminal/files.ts"
import { recorded, rehearsal } from "../../model/rehearsal/recording.ts"
import {
  RehearsalFileError,
  readRehearsal,
  renderRehearsalHeader,
  renderRehearsalLine,
} from "../../model/rehearsal/rehearsal-file.ts"
import type { ConfiguredModel, Notify } from "./configured-model.ts"

/** The replies of a file instead of a model. Only the first difference between prompts is reported: a new date makes all differ. */
export async function rehearsedModel(path: string, workspace: string, onWarning: Notify): Promise<ConfiguredModel> {
  const { lines, model } = readRehearsalFile(await readNamedFile("--rehearse", path), path)
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
  writeNamedFile("--record", path, renderRehearsalHeader({ model: model.id, recorded_at: new Date().toISOString() }))
  return { ...chosen, model: recorded(model, (line) => appendToFile(path, renderRehearsalLine(line)), workspace) }
}

function readRehearsalFile(content: string, path: string) {
  try {
    return readRehearsal(content)
  } catch (error) {
    if (error instanceof RehearsalFileError) throw new UsageError(`--rehearse: "${path}": ${error.message}`)
    throw error
  }
}
