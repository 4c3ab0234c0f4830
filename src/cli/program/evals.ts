import type { Command } from "commander"
import type { EvalFlags } from "../evals/eval-command.ts"
import { parseCost, parseCount, parseDuration } from "../flags/flags.ts"
import { later } from "./later.ts"
import { addLimits, addOptions } from "./option-flags.ts"

/** `keelson eval`. */
export function addEval(program: Command, version: string): void {
  const command = program
    .command("eval")
    .description("run your own jobs with several models and strategies, and let hidden checks decide what got done")
    .argument("<jobs>", "a folder of jobs, or a file with some")
    .option("--models <names>", "the models, with commas between them (default: the one that is configured)")
    .option("--strategies <names>", "the strategies, with commas between them (default: the one that is configured)")
    .option("--jobs <names>", "only these jobs, with commas between them")
    .option("--repeats <n>", "how often each job is run with each of them (default: 1)", parseCount)
    .option("--concurrency <n>", "so many runs at once (default: 2)", parseCount)
    .option("--budget <usd>", "what all runs together may cost", parseCost)
    .option("--deadline <time>", "how long all of it may take: 30m, 2h", parseDuration)
    .option("--against <results>", "say what became better or worse than in this file; exit code 1 where it is worse")
    .option("--output <file>", "write the results to a file, for --against")
    .option("--html <file>", "write a report with plots into one HTML file")
    .option("--predictions <file>", "write what the runs changed as SWE-bench reads it, a line for each run")
    .option("--fresh", "run everything again, whatever is kept")
    .option("--keep", "keep the folders that the runs worked in, and say where they are")
  later(command, () => {
    addOptions(command)
    addLimits(command)
    command
      .option("--json", "print the results as JSON")
      .option("-q, --quiet", "print nothing but the results")
      .option("--debug", "show where errors come from")
  }).action(async (jobs: string, flags: EvalFlags) => {
    const { evalCommand } = await import("../evals/eval-command.ts")
    process.exitCode = await evalCommand(jobs, flags, version)
  })
}
