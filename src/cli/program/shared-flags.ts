import type { Command } from "commander"

/** Who thinks, where it is no model. */
export function addRehearsal(command: Command): Command {
  return command.option("--rehearse <file>", "play recorded replies instead of asking a model")
}

/** How a run is shown. `quiet`: how that flag is spelled where its letter is taken. */
export function addShow(command: Command, quiet = "-q, --quiet"): Command {
  return command
    .option("--json", "print events as JSON lines, the result last")
    .option(quiet, "print nothing but the answer")
    .option("-v, --verbose", "tell every step in the engine's own words")
    .option("--debug", "show where errors come from")
}
