import type { Command } from "commander"
import { collect, parseCost, parseCount, parseDuration } from "../flags.ts"

/** Who thinks. */
export function addModel(command: Command): Command {
  return command
    .option("-m, --model <name>", "the model, as provider:name; keelson models lists the providers")
    .option("--base-url <url>", "the model's endpoint, such as http://127.0.0.1:11434/v1")
    .option("--rehearse <file>", "play recorded replies instead of asking a model")
}

/** How far a run may go. */
export function addLimits(command: Command): Command {
  return command
    .option("--max-iterations <n>", "most iterations (default: 30)", parseCount)
    .option("--max-model-calls <n>", "most model calls (default: 60)", parseCount)
    .option("--max-cost <dollars>", "most US dollars; the model's price must be known", parseCost)
    .option("--max-time <time>", "most active time: 90s, 15m, 1h (default: 1h)", parseDuration)
    .option("--max-tokens <n>", "most prompt tokens", parseCount)
    .option("--limit <name=value>", "any other limit, such as max_replans=1; may be given several times", collect)
}

/** How a run is shown. */
export function addShow(command: Command): Command {
  return command
    .option("--json", "print events as JSON lines, the result last")
    .option("--quiet", "print nothing but the summary")
    .option("--debug", "show where errors come from")
}
