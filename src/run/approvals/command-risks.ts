import { isAbsolute, normalize, relative } from "node:path"
import type { CommandRisk } from "../../protocol/event.ts"
import { splitCommands } from "../../tools/shell/shell-words.ts"
import { spellings } from "./approval-rules.ts"

/** Where a command would run. */
export type CommandPlace = { readonly root: string; readonly isConfined: boolean }

const PROGRAMS: readonly (readonly [CommandRisk, RegExp])[] = [
  ["privileged", /^(\S*\/)?(sudo|doas|su|pkexec)(\s|$)/],
  ["deletes", /^(\S*\/)?rm\s(.*\s)?(-[a-zA-Z]*[rR]|--recursive)/s],
  ["deletes", /^(\S*\/)?find\s(.*\s)?-delete(\s|$)/s],
]
const FETCHED_CODE = /\b(curl|wget)\b[^;\n]*\|\s*(\S*\/)?(sudo\s+)?(\S*\/)?((ba|z|da|k)?sh|python3?|node|perl|ruby)\b/

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
      ...(FETCHED_CODE.test(line) ? (["fetched_code"] as const) : []),
      ...(redirectsOutside(line, root) ? (["writes_outside"] as const) : []),
    ]),
  ]
}

function redirectsOutside(line: string, root: string): boolean {
  const targets = (splitCommands(line) ?? []).flatMap(({ writesTo }) => writesTo)
  return targets.some((path) => !path.startsWith("/dev/") && isOutside(path, root))
}

function isOutside(path: string, root: string): boolean {
  if (path.startsWith("~")) return true
  const inside = isAbsolute(path) ? relative(root, path) : normalize(path)
  return inside === ".." || inside.startsWith("../")
}
