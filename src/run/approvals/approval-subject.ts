import type { FileRisk } from "../../protocol/log/event.ts"
import { isRunLater } from "../../text/words/run-later.ts"
import { runLaterNameOf } from "../../tools/run-later-links.ts"
import { type Described, subjectOf as ownSubject, textAt, traitsOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { ToolSubject } from "../../tools/tool-subject.ts"
import { ownPaths, realPaths } from "../constraints/task-rules.ts"
import type { RunParts } from "../core/run-parts.ts"
import { argumentRisks, changeRisks } from "./change-risks.ts"
import { commandRisks } from "./command-risks.ts"

/** What tools of others call the file that they write. */
const PATH_NAMES = ["path", "file_path", "file", "filename", "destination", "source"]

/** What rules look at in a call. */
export type Subject =
  /** `foreign`: its arguments as JSON, where the line does not go to the engine's own shell and need not be all of the call. */
  | { readonly kind: "command"; readonly line: string; readonly foreign?: readonly [string] }
  /** As written and as they really are. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "url"; readonly url: string }
  /** Anything else, by its arguments as JSON. */
  | { readonly kind: "call"; readonly text: string }

/** The command line of a call that runs one, the files of a call that names them, the address of a call that goes there. */
export async function subjectOf(parts: RunParts, tool: AnyTool, input: unknown): Promise<Subject> {
  const subject = saidOrSeen(tool, input)
  const text = JSON.stringify(input)
  switch (subject?.kind) {
    case "command":
      return { kind: "command", line: subject.command.trim(), ...(traitsOf(tool).shell ? {} : { foreign: [text] }) }
    case "url":
      return { kind: "url", url: URL.parse(subject.url)?.href ?? subject.url }
    default:
      return filesOf(parts, subject?.paths ?? ownPaths(tool, input) ?? [], text)
  }
}

/** The command line of any call that runs one, for people to see. */
export function commandLineOf(tool: Described, input: unknown): string | undefined {
  const subject = saidOrSeen(tool, input)
  return subject?.kind === "command" ? subject.command : undefined
}

/** A command line as a question shows it, and what to look at in it. Tools of others need not use the sandbox. */
export function shownCommand({ secrets, workspace, sandbox }: RunParts, tool: Described, line: string) {
  const isConfined = Boolean(sandbox) && traitsOf(tool).shell === true
  const risks = commandRisks(line, { root: workspace.root, isConfined })
  return { command: secrets.redact(line), risks }
}

/** What to look at in the files that a call changes: in its diff, or in what it hands over to a tool that shows none. */
export function shownFileRisks(parts: RunParts, tool: AnyTool, input: unknown, diff?: string): FileRisk[] {
  const { secrets, workspace } = parts
  const place = { root: workspace.root, isSecret: (text: string) => secrets.redact(text) !== text }
  if (tool.repeat === "check" && diff !== undefined) return changeRisks(diff, place)
  if (tool.access !== "write") return []
  return argumentRisks(ownPaths(tool, input) ?? namedPaths(input), textsIn(input), place)
}

/** The files among those that a call writes which other programs run later, by the names that they really have. */
export async function runLaterPaths(parts: RunParts, tool: AnyTool, input: unknown): Promise<string[]> {
  if (tool.access !== "write") return []
  const subject = await filesOf(parts, ownPaths(tool, input) ?? namedPaths(input), "")
  if (subject.kind !== "paths") return []
  const names = subject.paths.map((path) => (isRunLater(path) ? path : runLaterNameOf(parts.workspace.root, path)))
  return [...new Set((await Promise.all(names)).filter((name) => name !== undefined))]
}

/** Of a tool that does not say which files it changes. */
function namedPaths(input: unknown): string[] {
  return PATH_NAMES.map((name) => textAt(input, name)).filter((path) => path !== undefined)
}

function textsIn(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return []
  return Object.values(input).filter((value) => typeof value === "string")
}

/** The tool's own word; of one that says nothing, what its arguments are called: rather held to too many rules than to too few. */
function saidOrSeen(tool: Described, input: unknown): ToolSubject | undefined {
  const said = ownSubject(tool, input)
  if (said) return said
  const command = tool.access === "execute" && !tool.paths ? textAt(input, "command") : undefined
  if (command !== undefined) return { kind: "command", command }
  const url = textAt(input, "url")
  return url === undefined ? undefined : { kind: "url", url }
}

/** A path that can't be used is judged as it was written. */
async function filesOf(parts: RunParts, named: readonly string[], text: string): Promise<Subject> {
  if (named.length === 0) return { kind: "call", text }
  const paths = await Promise.all(named.map((path) => realPaths(parts, path)))
  return {
    kind: "paths",
    paths: [...new Set(paths.flatMap((real, at) => (real.length > 0 ? real : [named[at] as string])))],
  }
}
