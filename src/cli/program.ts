import { Argument, Command, type CommanderError } from "commander"
import type { ReportFlags } from "./commands/report-command.ts"
import type { DoctorFlags } from "./flags/flags.ts"
import { paragraphs, terminalColumns } from "./paint/text.ts"
import { addChanges } from "./program/changes.ts"
import { SHELLS, type Shell } from "./program/completion.ts"
import { addEval } from "./program/evals.ts"
import { addAnswer, addCancel, addResume, addTell } from "./program/going-on.ts"
import { HELP_FORMAT } from "./program/help-format.ts"
import { makeFlags } from "./program/later.ts"
import { addLists } from "./program/lists.ts"
import { addAcp, addMcp, addServe, addWorker } from "./program/serve.ts"
import { addSetup } from "./program/setup.ts"
import { addShow } from "./program/shared-flags.ts"
import { addChat, addCompare, addRun, type StrategyHelp } from "./program/starting.ts"
import { addStats } from "./program/stats.ts"
import { addPrune, addTeam } from "./program/team.ts"
import { tell } from "./terminal/output.ts"

/* Only names and help stand here. What a command does is loaded when it is called, so that --help and --version are instant. */

/** The command line; each action sets the process's exit code. `help` is read by those who ask for the help of a command. */
export function buildProgram(version: string, help: StrategyHelp = UNREAD): Command {
  const program = new Command("keelson")
    .description("Language-model agents that stay on course and always report back.")
    .usage('"request" | COMMAND [options]')
    .version(version, "-V, --version", "print the version; so does -v alone")
    .helpOption("-h, --help", "print this, or the help of a command")
    .helpCommand(false)
    .exitOverride()
    .configureHelp(HELP_FORMAT)
    .configureOutput({ outputError: (text) => tell(`keelson: ${oneLine(text)}`) })
  // Keys that the user pasted count as set, whatever the command.
  program.hook("preAction", async () => (await import("../config.ts")).adoptKeys(process.env))
  program.hook("preSubcommand", (_program, command) => makeFlags(command))
  program.commandsGroup("Work:")
  addRun(program, help, version)
  addChat(program, help)
  addResume(program)
  addAnswer(program)
  addTell(program)
  addCancel(program)
  addCompare(program, help)
  addEval(program, version)
  addDemo(program)
  program.commandsGroup("What runs did:")
  addLists(program)
  addChanges(program)
  addReport(program)
  addReplay(program)
  addStats(program)
  program.commandsGroup("Set-up:")
  addModels(program)
  addSetup(program)
  addDoctor(program)
  addHelp(program)
  program.commandsGroup("For other programs:")
  addServe(program, version)
  addWorker(program)
  addTeam(program)
  addPrune(program)
  addMcp(program, version)
  addAcp(program, version)
  return program.addHelpText("after", () => paragraphs(EXAMPLES, terminalColumns(process.stdout)))
}

/** What the first word may be. */
export function commandNames(program: Command): readonly string[] {
  return program.commands.flatMap((command) => [command.name(), ...command.aliases()])
}

/** 0 after help and version, 2 for a command line that can't be read. */
export function commanderExitCode(error: CommanderError): number {
  return error.exitCode === 0 ? 0 : 2
}

const UNREAD: StrategyHelp = { one: "", several: "" }

const EXAMPLES = `
Examples:
  keelson "fix the failing test"       a request; alone it asks for one
  git diff | keelson -p "review it"    what is piped in joins it
  keelson undo                         take back what a run changed

More: keelson COMMAND --help
      keelson help models | approvals | pipes | limits
Exit codes:  0 done, 1 failed, 2 usage or config, 3 needs an answer, 4 incomplete, 5 blocked, 130 interrupted`

function oneLine(text: string): string {
  return text
    .replace(/^error: /, "")
    .trim()
    .replace(/\s*\n\s*/g, " ")
}

function addReport(program: Command): void {
  program
    .command("report")
    .description("write a run into one HTML file that needs no server")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder)")
    .option("-o, --output <file>", "where to, - for standard output (default: keelson-RUN.html in this folder)")
    .option("--md", "as Markdown")
    .option("--debug", "show where errors come from")
    .action(async (run: string | undefined, flags: ReportFlags) => {
      const { reportCommand } = await import("./commands/report-command.ts")
      process.exitCode = await reportCommand(run, flags)
    })
}

function addModels(program: Command): void {
  program
    .command("models")
    .description("list the providers, and which of them are usable here")
    .option("--refresh", "ask those that are usable which models they have, and keep what they say")
    .option("--from <source>", "take windows and prices from a file or an address instead, and keep them")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { json?: boolean; refresh?: boolean; from?: string }) => {
      const { modelsCommand } = await import("./commands/models-command.ts")
      process.exitCode = await modelsCommand(flags)
    })
}

function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("say what works here, and what to do about the rest")
    .option("-m, --model <name>", "ask this model a dozen small questions instead, to see what its endpoint can do")
    .option("--base-url <url>", "the model's endpoint")
    .option("--database [address]", "look at the database of a cluster instead (or KEELSON_DATABASE)")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: DoctorFlags) => {
      const { doctorCommand } = await import("./doctor/doctor-command.ts")
      process.exitCode = await doctorCommand(flags)
    })
}

/** What helps to type, and to know what can be typed. */
function addHelp(program: Command): void {
  program
    .command("help")
    .description("help on a command, or on models, approvals, pipes, limits")
    .argument("[topic]", "a command or a topic")
    .action(async (topic: string | undefined) => {
      const { helpCommand } = await import("./commands/help-command.ts")
      helpCommand(topic, program)
    })
  program
    .command("completion")
    .description("print what makes a shell complete commands and flags")
    .addArgument(new Argument("<shell>", "as in: source <(keelson completion bash)").choices(SHELLS))
    .action(async (shell: Shell) => {
      const { completionFor } = await import("./program/completion.ts")
      process.stdout.write(completionFor(shell, program))
    })
}

function addReplay(program: Command): void {
  program
    .command("replay")
    .description("look at a stored run with other guards: what would have fired, and when; asks no model")
    .argument("<run>", "its id or the beginning of it")
    .option("--set <key=value...>", "max_iterations=20, reflection.slow_turns=3, task_type=research, scope=src/**")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (run: string, flags: { set?: string[]; json?: boolean }) => {
      const { replayCommand } = await import("./commands/replay-command.ts")
      process.exitCode = await replayCommand(run, flags)
    })
}

function addDemo(program: Command): void {
  addShow(
    program
      .command("demo")
      .description("see a run fix a failing test, without any key: only the model's replies are played back"),
  ).action(async (flags: { json?: boolean; quiet?: boolean; debug?: boolean }) => {
    const { demoCommand } = await import("./commands/demo-command.ts")
    process.exitCode = await demoCommand(flags)
  })
}
