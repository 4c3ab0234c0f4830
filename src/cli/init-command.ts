import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DEFAULT_STRATEGY, PROJECT_FILE } from "../config.ts"
import { quotedName } from "../text/quoted-name.ts"
import { workspaceRoot } from "./compose.ts"
import { UsageError } from "./failure.ts"
import { print } from "./output.ts"

/** A config that changes little and shows what can be set; nothing is overwritten. */
export async function initCommand(): Promise<number> {
  const workspace = await workspaceRoot()
  const path = join(workspace, PROJECT_FILE)
  if (existsSync(path)) throw new UsageError(`${PROJECT_FILE} is there already; keelson config shows what it does.`)
  writeFileSync(path, `${JSON.stringify(starter(), null, 2)}\n`, { flag: "wx" })
  print(quotedName(path))
  process.stderr.write("keelson config shows every key, what it is set to, and by whom.\n")
  return 0
}

function starter(): object {
  return {
    strategy: DEFAULT_STRATEGY,
    tools: ["code"],
    limits: { max_iterations: 30 },
    verify: "round",
    rules: [
      { tool: "run_in_terminal", match: "git push*", decision: "ask" },
      { tool: "*", match: "**/*.pem", decision: "deny" },
    ],
  }
}
