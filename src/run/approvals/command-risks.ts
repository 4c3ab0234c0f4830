import { isAbsolute, normalize, relative } from "node:path"
import type { CommandRisk } from "../../protocol/log/event.ts"
import { splitCommands } from "../../tools/shell/shell-words.ts"
import { spellings } from "./approval-rules.ts"

/** Where a command would run. */
export type CommandPlace = { readonly root: string; readonly isConfined: boolean }

const PROGRAMS: readonly (readonly [CommandRisk, RegExp])[] = [
  ["privileged", /^(\S*\/)?(sudo|doas|su|pkexec)(\s|$)/],
  ["deletes", /^(\S*\/)?rm\s(.*\s)?(-[a-zA-Z]*[rR]|--recursive)/s],
  ["deletes", /^(\S*\/)?find\s(.*\s)?-delete(\s|$)/s],
]
const RUNNER = String.raw`(\S*\/)?((ba|z|da|k)?sh|python3?|node|perl|ruby)\b`
const FETCHED_CODE = [
  new RegExp(String.raw`\b(curl|wget)\b[^;\n]{0,1000}\|\s{0,9}(\S{0,200}\/)?(sudo\s{1,9})?${RUNNER}`),
  // What is fetched stands in the place of a file or of a command.
  /\b((ba|z|da|k)?sh|source|eval|python3?|node|perl|ruby)\b[^;|\n]{0,200}[<$]\(\s{0,9}(curl|wget)\b/,
]

/** Whether a line fetches something and runs it at once. */
export function fetchesCode(line: string): boolean {
  return FETCHED_CODE.some((pattern) => pattern.test(line))
}

/**
 * What in a command line deserves a second look, as far as its text tells. That nothing is named does not make it harmless: a
 * script can do what its name does not say.
 */
export function commandRisks(line: string, { root, isConfined }: CommandPlace): CommandRisk[] {
  const parts = spellings(line)
  const found = PROGRAMS.filter(([, pattern]) => parts.some((part) => pattern.test(part))).map(([risk]) => risk)
  return [
    ...new Set<CommandRisk>([
      ...(isConfined ? [] : (["unconfined"] as const)),
      ...found,
      ...(fetchesCode(line) ? (["fetched_code"] as const) : []),
      ...(redirectsOutside(line, root) ? (["writes_outside"] as const) : []),
    ]),
  ]
}

function redirectsOutside(line: string, root: string): boolean {
  const targets = (splitCommands(line) ?? []).flatMap(({ writesTo }) => writesTo)
  return targets.some((path) => !path.startsWith("/dev/") && isOutside(path, root))
}

/** By its name alone: a path that leaves the folder it is meant from. */
export function isOutside(path: string, root: string): boolean {
  if (path.startsWith("~")) return true
  const inside = isAbsolute(path) ? relative(root, path) : normalize(path)
  return inside === ".." || inside.startsWith("../")
}
