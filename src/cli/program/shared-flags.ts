import type { Command } from "commander"

/** Who thinks, where it is no model. */
export function addRehearsal(command: Command): Command {
  return command.option("--rehearse <file>", "play recorded replies instead of asking a model")
}

/** How a run is shown. */
export function addShow(command: Command): Command {
  return command
    .option("--json", "print events as JSON lines, the result last")
    .option("--quiet", "print nothing but the answer")
    .option("--debug", "show where errors come from")
}
