import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { stateFolder } from "../journal/state-folder.ts"
import { checkControls } from "./check-controls.ts"
import type { Config, Flags } from "./config.ts"
import { ConfigError, check } from "./config-error.ts"
import { fileServers, loadConfig, NO_CODE, type ProjectCode } from "./load.ts"
import { configFile } from "./schema.ts"
import { codeFileOf, strangersIn } from "./strangers.ts"
import { trustState } from "./trust.ts"

/** Everything configured, the project's code included where the user trusts it. Throws `ConfigError`. */
export async function readConfig(flags: Flags, environment: Config["environment"] = process.env): Promise<Config> {
  const code = await projectCode(flags.workspace, environment)
  const config = loadConfig(flags, environment, code)
  // Of code that does not run nobody knows what it would ask for.
  if (code !== NO_CODE || codeFileOf(flags.workspace) === undefined) await checkControls(config)
  return config
}

/** Runs the project's code if it is trusted as it is now; else nothing of it. Throws `ConfigError` for what it can't be used as. */
export async function projectCode(workspace: string, environment: Config["environment"]): Promise<ProjectCode> {
  const name = codeFileOf(workspace)
  if (name === undefined) return NO_CODE
  const strangers = strangersIn(workspace, fileServers(workspace))
  if (trustState(stateFolder(environment), workspace, strangers).kind !== "trusted") return NO_CODE
  const exported = await run(workspace, name, strangers.find((stranger) => stranger.name === name)?.hash ?? "")
  return {
    config: check(configFile(), exported.default ?? exported.config ?? {}, name),
    tools: listOf(exported.tools, name, "tools", isTool),
    strategies: listOf(exported.strategies, name, "strategies", isStrategy),
    models: listOf(exported.models, name, "models", isModel),
  }
}

/** The hash makes a changed file another module: a server that runs for days must not keep the old one. */
async function run(workspace: string, name: string, hash: string): Promise<Record<string, unknown>> {
  try {
    return await import(`${pathToFileURL(join(workspace, name)).href}?${hash.slice(0, 16)}`)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${name}: can't be run: ${said.split("\n")[0]}`)
  }
}

function listOf<Item>(
  value: unknown,
  file: string,
  name: string,
  fits: (item: Record<string, unknown>) => boolean,
): readonly Item[] {
  if (value === undefined) return []
  const items = Array.isArray(value) ? value : [undefined]
  const wrong = items.findIndex((item) => typeof item !== "object" || item === null || !fits(item))
  if (wrong < 0) return items as Item[]
  throw new ConfigError(`${file}: ${name}.${wrong}: expected a list of ${name}, each as the library defines it.`)
}

function isTool({ name, description, input, access, repeat, execute, prepare }: Record<string, unknown>): boolean {
  const isNamed = typeof name === "string" && /^[a-z][a-z0-9_]{0,63}$/.test(name) && typeof description === "string"
  const isDone = typeof execute === "function" || typeof prepare === "function"
  return isNamed && isDone && isSchema(input) && typeof access === "string" && typeof repeat === "string"
}

function isStrategy({ name, summary, settings, run }: Record<string, unknown>): boolean {
  return typeof name === "string" && typeof summary === "string" && isSchema(settings) && typeof run === "function"
}

function isModel({ id, contextWindow, stream }: Record<string, unknown>): boolean {
  return (
    typeof id === "string" && /^[\w.-]+:./.test(id) && Number.isFinite(contextWindow) && typeof stream === "function"
  )
}

function isSchema(value: unknown): boolean {
  return typeof (value as { safeParse?: unknown } | undefined)?.safeParse === "function"
}
