import { keepSetting, userFile } from "../../config.ts"
import { effectiveSettings } from "../../host/serving/effective-settings.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { tableRows } from "../paint/table.ts"
import { print, printJson, tell } from "../terminal/output.ts"

/** Every setting in force, with who said so; secrets are hidden. */
export async function configCommand(flags: { json?: boolean }): Promise<number> {
  const { config, held: shown } = await effectiveSettings(await workspaceRoot())
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
