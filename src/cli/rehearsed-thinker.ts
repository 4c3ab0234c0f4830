import { recorded, rehearsal } from "../model/recording.ts"
import {
  RehearsalFileError,
  readRehearsal,
  renderRehearsalHeader,
  renderRehearsalLine,
} from "../model/rehearsal-file.ts"
import { UsageError } from "./failure.ts"
import { appendToFile, readNamedFile, writeNamedFile } from "./files.ts"
import type { Notify, Thinker } from "./thinker.ts"

/** The replies of a file instead of a model. Only the first difference between prompts is reported: a new date makes all differ. */
export async function rehearsedThinker(path: string, workspace: string, onWarning: Notify): Promise<Thinker> {
  const { lines, model } = readRehearsalFile(await readNamedFile("--rehearse", path), path)
  let isWarned = false
  const warnOnce = (warning: string) => {
    if (!isWarned) onWarning(`${warning} Further differences are not reported.`)
    isWarned = true
  }
  const player = rehearsal(lines, workspace, { model, onWarning: warnOnce })
  return { model: player, endpoint: null, modelIds: [player.id] }
}

/** The same thinker; its replies go to the file as they come, which is begun anew. */
export function recordingThinker(thinker: Thinker, path: string, workspace: string): Thinker {
  const { model } = thinker
  writeNamedFile("--record", path, renderRehearsalHeader({ model: model.id, recorded_at: new Date().toISOString() }))
  return { ...thinker, model: recorded(model, (line) => appendToFile(path, renderRehearsalLine(line)), workspace) }
}

function readRehearsalFile(content: string, path: string) {
  try {
    return readRehearsal(content)
  } catch (error) {
    if (error instanceof RehearsalFileError) throw new UsageError(`--rehearse: "${path}": ${error.message}`)
    throw error
  }
}
