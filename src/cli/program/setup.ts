import { type Command, InvalidArgumentError } from "commander"

/** What is set up here: config, tools, trust, and what was allowed for good. */
export function addSetup(program: Command): void {
  addTrust(program)
  addApprovals(program)
  program
    .command("tools")
    .description("list the tools by group: what they touch, and what they need")
    .option("--mcp", "start the configured MCP servers too, and list their tools")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { mcp?: boolean; json?: boolean }) => {
      const { toolsCommand } = await import("../commands/tools-command.ts")
      process.exitCode = await toolsCommand(flags)
    })
  const config = program
    .command("config")
    .description("show every setting that holds in this folder, and where it comes from; set keeps one")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { json?: boolean }) => {
      const { configCommand } = await import("../commands/config-command.ts")
      process.exitCode = await configCommand(flags)
    })
  config
    .command("set")
    .description("keep a setting in your own config, for every folder")
    .argument("<key>", "its name, such as approve or limits.max_iterations")
    .argument("[value]", "its value, as text or JSON; none takes it out")
    .action(async (key: string, value: string | undefined) => {
      const { configSetCommand } = await import("../commands/config-command.ts")
      process.exitCode = configSetCommand(key, value)
    })
  program
    .command("model")
    .description("choose the model that thinks from now on, among those that there are")
    .argument("[name]", "PROVIDER:NAME, to keep it without being asked")
    .option("--base-url <url>", "the model's endpoint")
    .option("--debug", "show where errors come from")
    .action(async (name: string | undefined, flags: { baseUrl?: string }) => {
      const { modelCommand } = await import("../commands/model-command.ts")
      process.exitCode = await modelCommand(name, flags)
    })
  program
    .command("install")
    .description("install extras (data, pdf, slides, pages, …) into Keelson's own folder; none named: list them")
    .argument("[extra...]", "their names")
    .option("--json", "the list as JSON")
    .option("--debug", "show where errors come from")
    .action(async (names: string[], flags: { json?: boolean }) => {
      const { installCommand } = await import("../commands/install-command.ts")
      process.exitCode = await installCommand(names, flags)
    })
  program
    .command("init")
    .description("write a keelson.config.json to start from")
    .option("--debug", "show where errors come from")
    .action(async () => {
      const { initCommand } = await import("../commands/init-command.ts")
      process.exitCode = await initCommand()
    })
}

function addTrust(program: Command): void {
  program
    .command("trust")
    .description("trust this folder's code config, MCP servers and model server, as they are now")
    .option("--list", "list the folders that are trusted")
    .option("--remove", "trust this folder no longer")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { list?: boolean; remove?: boolean; json?: boolean }) => {
      const { trustCommand } = await import("../commands/trust-command.ts")
      process.exitCode = await trustCommand(flags)
    })
}

function addApprovals(program: Command): void {
  program
    .command("approvals")
    .description("list what you allowed for good in this folder")
    .option("--remove <number>", "ask about it again", parsePlace)
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { remove?: number; json?: boolean }) => {
      const { approvalsCommand } = await import("../commands/approvals-command.ts")
      process.exitCode = await approvalsCommand(flags)
    })
}

function parsePlace(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("Give its number in the list.")
  return Number(text)
}
