import type { Config } from "../../config.ts"
import { type ConfiguredModel, configuredModel, type Notify } from "./configured-model.ts"

/** Who thinks in a new run: a recording, or the model of the config. */
export async function modelForStart(
  config: Config,
  { rehearse }: { readonly rehearse?: string | undefined },
  workspace: string,
  notify: Notify,
): Promise<ConfiguredModel> {
  if (rehearse) return (await import("./rehearsed-model.ts")).rehearsedModel(rehearse, workspace, notify)
  return configuredModel(config, notify)
}
