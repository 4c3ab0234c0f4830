import { Command, type CommanderError, Option } from "commander"
import {
  type AnswerFlags,
  collect,
  type DoctorFlags,
  parseCost,
  parseCount,
  parseDuration,
  type ResumeFlags,
  type RunFlags,
} from "./flags.ts"

/* Only names and help stand here. What a command does is loaded when it is called, so that --help and --version are instant. */

/** The command line; each action sets the process's exit code. */
export function buildProgram(version: string): Command {
  const program = new Command("keelson")
    .description("Language-model agents that stay on course and always report back.")
    .version(version, "-v, --version")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`keelson: ${oneLine(text)}\n`) })
  addRun(program)
  addResume(program)
  addAnswer(program)
  addCancel(program)
  addLists(program)
  addReplay(program)
  addModels(program)
  addDoctor(program)
  addDemo(program)
  return program.addHelpText("after", EXIT_CODES)
}

/** 0 after help and version, 2 for a command line that can't be read. */
export function commanderExitCode(error: CommanderError): number {
  return error.exitCode === 0 ? 0 : 2
}

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 usage or config, 3 needs an answer, 4 a budget ended it, 5 blocked, 130 interrupted.`

function oneLine(text: string): string {
  return text
    .replace(/^error: /, "")
    .trim()
    .replace(/\s*\n\s*/g, " ")
}

function addRun(program: Command): void {
  const command = program
    .command("run")
    .description("carry out a request in this folder")
    .argument("[request]", "what shall be done")
    .option("-f, --file <file>", "read the request from a file, or from standard input with -")
    .option("-C, --workspace <folder>", "the folder that the run may touch (default: this one)")
    .option("--strategy <name>", "phased or react (default: phased)")
    .addOption(
      new Option(
        "--approve <policy>",
        "what needs no question: ask (nothing that writes), edits, full, read-only",
      ).choices(["ask", "edits", "full", "read-only"]),
    )
    .option("--scope <glob>", "what the run may change, such as src/**; may be given several times", collect)
    .addOption(
      new Option("--exceptions <policy>", "when it wants a tool that is forbidden for its kind of task").choices([
        "grant",
        "ask",
        "deny",
      ]),
    )
    .option("--no-fuse", "one model call per control, instead of several controls in one")
    .option("-o, --output <file>", "write the summary to a file too")
    .option("--record <file>", "keep the model's replies for --rehearse")
  addModel(command)
  addLimits(command)
  addShow(command).action(async (request: string | undefined, flags: RunFlags) => {
    const { runCommand } = await import("./run-command.ts")
    process.exitCode = await runCommand(request, flags)
  })
}

function addResume(program: Command): void {
  const command = program
    .command("resume")
    .description("go on with a run after a crash, a stop or a limit")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that is not done)")
    .option("--fork", "go on with a blocked run in a new one, from where code and log disagree")
  addModel(command)
  addLimits(command)
  addShow(command).action(async (run: string | undefined, flags: ResumeFlags) => {
    const { resumeCommand } = await import("./resume-command.ts")
    process.exitCode = await resumeCommand(run, flags)
  })
}

function addAnswer(program: Command): void {
  const command = program
    .command("answer")
    .description("answer what a run asked, and go on with it")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that waits)")
    .argument("[text]", "the answer to a question in words")
    .option("--allow", "allow what the run wants to do, once")
    .option("--always", "allow it, and this tool for the rest of the run")
    .option("--deny [reason]", "do not allow it; the model is told the reason")
    .option("-q, --question <number>", "which of several open questions (default: the first that fits)", parseCount)
    .option("--no-resume", "only leave the answer; do not go on with the run")
  addModel(command)
  addShow(command).action(async (run: string | undefined, text: string | undefined, flags: AnswerFlags) => {
    const { answerCommand } = await import("./answer-command.ts")
    process.exitCode = await answerCommand(run, text, flags)
  })
}

function addCancel(program: Command): void {
  program
    .command("cancel")
    .description("end a run with a report; it can be resumed")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that has not ended)")
    .option("--debug", "show where errors come from")
    .action(async (run: string | undefined) => {
      const { cancelCommand } = await import("./cancel-command.ts")
      process.exitCode = await cancelCommand(run)
    })
}

function addLists(program: Command): void {
  program
    .command("runs")
    .description("list the runs of this folder")
    .option("-a, --all", "of all folders")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { all?: boolean; json?: boolean }) => {
      const { runsCommand } = await import("./runs-command.ts")
      process.exitCode = await runsCommand(flags)
    })
  program
    .command("show")
    .description("show the timeline, the figures and the summary of a run")
    .argument("<run>", "its id or the beginning of it")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (run: string, flags: { json?: boolean }) => {
      const { showCommand } = await import("./show-command.ts")
      process.exitCode = await showCommand(run, flags)
    })
}

function addModels(program: Command): void {
  program
    .command("models")
    .description("list the providers, and which of them are usable here")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: { json?: boolean }) => {
      const { modelsCommand } = await import("./models-command.ts")
      process.exitCode = await modelsCommand(flags)
    })
}

function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("say what works here, and what to do about the rest")
    .option("-m, --model <name>", "ask this model a dozen small questions instead, to see what its endpoint can do")
    .option("--base-url <url>", "the model's endpoint")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (flags: DoctorFlags) => {
      const { doctorCommand } = await import("./doctor-command.ts")
      process.exitCode = await doctorCommand(flags)
    })
}

function addReplay(program: Command): void {
  program
    .command("replay")
    .description("look at a stored run with other thresholds; asks no model")
    .argument("<run>", "its id or the beginning of it")
    .option("--set <key=value...>", "reflection=strict, reflection.slow_turns=3, max_iterations=20")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (run: string, flags: { set?: string[]; json?: boolean }) => {
      const { replayCommand } = await import("./replay-command.ts")
      process.exitCode = await replayCommand(run, flags)
    })
}

function addDemo(program: Command): void {
  addShow(
    program
      .command("demo")
      .description("see a run fix a failing test, without any key: only the model's replies are played back"),
  ).action(async (flags: { json?: boolean; quiet?: boolean; debug?: boolean }) => {
    const { demoCommand } = await import("./demo-command.ts")
    process.exitCode = await demoCommand(flags)
  })
}

function addModel(command: Command): Command {
  return command
    .option("-m, --model <name>", "the model, as provider:name; keelson models lists the providers")
    .option("--base-url <url>", "the model's endpoint, such as http://127.0.0.1:11434/v1")
    .option("--rehearse <file>", "play recorded replies instead of asking a model")
}

function addLimits(command: Command): Command {
  return command
    .option("--max-iterations <n>", "most iterations (default: 30)", parseCount)
    .option("--max-model-calls <n>", "most model calls (default: 60)", parseCount)
    .option("--max-cost <dollars>", "most US dollars; the model's price must be known", parseCost)
    .option("--max-time <time>", "most active time: 90s, 15m, 1h (default: 1h)", parseDuration)
    .option("--max-tokens <n>", "most prompt tokens", parseCount)
}

function addShow(command: Command): Command {
  return command
    .option("--json", "print events as JSON lines, the result last")
    .option("--quiet", "print nothing but the summary")
    .option("--debug", "show where errors come from")
}
