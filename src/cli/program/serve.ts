import { type Command, InvalidArgumentError, Option } from "commander"
import { collect, parseCount, parseSize } from "../flags/flags.ts"
import type { AcpFlags, McpFlags, ServeFlags, WorkerFlags } from "../flags/serve-flags.ts"
import { later } from "./later.ts"
import { addOptions } from "./option-flags.ts"

/** The API and the console. */
export function addServe(program: Command, version: string): void {
  const command = program
    .command("serve")
    .description("serve the web console and the HTTP API, for this machine only unless told otherwise")
    .option("-p, --port <port>", "the port, 0 for any free one (default: 7333)", parsePort)
    .option("--host <name>", "where to listen (default: 127.0.0.1); further ones are names that lead here", collect)
    .option("--open", "open the console in a browser")
    .option(
      "--token-file <file>",
      "a file with the token that clients need (default: KEELSON_TOKEN, or one of its own)",
    )
    .addOption(new Option("--token <token>").hideHelp())
    .option("--no-token", "let everybody in; only for an address of this machine alone")
  later(command, () => {
    addHost(command)
      .option("--resume", "take up runs that were interrupted")
      .option("--database [address]", DATABASE_HELP)
      .option("--concurrency <n>", "with --database: also be a worker, with so many runs at once", parseCount)
      .option(
        "--allow-source <url>",
        "a git repository, or a place of some, that requests may name; may be repeated",
        collect,
      )
      .option(
        "--max-posts <n>",
        "requests a second that one token may make to start or change something; cancel, approve and answer are not counted (default: 20)",
        parseCount,
      )
      .addOption(logOption())
      .option("--debug", "show where errors come from")
  }).action(async (flags: ServeFlags) => {
    const { serveCommand } = await import("../commands/serve-command.ts")
    process.exitCode = await serveCommand(flags, version)
  })
}

/** Carries out the runs that servers take. */
export function addWorker(program: Command): void {
  program
    .command("worker")
    .description("carry out runs of a database that servers and workers share")
    .option("--database [address]", DATABASE_HELP)
    .option("--concurrency <n>", "how many runs at once (default: 4)", parseCount)
    .option(
      "--max-memory <size>",
      "take no more runs while the process has this much (default: half of all)",
      parseSize,
    )
    .option("--no-push", "leave no branches in the sources of runs: only patches")
    .addOption(logOption())
    .option("--debug", "show where errors come from")
    .action(async (flags: WorkerFlags) => {
      const { workerCommand } = await import("../cluster/worker-command.ts")
      process.exitCode = await workerCommand(flags)
    })
}

function logOption(): Option {
  return new Option("--log <form>", "text, or json: a line for each thing that happens").choices(["text", "json"])
}

const DATABASE_HELP =
  "a PostgreSQL database, postgres://user@host/name, whose workers carry runs out (or KEELSON_DATABASE)"

/** Runs as tools of other agents. */
export function addMcp(program: Command, version: string): void {
  const command = program
    .command("mcp")
    .description("an MCP server on standard input and output: run_task, get_run, answer, cancel")
  later(command, () => addHost(command).option("--debug", "show where errors come from")).action(
    async (flags: McpFlags) => {
      const { mcpCommand } = await import("../commands/mcp-command.ts")
      process.exitCode = await mcpCommand(flags, version)
    },
  )
}

/** Runs in an editor. */
export function addAcp(program: Command, version: string): void {
  const command = program
    .command("acp")
    .description(
      "an agent for editors (Zed, Neovim, JetBrains): the Agent Client Protocol on standard input and output",
    )
  later(command, () => addOptions(command).option("--debug", "show where errors come from")).action(
    async (flags: AcpFlags) => {
      const { acpCommand } = await import("../commands/acp-command.ts")
      process.exitCode = await acpCommand(flags, version)
    },
  )
}

/** Where runs of clients may work, and what holds for them. */
function addHost(command: Command): Command {
  return addOptions(
    command.option(
      "-C, --workspace <folder>",
      "a folder that runs may touch (default: this one); may be repeated",
      collect,
    ),
  )
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("Give a port from 0 to 65535.")
  return port
}
