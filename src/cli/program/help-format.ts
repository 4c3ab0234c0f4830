import { type Command, Help, type Option } from "commander"

/** Columns that a description has at least; with less room it is not wrapped at all. */
const LEAST_ROOM = 20

/** Help that fits narrow terminals, and says nothing twice. */
export const HELP_FORMAT = {
  minWidthToWrap: LEAST_ROOM,
  /** That commands have options goes without saying. */
  subcommandTerm(command: Command): string {
    return new Help().subcommandTerm(command).replace(" [options]", "")
  },
  /** Choices that the sentence names already are not listed behind it. */
  optionDescription(option: Option): string {
    const isNamed = option.argChoices?.every((choice) => option.description.includes(choice)) ?? false
    return new Help().optionDescription(isNamed ? withoutChoices(option) : option)
  },
}

function withoutChoices(option: Option): Option {
  return Object.create(option, { argChoices: { value: undefined } }) as Option
}
