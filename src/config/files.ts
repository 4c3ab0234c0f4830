import { homedir } from "node:os"
import { dirname, join } from "node:path"
import type { z } from "zod"
import { entriesOf } from "../options/option.ts"
import { RUN_OPTIONS } from "../options/run-options.ts"
import { schemaOf } from "../options/schema.ts"
import { NotPlainFile, readPlainFileSync } from "../tools/workspace/plain-file.ts"
import type { Config } from "./config.ts"
import { ConfigError, check } from "./config-error.ts"
import { type ConfigFile, configFile } from "./schema.ts"

/** The project's settings, and its code if it has some; the first that exists counts. */
export const PROJECT_FILE = "keelson.config.json"
export const PROJECT_CODE: readonly string[] = ["keelson.config.ts", "keelson.config.js", "keelson.config.mjs"]

/** The user's own config, whether it exists or not. */
export function userFile(environment: Config["environment"]): string {
  const base = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), ".config")
  return join(base, "keelson", "config.json")
}

/** What it says; empty where there is none. Throws `ConfigError`. */
export function userConfig(environment: Config["environment"]): ConfigFile {
  const path = userFile(environment)
  return readConfigFile(path, path)
}

/** What the user tells every run; beside the config. */
export function userInstructions(environment: Config["environment"]): string {
  return join(dirname(userFile(environment)), "AGENTS.md")
}

/** A config file as it is; empty where there is none. Throws `ConfigError`. */
export function readConfigFile(path: string, name: string): ConfigFile {
  const text = readIfThere(path, name)
  return text === undefined ? {} : check(configFile(), parseJson(text, name), name)
}

const LARGEST_BYTES = 1_000_000

/** The text of a file; `undefined` where there is none. */
function readIfThere(path: string, name: string): string | undefined {
  try {
    return readPlainFileSync(path, { maxBytes: LARGEST_BYTES, followLink: true }).toString("utf8")
  } catch (error) {
    if (error instanceof NotPlainFile) throw new ConfigError(`${name}: ${error.why}.`)
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return undefined
    throw new ConfigError(`${name}: can't be read (${code}).`)
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`${name}: not valid JSON: ${(error as Error).message.replace(/\s+/g, " ")}`)
  }
}

/** Other names of variables, for those who have them set. */
const ALSO: Readonly<Record<string, string>> = { KEELSON_STRATEGY: "AGENT_MODE" }

/** What variables say, in a config file's words. Throws `ConfigError`. */
export function readEnvironment(environment: Config["environment"]): ConfigFile {
  const said = entriesOf(RUN_OPTIONS).flatMap(([name, { variable, shape }]) => {
    const value = variable && (environment[variable] || environment[ALSO[variable] ?? ""])
    return value ? [[name, check(schemaOf(shape) as z.ZodType, value, variable)]] : []
  })
  return Object.fromEntries(said)
}

/** Throws `ConfigError` for what is no address. */
export function checkedUrl(url: string | undefined, place: string): string | undefined {
  return check(schemaOf(RUN_OPTIONS.base_url.shape).optional(), url, place)
}
