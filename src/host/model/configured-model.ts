import type { Config } from "../../config.ts"
import type { Model } from "../../model/seam/model.ts"
import { SetupError } from "../errors/setup-error.ts"

/** Who thinks in a run. */
export type ConfiguredModel = {
  readonly model: Model
  /** The address to record for a later resume; `null` where it is not to be remembered. */
  readonly endpoint: string | null
  /** Every model that may be asked, the main one first; each with its price. */
  readonly modelIds: readonly string[]
}

/** Hears what is worth a line to the user. */
export type Notify = (notice: string) => void

/** The models that the config names. Throws `SetupError` with what to do if there is none. */
export async function configuredModel(config: Config, notify: Notify): Promise<ConfiguredModel> {
  if (config.model !== undefined) {
    const { resolveConfiguredModel } = await import("./resolve-configured-model.ts")
    return resolveConfiguredModel(config, config.model, notify)
  }
  const { explainNoModel } = await import("./no-model.ts")
  throw new SetupError(await explainNoModel(config))
}

/** Never asked: for commands that end a run instead of going on with it. */
export const NOBODY: ConfiguredModel = {
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
