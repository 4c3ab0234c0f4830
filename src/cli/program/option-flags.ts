import { type Command, Option as CommanderOption } from "commander"
import { type Limit, type LimitUnit, limitsWith } from "../../options/declared/limits.ts"
import { isNegated, shownFlag } from "../../options/flag-name.ts"
import { type CommandName, entriesOf, type Flag, type Option } from "../../options/option.ts"
import { RUN_OPTIONS } from "../../options/run-options.ts"
import { valuesOf } from "../../options/shape.ts"
import { collect, parseCost, parseCount, parseDuration, typedTime } from "../flags/flags.ts"

/** Help shows groups in the order in which they first come. */
export const COMMON = "Common options:"
export const MORE = "More options:"
const LIMITS_GROUP = "Limits:"

/** The flags of a run's options that this command has. `strategies`: the names of those that there are, for help. */
export function addOptions(command: Command, strategies = ""): Command {
  const name = command.name() as CommandName
  for (const [, option] of entriesOf(RUN_OPTIONS))
    for (const flag of option.flags ?? [])
      if (flag.on.includes(name)) command.addOption(made(option, flag, name, strategies))
  return command
}

function made(option: Option, flag: Flag, command: CommandName, strategies: string): CommanderOption {
  const isHost = command === "serve" || command === "mcp" || command === "acp"
  const help = ((isHost ? flag.hostHelp : undefined) ?? flag.help)
    .replace("{strategies}", strategies)
    .replace("{values}", valuesOf(option.shape).join(", "))
  const unsaid = isHost || isNegated(flag.name) ? "" : shownDefault(option)
  const made = new CommanderOption(shownFlag(flag.name), `${help}${unsaid}`)
  made.helpGroup(flag.isCommon ? COMMON : MORE)
  if ((option.shape.kind === "texts" || option.shape.kind === "domains") && !("means" in flag))
    return made.argParser(collect)
  if (option.shape.kind === "count") return made.argParser(parseCount)
  if (option.shape.kind === "time") return made.argParser(parseDuration)
  return option.shape.kind === "choice" && !("means" in flag) ? made.choices(option.shape.values) : made
}

/** What depends on the place, or says that nothing is so, is not worth a word. */
function shownDefault({ default: unsaid, docs }: Option): string {
  const words = [unsaid].flat().filter((value) => typeof value === "string")
  return words.length > 0 && docs.unsaid === undefined ? ` (default: ${words.join(",")})` : ""
}

const PARSERS: Readonly<Record<LimitUnit, (text: string) => number>> = {
  count: parseCount,
  dollars: parseCost,
  time: parseDuration,
}

/** How far a run may go. */
export function addLimits(command: Command): Command {
  for (const [, limit] of limitsWith(({ flag }) => flag)) {
    const { name = "", help = "" } = limit.flag ?? {}
    const flag = new CommanderOption(shownFlag(name), `${help}${limitDefault(limit)}`).argParser(PARSERS[limit.unit])
    command.addOption(flag.helpGroup(LIMITS_GROUP))
  }
  const any = new CommanderOption(
    "--limit <name=value>",
    "any other limit, such as max_replans=1; may be given several times",
  )
  return command.addOption(any.argParser(collect).helpGroup(LIMITS_GROUP))
}

function limitDefault({ default: unsaid, unit }: Limit): string {
  if (unsaid === null) return ""
  return ` (default: ${unit === "time" ? typedTime(unsaid) : unsaid})`
}
