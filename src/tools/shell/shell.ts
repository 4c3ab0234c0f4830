import { isSecretFile } from "../secrets/secret-files.ts"
import { READERS, type Reader, WRITERS } from "./shell-programs.ts"
import { type ShellCommand, type ShellWord, splitCommands } from "./shell-words.ts"

/** What a command line does as far as its text tells. */
export type CommandKind = "reading" | "writing" | "unknown"

/**
 * Says `reading` only where every part is known to read, and nothing but what is in the workspace. Whatever can't be told from
 * the text alone (expansions, scripts, programs nobody listed) is unknown.
 */
export function classifyCommand(line: string): CommandKind {
  const commands = splitCommands(line)
  if (!commands || commands.length === 0) return "unknown"
  const kinds = commands.map(kindOf)
  if (kinds.includes("writing")) return "writing"
  return kinds.every((kind) => kind === "reading") ? "reading" : "unknown"
}

function kindOf({ words, writesTo }: ShellCommand): CommandKind {
  const [program, ...rest] = words
  if (writesTo.some((path) => path !== "/dev/null")) return "writing"
  if (!program) return "unknown"
  if (WRITERS.has(program.text) || isEditInPlace(program, rest)) return "writing"
  if (!program.isBare || !rest.every((word) => staysInside(program, word))) return "unknown"
  const reader = Object.hasOwn(READERS, program.text) ? READERS[program.text] : undefined
  return reader && reads(reader, rest) ? "reading" : "unknown"
}

function isEditInPlace(program: ShellWord, rest: readonly ShellWord[]): boolean {
  if (program.text === "find") return rest.some(({ text }) => text === "-delete")
  return program.text === "sed" && rest.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text))
}

/** Files elsewhere and files with secrets are not for reading either. A pattern of sed's may start with a slash. */
function staysInside(program: ShellWord, { text, isBare }: ShellWord): boolean {
  if (text === "/dev/null") return true
  if (program.text === "sed" && !isBare) return true
  return !/(^|=|:)[/~]|(^|[/=:])\.\.(\/|$)/.test(text) && !text.split(/[=:]/).some(isSecretFile)
}

function reads(reader: Reader, rest: readonly ShellWord[]): boolean {
  if (reader.commands) return readsByCommand(reader.commands, rest)
  const { unless, only, operands, first } = reader
  const named = rest.filter(({ text }) => !text.startsWith("-"))
  // A file may be named like an option, and a pattern may find it.
  const isPicky = unless !== undefined || only !== undefined || operands !== undefined || first !== undefined
  if (isPicky && rest.some(({ text, isBare }) => isBare && /^[*?[]/.test(text))) return false
  if (unless && rest.some(({ text }) => unless.test(text))) return false
  if (only && !rest.every(({ text }) => only.test(text))) return false
  if (first && !first.test(named[0]?.text ?? "")) return false
  return operands === undefined || named.length <= operands
}

function readsByCommand(commands: Readonly<Record<string, Reader>>, [first, ...rest]: readonly ShellWord[]): boolean {
  const reader = first && Object.hasOwn(commands, first.text) ? commands[first.text] : undefined
  return reader !== undefined && reads(reader, rest)
}
