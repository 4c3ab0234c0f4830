import { type Config, loadConfig, userFile } from "../../config.ts"
import { isSeenByCommands } from "../../tools/code/terminal-environment.ts"
import type { DoctorFinding } from "./doctor-checks.ts"

const MOST_NAMES = 12

/** Which variables commands don't get: a build that lacks one fails in its own words. Names only. */
export function checkVariables(workspace: string, environment: Config["environment"]): DoctorFinding {
  const check = "variables"
  const passed = passedBy(workspace, environment)
  const held = Object.keys(environment).filter((name) => !isSeenByCommands(name, environment[name] ?? "", passed))
  if (held.length === 0) return { check, level: "ok", text: "commands see all of them" }
  const more = held.length > MOST_NAMES ? ` and ${held.length - MOST_NAMES} more` : ""
  const text = `commands don't see ${held.sort().slice(0, MOST_NAMES).join(", ")}${more}`
  return { check, level: "ok", text, advice: `Those that they need: "pass_variables" in ${userFile(environment)}` }
}

/** A config that can't be read is another finding's matter. */
function passedBy(workspace: string, environment: Config["environment"]): readonly string[] {
  try {
    return loadConfig({ workspace }, environment).passVariables
  } catch {
    return []
  }
}
