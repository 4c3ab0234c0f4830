import { keepSetting, originsOf, projectCode, readConfig, rememberedRules, userFile } from "../config.ts"
import { knownSecrets, workspaceRoot } from "./compose.ts"
import { print, printJson, tell } from "./output.ts"
import { tableRows } from "./render/table.ts"

/** Every setting in force, with who said so; secrets are hidden. */
export async function configCommand(flags: { json?: boolean }): Promise<number> {
  const workspace = await workspaceRoot()
  const config = await readConfig({ workspace })
  const { config: code } = await projectCode(workspace, config.environment)
  const origins = originsOf(config, workspace, code, rememberedRules(config.stateFolder, workspace))
  const secrets = knownSecrets()
  const shown = origins.map((origin) => ({ ...origin, value: secrets.redactIn(origin.value) }))
  for (const notice of config.notices) tell(`keelson: ${notice}`)
  if (flags.json) printJson(shown)
  else {
    const rows = shown.map(({ key, value, from }) => [key, from, value === null ? "–" : text(value)])
    print(tableRows(rows, process.stdout.columns ?? 120).join("\n"))
    tell(`user: ${userFile(config.environment)}`)
  }
  return 0
}

/** Puts one setting into the user's own config; without a value it is taken out. */
export function configSetCommand(key: string, value: string | undefined): number {
  const path = keepSetting(process.env, key, value === undefined ? undefined : jsonOrText(value))
  tell(`kept in ${path}`)
  return 0
}

/** JSON where it is some, else the words themselves. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
