import type { Config } from "./config.ts"
import { ConfigError } from "./config-error.ts"
import { PROJECT_FILE, readConfigFile, userFile } from "./files.ts"

/** Throws `ConfigError` for a model of something that nobody asks for. What is asked for is looked up only where one is set. */
export async function checkControls(config: Pick<Config, "models" | "code" | "environment">): Promise<void> {
  const named = Object.keys(config.models)
  if (named.length === 0) return
  const { controlNames } = await import("../strategies/control-names.ts")
  const known = controlNames(config.code.strategies)
  const unknown = named.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const place = placeOf(unknown, config.environment)
  throw new ConfigError(`${place}: models: there is no control "${unknown}"; there are: ${known.join(", ")}`)
}

function placeOf(control: string, environment: Config["environment"]): string {
  const path = userFile(environment)
  return Object.hasOwn(readConfigFile(path, path).models ?? {}, control) ? path : PROJECT_FILE
}
