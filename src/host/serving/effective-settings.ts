import { type Config, type Origin, originsOf, projectCode, readConfig, rememberedRules } from "../../config.ts"
import { knownSecrets } from "../surroundings.ts"

/** Every setting in force in this workspace, with who said so; secrets are hidden. */
export async function effectiveSettings(
  workspace: string,
): Promise<{ readonly config: Config; readonly held: Origin[] }> {
  const config = await readConfig({ workspace })
  const { config: code } = await projectCode(workspace, config.environment)
  const origins = originsOf(config, workspace, code, rememberedRules(config.stateFolder, workspace))
  const secrets = knownSecrets()
  return { config, held: origins.map((origin) => ({ ...origin, value: secrets.redactIn(origin.value) })) }
}
