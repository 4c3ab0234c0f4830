import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Config } from "../config.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { parseToldModels, type ToldModels, toldModelsText } from "../model/told-models.ts"

/** Where it is kept what `keelson models --refresh` was told; nowhere for a state that is not kept. */
export function toldModelsFile({ stateFolder }: Pick<Config, "stateFolder">): string | undefined {
  return stateFolder === IN_MEMORY ? undefined : join(stateFolder, "models.json")
}

/** What was told of models, by `provider:name`. */
export function toldModels(config: Pick<Config, "stateFolder">): ToldModels {
  const path = toldModelsFile(config)
  return path === undefined ? {} : readToldModels(path)
}

/** What is kept; nothing where there is no such file, or none that can be read: it can be had again. */
export function readToldModels(path: string): ToldModels {
  try {
    return parseToldModels(JSON.parse(readFileSync(path, "utf8")), path).models
  } catch {
    return {}
  }
}

/** Replaces what is kept, at once. */
export function keepToldModels(path: string, models: ToldModels, asOf: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, toldModelsText(models, asOf))
  renameSync(temporary, path)
}
