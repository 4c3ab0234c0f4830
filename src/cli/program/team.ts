import { Argument, type Command, InvalidArgumentError, Option } from "commander"
import type { Role } from "../../protocol/api/team-api.ts"
import type { PruneFlags } from "../cluster/prune-command.ts"
import type { TenantFlags, TokenFlags } from "../cluster/team-command.ts"
import { collect, parseCost, parseCount, parseDuration } from "../flags/flags.ts"

const DATABASE_HELP = "the database of the cluster, postgres://user@host/name (or KEELSON_DATABASE)"

/** Told here again: their schema would be loaded by every command. */
const ROLES: readonly Role[] = ["view", "run", "approve", "administer"]

/** Who may use a server of a cluster, and how much of it. */
export function addTeam(program: Command): void {
  program
    .command("token")
    .description("tokens of the people who share a cluster: add, list, remove")
    .addArgument(new Argument("<what>", "what to do").choices(["add", "list", "remove"]))
    .argument("[name]", "whose it is")
    .addOption(new Option("--role <role>", "what they may do (default: run)").choices(ROLES))
    .option("--tenant <name>", "whose runs they see, and who pays for theirs (default: default)")
    .option(
      "-C, --workspace <folder>",
      "a folder that they may use (default: all of a server's); may be repeated",
      collect,
    )
    .option("--source <url>", "a repository, or a place where some are, that they may use; may be repeated", collect)
    .option("--database [address]", DATABASE_HELP)
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (what: "add" | "list" | "remove", name: string | undefined, flags: TokenFlags) => {
      const { tokenCommand } = await import("../cluster/team-command.ts")
      process.exitCode = await tokenCommand(what, name, flags)
    })
  program
    .command("tenant")
    .description("what tenants of a cluster may have, and what they spent today; with a name, change it")
    .argument("[name]", "which one; a new one is made")
    .option("--weight <n>", "its share while others wait: 2 has twice as many under way as 1", parseWeight)
    .option("--max-runs <n>", "so many at once; none for no limit", orNone(parseCount))
    .option("--max-cost <usd>", "so many dollars a day; none for no limit", orNone(parseCost))
    .option("--max-tokens <n>", "so many tokens a day; none for no limit", orNone(parseCount))
    .option("--database [address]", DATABASE_HELP)
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (name: string | undefined, flags: TenantFlags) => {
      const { tenantCommand } = await import("../cluster/team-command.ts")
      process.exitCode = await tenantCommand(name, flags)
    })
}

/** Retention, for whoever calls it once a day. */
export function addPrune(program: Command): void {
  program
    .command("prune")
    .description("remove old runs of a cluster's database that have ended, with their logs and files")
    .option("--older-than <time>", "those that ended so long ago: 12h, 30d", parseDuration)
    .option("--keep <n>", "all beside the newest n of each tenant", parseCount)
    .option("--database [address]", DATABASE_HELP)
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: PruneFlags) => {
      const { pruneCommand } = await import("../cluster/prune-command.ts")
      process.exitCode = await pruneCommand(flags)
    })
}

function orNone(parse: (text: string) => number): (text: string) => number | "none" {
  return (text) => (text === "none" ? text : parse(text))
}

function parseWeight(text: string): number {
  const weight = Number(text)
  if (!(weight > 0 && weight <= 1000)) throw new InvalidArgumentError("Give a number above 0, at most 1000.")
  return weight
}
