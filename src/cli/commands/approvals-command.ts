import { configuredStateFolder, forgetRule, rememberedRules } from "../../config.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { ruleText } from "../render/question-lines.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson, tell } from "../terminal/output.ts"

/** What was answered with "always in this folder"; each can be taken back. */
export async function approvalsCommand(flags: { remove?: number; json?: boolean }): Promise<number> {
  const workspace = await workspaceRoot()
  const folder = configuredStateFolder()
  if (flags.remove !== undefined) {
    const gone = forgetRule(folder, workspace, flags.remove)
    if (!gone)
      throw new UsageError(`--remove: there is no number ${flags.remove}; keelson approvals lists what there is.`)
    tell(`No longer allowed for good: ${ruleText(gone)}`)
    return 0
  }
  const rules = rememberedRules(folder, workspace)
  if (flags.json) printJson(rules)
  else if (rules.length === 0) tell("Nothing is allowed for good in this folder.")
  else print(rules.map((rule, index) => `${index + 1}  ${ruleText(rule)}`).join("\n"))
  return 0
}
