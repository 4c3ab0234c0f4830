import type { Command } from "commander"
import { parseDuration } from "../flags/flags.ts"
import type { StatsFlags } from "../stats/stats-command.ts"

/** `keelson stats`. */
export function addStats(program: Command): void {
  program
    .command("stats")
    .description("figures of the runs of this folder: what got done, at what cost, and how well they were guarded")
    .option("-a, --all", "of all folders")
    .option("--since <time>", "only runs that began so long ago at most: 12h, 30d", parseDuration)
    .option(
      "--set <key=value...>",
      "beside it, what other guards would have noticed: reflection.slow_turns=3, task_type=research",
    )
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: StatsFlags) => {
      const { statsCommand } = await import("../stats/stats-command.ts")
      process.exitCode = await statsCommand(flags)
    })
}
