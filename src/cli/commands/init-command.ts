import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PROJECT_FILE } from "../../config.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { LIMITS } from "../../options/declared/limits.ts"
import { RUN_OPTIONS } from "../../options/run-options.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, tell } from "../terminal/output.ts"

/** A config that changes little and shows what can be set; nothing is overwritten. */
export async function initCommand(): Promise<number> {
  const workspace = await workspaceRoot()
  const path = join(workspace, PROJECT_FILE)
  if (existsSync(path)) throw new UsageError(`${PROJECT_FILE} is there already; keelson config shows what it does.`)
  writeFileSync(path, `${JSON.stringify(starter(), null, 2)}\n`, { flag: "wx" })
  print(quotedName(path))
  tell("keelson config shows every key, what it is set to, and by whom.")
  return 0
}

function starter(): object {
  return {
    strategy: RUN_OPTIONS.strategy.default,
    tools: RUN_OPTIONS.tools.default,
    limits: { max_iterations: LIMITS.max_iterations.default },
    verify: RUN_OPTIONS.verify.default,
    rules: [
      { tool: "run_in_terminal", match: "git push*", decision: "ask" },
      { tool: "*", match: "**/*.pem", decision: "deny" },
    ],
  }
}
