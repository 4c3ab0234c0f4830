import type { AskedNetwork } from "../../protocol/log/event.ts"
import { classifyCommand } from "../../tools/shell/shell.ts"
import { splitCommands } from "../../tools/shell/shell-words.ts"
import { subjectOf, traitsOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { RunParts } from "../core/run-parts.ts"

type Place = Pick<RunParts, "environment" | "sandbox" | "tally">

/** What a command can do where it runs: `confined` no harm, `reads` none either, `leaves` what only a person may allow. */
export type ShellReach = "confined" | "reads" | "leaves" | "open"

/** Of a call that goes to the engine's own shell; anything else is open. `network`: what it asks for and does not have. */
export function confinementOf(parts: Place, tool: AnyTool, input: unknown, network?: AskedNetwork): ShellReach {
  const command = commandTo(tool, input)
  if (command === undefined) return "open"
  if (parts.sandbox && network) return "leaves"
  if (parts.sandbox && parts.environment.network !== true && isFree(parts, command)) return "confined"
  return isHarmless(parts, command) ? "reads" : "open"
}

function commandTo(tool: AnyTool, input: unknown): string | undefined {
  const subject = traitsOf(tool).shell ? subjectOf(tool, input) : undefined
  return subject?.kind === "command" ? subject.command : undefined
}

/** Who wants to be asked about commands is not asked about the project's own checks, which run without a question anyway. */
function isFree({ environment, tally }: Place, command: string): boolean {
  if (environment.approve === "edits") return true
  return tally.current.knownChecks?.some((check) => check.command.trim() === command.trim()) ?? false
}

/** Git runs what a repository's own settings name: outside a sandbox it is no mere reader. */
function isHarmless({ sandbox }: Place, command: string): boolean {
  if (classifyCommand(command) !== "reading") return false
  return Boolean(sandbox) || !splitCommands(command)?.some(({ words }) => words[0]?.text === "git")
}
