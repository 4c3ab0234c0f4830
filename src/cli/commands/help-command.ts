import type { Command } from "commander"
import { languageHere } from "../../host/user-language.ts"
import { speaker } from "../../text/words/dictionary.ts"
import { paragraphs, terminalColumns } from "../paint/text.ts"
import { HELP_TOPICS, type HelpTopic } from "../program/help-topics.ts"
import { makeFlags } from "../program/later.ts"
import { UsageError } from "../terminal/failure.ts"
import { print } from "../terminal/output.ts"

/** The help of the program, of a command, or on a topic. Throws `UsageError` for what there is no help on. */
export function helpCommand(topic: string | undefined, program: Command): void {
  const command = program.commands.find((known) => known.name() === topic || known.aliases().includes(topic ?? ""))
  if (topic === undefined) program.outputHelp()
  // A topic says more than a list of flags; where both have a name, the flags stand below it.
  else if (topic in HELP_TOPICS) print(topicText(topic as HelpTopic))
  else if (command) {
    makeFlags(command)
    command.outputHelp()
  } else throw new UsageError(`there is no help on "${topic}"; there is on any command, and on ${topics()}.`)
}

function topicText(topic: HelpTopic): string {
  return paragraphs(speaker(HELP_TOPICS)(languageHere(), topic), terminalColumns(process.stdout))
}

function topics(): string {
  return Object.keys(HELP_TOPICS).join(", ")
}
