import type { Command } from "commander"
import { makeFlags } from "./later.ts"

/** Shells that can be told what there is to type. */
export const SHELLS = ["bash", "zsh", "fish"] as const
export type Shell = (typeof SHELLS)[number]

type Entry = { readonly name: string; readonly description: string; readonly flags: readonly FlagEntry[] }
type FlagEntry = { readonly long: string; readonly description: string; readonly values: readonly string[] }

/** A script that completes commands and flags; it is made of the program, so that it knows no others. */
export function completionFor(shell: Shell, program: Command): string {
  const entries = program.commands.map(entryOf)
  switch (shell) {
    case "bash":
      return bash(entries)
    case "zsh":
      return zsh(entries)
    case "fish":
      return fish(entries)
  }
}

function entryOf(command: Command): Entry {
  makeFlags(command)
  const flags = command.options
    .filter(({ hidden, long }) => !hidden && long)
    .map(({ long = "", description, argChoices = [] }) => ({ long: long ?? "", description, values: argChoices }))
  return { name: command.name(), description: command.description(), flags }
}

const longs = ({ flags }: Entry) => flags.map(({ long }) => long).join(" ")
const names = (entries: readonly Entry[]) => entries.map(({ name }) => name).join(" ")

/** Words of no command are a request: its flags are those of `run`. */
function cases(entries: readonly Entry[], line: (words: string) => string): string {
  const own = entries.map((entry) => `    ${entry.name}) ${line(longs(entry))} ;;`)
  const run = entries.find(({ name }) => name === "run")
  return [...own, `    *) ${line(run ? longs(run) : "")} ;;`].join("\n")
}

function bash(entries: readonly Entry[]): string {
  return `_keelson() {
  local current=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names(entries)}"; else case \${COMP_WORDS[1]} in
${cases(entries, (words) => `words="${words}"`)}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _keelson keelson
`
}

function zsh(entries: readonly Entry[]): string {
  return `#compdef keelson
_keelson() {
  if (( CURRENT == 2 )); then compadd -- ${names(entries)}; return; fi
  case $words[2] in
${cases(entries, (words) => `compadd -- ${words}`)}
  esac
  _files
}
compdef _keelson keelson
`
}

function fish(entries: readonly Entry[]): string {
  const commands = entries.map(
    ({ name, description }) => `complete -c keelson -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
  )
  const flags = entries.flatMap(({ name, flags: own }) =>
    own.map(({ long, description, values }) => {
      const choices = values.length === 0 ? "" : ` -x -a ${quoted(values.join(" "))}`
      return `complete -c keelson -n "__fish_seen_subcommand_from ${name}" -l ${long.slice(2)}${choices} -d ${quoted(description)}`
    }),
  )
  return `${[...commands, ...flags].join("\n")}\n`
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`
}
