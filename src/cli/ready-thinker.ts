import type { Config } from "../config.ts"
import type { ModelFlags } from "./flags.ts"
import { configuredThinker, type Notify, type Thinker } from "./thinker.ts"

/** Who thinks in a new run: a recording, or the model of the config. */
export async function readyThinker(
  config: Config,
  { rehearse }: ModelFlags,
  workspace: string,
  notify: Notify,
): Promise<Thinker> {
  if (rehearse) return (await import("./rehearsed-thinker.ts")).rehearsedThinker(rehearse, workspace, notify)
  return configuredThinker(config, notify)
}
