import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Config } from "../../config.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { type ModelCatalog, parseModelCatalog, toldModelsText } from "../../model/endpoints/model-catalog.ts"

/** Where it is kept what `keelson models --refresh` was told; nowhere for a state that is not kept. */
export function modelCatalogFile({ stateFolder }: Pick<Config, "stateFolder">): string | undefined {
  return stateFolder === IN_MEMORY ? undefined : join(stateFolder, "models.json")
}

/** What was told of models, by `provider:name`. */
export function modelCatalog(config: Pick<Config, "stateFolder">): ModelCatalog {
  const path = modelCatalogFile(config)
  return path === undefined ? {} : readModelCatalog(path)
}

/** What is kept; nothing where there is no such file, or none that can be read: it can be had again. */
export function readModelCatalog(path: string): ModelCatalog {
  try {
    return parseModelCatalog(JSON.parse(readFileSync(path, "utf8")), path).models
  } catch {
    return {}
  }
}

/** Replaces what is kept, at once. */
export function saveModelCatalog(path: string, models: ModelCatalog, asOf: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, toldModelsText(models, asOf))
  renameSync(temporary, path)
}
