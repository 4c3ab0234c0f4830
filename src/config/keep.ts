import { dirname, join } from "node:path"
import type { Config } from "./config.ts"
import { ConfigError, check } from "./config-error.ts"
import { readConfigFile, userFile } from "./files.ts"
import { readPrivateText, writePrivateJson } from "./private-file.ts"
import { configFile } from "./schema.ts"

type Environment = Config["environment"]

/**
 * Puts settings into the user's own config, which nobody else may read from then on; `undefined` takes one out. Throws `ConfigError` for
 * what a config can't have.
 */
export function keepSettings(environment: Environment, settings: Readonly<Record<string, unknown>>): string {
  const path = userFile(environment)
  const before: Readonly<Record<string, unknown>> = readConfigFile(path, path)
  const next = Object.fromEntries(Object.entries({ ...before, ...settings }).filter(([, value]) => value !== undefined))
  check(configFile(), next, path)
  writePrivateJson(path, next)
  return path
}

/** One setting by its name, also one inside of another: `limits.max_iterations`. */
export function keepSetting(environment: Environment, name: string, value: unknown): string {
  const [first = "", ...inner] = name.split(".")
  if (!(first in configFile().shape))
    throw new ConfigError(`there is no setting "${first}"; keelson config lists them.`)
  const path = userFile(environment)
  const before = (readConfigFile(path, path) as Readonly<Record<string, unknown>>)[first]
  return keepSettings(environment, { [first]: within(before, inner, value) })
}

function within(before: unknown, [name, ...inner]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const object = typeof before === "object" && before !== null ? (before as Record<string, unknown>) : {}
  return { ...object, [name]: within(object[name], inner, value) }
}

/** Where keys are kept that were pasted: beside the config, so that it can be shown and shared. */
export function keysFile(environment: Environment): string {
  return join(dirname(userFile(environment)), "keys.json")
}

/** Keeps a key under the name of its variable. */
export function keepKey(environment: Environment, variable: string, key: string): string {
  const path = keysFile(environment)
  writePrivateJson(path, { ...keptKeys(environment), [variable]: key })
  return path
}

/** The keys that were kept; none of a file that others may have read. */
export function keptKeys(environment: Environment): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(readPrivateText(keysFile(environment)) ?? "{}")
    const entries = Object.entries(kept ?? {}).filter(([name, key]) => /^\w+$/.test(name) && typeof key === "string")
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** Makes kept keys known as if they were set; what is set counts. */
export function adoptKeys(environment: NodeJS.ProcessEnv): void {
  for (const [name, key] of Object.entries(keptKeys(environment))) environment[name] ||= key
}
