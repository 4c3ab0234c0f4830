import type { Config } from "../config.ts"
import type { Model } from "../model/model.ts"
import { recorded, rehearsal } from "../model/recording.ts"
import {
  RehearsalFileError,
  readRehearsal,
  renderRehearsalHeader,
  renderRehearsalLine,
} from "../model/rehearsal-file.ts"
import { UsageError } from "./failure.ts"
import { appendToFile, readNamedFile, writeNamedFile } from "./files.ts"

/** Who thinks in a run. */
export type Thinker = {
  readonly model: Model
  /** The address to record for a later resume; `null` where it is not to be remembered. */
  readonly endpoint: string | null
  /** Every model that may be asked, the main one first; each with its price. */
  readonly modelIds: readonly string[]
}

/** Hears what is worth a line to the user. */
export type Notify = (notice: string) => void

/** The models that the config names. Throws `UsageError` with what to do if there is none. */
export async function configuredThinker(config: Config, notify: Notify): Promise<Thinker> {
  if (config.model !== undefined) {
    const { resolveThinker } = await import("./resolve-thinker.ts")
    return resolveThinker(config, config.model, notify)
  }
  const { explainNoModel } = await import("./no-model.ts")
  throw new UsageError(await explainNoModel(config))
}

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

/** Never asked: for commands that end a run instead of going on with it. */
export const NOBODY: Thinker = {
  model: {
    id: "nobody:nobody",
    contextWindow: 0,
    // biome-ignore lint/correctness/useYield: it has nothing to say.
    async *stream() {
      throw new Error("A run that is being cancelled asks no model.")
    },
  },
  endpoint: null,
  modelIds: ["nobody:nobody"],
}

function readRehearsalFile(content: string, path: string) {
  try {
    return readRehearsal(content)
  } catch (error) {
    if (error instanceof RehearsalFileError) throw new UsageError(`--rehearse: "${path}": ${error.message}`)
    throw error
  }
}
