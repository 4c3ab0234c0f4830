import type { Command } from "commander"
import type { RunsFlags } from "../commands/runs-command.ts"
import type { ShowRunFlags } from "../commands/show-command.ts"
import { parseCount, parseDuration, parseSize } from "../flags/flags.ts"

/** Runs as they are kept: the list, and one of them. */
export function addLists(program: Command): void {
  program
    .command("runs")
    .description("list the runs of this folder")
    .option("-a, --all", "of all folders")
    .option("--archived", "those that were archived, instead of all others")
    .option("--archive <run>", "take a run out of the list")
    .option("--restore <run>", "put it back")
    .option("--prune", "remove runs that have ended, as far as these say so")
    .option("--keep <n>", "with --prune: keep the newest n", parseCount)
    .option("--older-than <time>", "with --prune: those that ended so long ago: 12h, 30d", parseDuration)
    .option("--max-size <size>", "with --prune: the oldest, until the rest takes no more: 500k, 200M, 2G", parseSize)
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: RunsFlags) => {
      const { runsCommand } = await import("../commands/runs-command.ts")
      process.exitCode = await runsCommand(flags)
    })
  program
    .command("show")
    .description("show the timeline, the figures and the summary of a run")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder)")
    .option("--call <n>", "what the model was sent in its nth call, and what came back", parseCount)
    .option("--task <n>", "the nth task: its input, its whole output, how it ended", parseCount)
    .option("--check <name>", "how a check came out last, with its whole output")
    .option("--whole", "with --call: what the call before had too")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (run: string | undefined, flags: ShowRunFlags) => {
      const { showCommand } = await import("../commands/show-command.ts")
      process.exitCode = await showCommand(run, flags)
    })
}
