import { join } from "node:path"
import type { Config } from "../config.ts"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { readToldModels, type ToldModels } from "../model/told-models.ts"

/** Where it is kept what `keelson models --refresh` was told; nowhere for a state that is not kept. */
export function toldModelsFile({ stateFolder }: Pick<Config, "stateFolder">): string | undefined {
  return stateFolder === IN_MEMORY ? undefined : join(stateFolder, "models.json")
}

/** What was told of models, by `provider:name`. */
export function toldModels(config: Pick<Config, "stateFolder">): ToldModels {
  const path = toldModelsFile(config)
  return path === undefined ? {} : readToldModels(path)
}
