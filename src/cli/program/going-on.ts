import type { Command } from "commander"
import type { TellOptions } from "../../run/lifecycle/requests/tell.ts"
import { type AnswerFlags, parseCount, type ResumeFlags } from "../flags/flags.ts"
import { later } from "./later.ts"
import { addLimits, addOptions } from "./option-flags.ts"
import { addRehearsal, addShow } from "./shared-flags.ts"

/* Commands for a run that exists: to go on with it, to answer or tell it something, to end it. */

export function addResume(program: Command): void {
  const command = program
    .command("resume")
    .description("go on with a run after a crash, a stop or a limit")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that is not done)")
    .option("--fork", "go on with a blocked run in a new one, from where code and log disagree")
    .option("--from <key>", "go on in a new run, from this place of the log on, such as phase-2/round-1")
  later(command, () => {
    addRehearsal(command)
    addOptions(command)
    addLimits(command)
    addShow(command)
  }).action(async (run: string | undefined, flags: ResumeFlags) => {
    const { resumeCommand } = await import("../commands/resume-command.ts")
    process.exitCode = await resumeCommand(run, flags)
  })
}

export function addAnswer(program: Command): void {
  const command = program
    .command("answer")
    .description("answer what a run asked, and go on with it")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that waits)")
    .argument("[text]", "the answer to a question in words")
    .option("--allow", "allow what the run wants to do, once")
    .option("--always", "allow it, and this tool for the rest of the run")
    .option("--remember", "allow it, and calls like it in this folder from now on")
    .option("--plan <file>", "run this plan instead of the one shown; - reads standard input")
    .option("--edit", "change the plan in your editor, then run it")
    .option("--deny [reason]", "do not allow it; the model is told the reason")
    .option("-q, --question <number>", "which of several open questions (default: the first that fits)", parseCount)
    .option("--no-resume", "only leave the answer; do not go on with the run")
  later(command, () => {
    addRehearsal(command)
    addOptions(command)
    addShow(command, "--quiet")
  }).action(async (run: string | undefined, text: string | undefined, flags: AnswerFlags) => {
    const { answerCommand } = await import("../commands/answer-command.ts")
    process.exitCode = await answerCommand(run, text, flags)
  })
}

export function addTell(program: Command): void {
  program
    .command("tell")
    .description("say something to a run on its way; it hears it before its next call of the model")
    .argument("<run>", "its id or the beginning of it; left out: the newest run of this folder that has not ended")
    .argument("[text]", "what it shall know")
    .option("--now", "at once: the call of the model under way is broken off and asked again with it")
    .option("--debug", "show where errors come from")
    .action(async (run: string, text: string | undefined, flags: TellOptions) => {
      const { tellCommand } = await import("../commands/tell-command.ts")
      process.exitCode = await tellCommand(run, text, flags)
    })
}

export function addCancel(program: Command): void {
  program
    .command("cancel")
    .description("end a run with a report; it can be resumed")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that has not ended)")
    .option("--debug", "show where errors come from")
    .action(async (run: string | undefined) => {
      const { cancelCommand } = await import("../commands/cancel-command.ts")
      process.exitCode = await cancelCommand(run)
    })
}
