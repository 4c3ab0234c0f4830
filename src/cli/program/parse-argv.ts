import { slips } from "../../text/slips.ts"
import { UsageError } from "../terminal/failure.ts"

/** Options of the program itself, before any command. */
const OWN: ReadonlySet<string> = new Set(["-h", "--help", "-V", "--version"])

export function isOfProgram(word: string): boolean {
  return OWN.has(word)
}

/**
 * The command line with the command that is meant: whoever names none has a request. One word that is almost a command is taken for a
 * slip. Throws `UsageError` for that.
 */
export function parseArgv(words: readonly string[], commands: readonly string[]): readonly string[] {
  const [first] = words
  // Said alone it is what most programs answer with their version.
  if (first === "-v" && words.length === 1) return ["--version"]
  if (first === undefined || isOfProgram(first)) return words
  // "help me with this" asks a model, not us.
  const isCommand = commands.includes(first) && !(first === "help" && words.length > 2)
  if (isCommand) return words
  if (!first.startsWith("-") && words.slice(1).every(isNoRequest)) refuseSlip(first, commands)
  return ["run", ...words]
}

/** A flag, or the name of a run. */
function isNoRequest(word: string): boolean {
  return word.startsWith("-") || /^\d{6}(-\w*)?$/.test(word)
}

function refuseSlip(word: string, commands: readonly string[]): void {
  const near = commands.find((command) => slips(word, command) <= (command.length > 4 ? 2 : 1))
  if (near === undefined) return
  throw new UsageError(
    `there is no command "${word}". Did you mean: keelson ${near}? As a request: keelson run "${word}"`,
  )
}
