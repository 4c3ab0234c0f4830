import { dirname, join } from "node:path"
import { type Config, userFile } from "../../config.ts"
import { IN_MEMORY, stateFolder } from "../../journal/state-folder.ts"
import { unconfined } from "../../run/core/options-error.ts"
import { lazySandbox } from "../../tools/sandbox/lazy-sandbox.ts"
import { findSandbox, type Sandbox, type SandboxSearch } from "../../tools/sandbox/sandbox.ts"
import { forgetSandbox, rememberedSandbox, rememberSandbox } from "./remembered-sandbox.ts"

type Variables = Config["environment"]

let search: Promise<SandboxSearch> | undefined
const alsoHidden: string[] = []

/** From now on commands of this process don't see these places either; for what no run is to know of. */
export function hideFromCommands(places: readonly string[]): void {
  alsoHidden.push(...places)
  search = undefined
}

/** Tried out once in this process; Keelson's own folders are none of a command's business. */
export function searchSandbox(environment: Variables): Promise<SandboxSearch> {
  search ??= tryOut(environment)
  return search
}

/** The same for a run that is about to start. Throws `RunOptionsError` where it would go unconfined and must not. */
export async function sandboxOrRefuse(
  config: Pick<Config, "sandbox" | "environment">,
  notify: (notice: string) => void = () => {},
): Promise<Sandbox | null> {
  if (config.sandbox !== "required") return sandboxForStart(config, notify)
  const sandbox = await sandboxForStart(config)
  if (sandbox) return sandbox
  const found = await searchSandbox(config.environment)
  throw unconfined("missing" in found ? found.missing : "it was not found.")
}

/** Refuses to go on with a run that began without a sandbox, where none may. */
export function refuseUnconfined(recorded: string | null, config: Pick<Config, "sandbox"> | undefined): void {
  if (recorded === null && config?.sandbox === "required") throw unconfined("this run began without one.")
}

/** The sandbox of a new run; says what is missing where the user wanted one. */
export async function sandboxForStart(
  { sandbox, environment }: Pick<Config, "sandbox" | "environment">,
  notify: (notice: string) => void = () => {},
): Promise<Sandbox | null> {
  if (sandbox === "off") return null
  const known = rememberedSandbox(stateFolder(environment))
  if (known !== undefined) return sandboxForRun(known, environment)
  const found = await searchSandbox(environment)
  if ("sandbox" in found) return found.sandbox
  notify(`commands are not confined: ${found.missing}`)
  return null
}

/** The sandbox that a recorded run was promised, if any; found when its first command needs it. */
export function sandboxForRun(recorded: string | null, environment: Variables): Sandbox | null {
  return recorded === null ? null : lazySandbox(recorded, () => searchSandbox(environment))
}

async function tryOut(environment: Variables): Promise<SandboxSearch> {
  const folder = stateFolder(environment)
  const options = folder === IN_MEMORY ? {} : { shadows: join(folder, "git") }
  const found = await findSandbox([folder, dirname(userFile(environment)), ...alsoHidden], options)
  if ("sandbox" in found) rememberSandbox(folder, found.sandbox.name)
  else forgetSandbox(folder)
  return found
}
