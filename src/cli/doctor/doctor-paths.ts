import { type Config, ConfigError, loadConfig } from "../../config.ts"
import { missingPaths } from "../../tools/workspace/path-rules.ts"
import type { DoctorFinding } from "./doctor-checks.ts"

/** A path that is allowed or denied and does not exist is no mistake, but may be a misspelt one. */
export function checkPaths(workspace: string, environment: Config["environment"]): DoctorFinding[] {
  const missing = missingIn(workspace, environment)
  if (missing.length === 0) return []
  const text = `${missing.join(", ")}: not there`
  const advice = "Where it is misspelt in allow_read, deny_read, allow_write or deny_write, correct it"
  return [{ check: "paths", level: "warn", text, advice }]
}

function missingIn(workspace: string, environment: Config["environment"]): string[] {
  try {
    const { allowRead, denyRead, allowWrite, denyWrite } = loadConfig({ workspace }, environment)
    const rules = { allow_read: allowRead, deny_read: denyRead, allow_write: allowWrite, deny_write: denyWrite }
    return missingPaths(rules, workspace)
  } catch (error) {
    // A config that can't be read is told of by itself.
    if (error instanceof ConfigError) return []
    throw error
  }
}
