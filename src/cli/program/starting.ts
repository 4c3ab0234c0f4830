import type { Command } from "commander"
import type { ChatFlags } from "../chat/session.ts"
import { type CompareFlags, parseCount, type RunFlags } from "../flags/flags.ts"
import { later } from "./later.ts"
import { addLimits, addOptions, COMMON, MORE } from "./option-flags.ts"
import { addRehearsal, addShow } from "./shared-flags.ts"

/** Words for options that name strategies. */
export type StrategyHelp = { readonly one: string; readonly several: string }

/** `keelson run`. */
export function addRun(program: Command, help: StrategyHelp, version: string): void {
  const command = program
    .command("run")
    .alias("exec")
    .description("carry out a request in this folder; what is piped in joins it")
    .argument("[request...]", "what shall be done")
    .optionsGroup(COMMON)
    .option("-p, --print", "print the answer and leave: no progress, no questions")
    .option("-c, --continue", "go on with the last conversation of this folder")
    .option("-f, --file <file>", "read the request from a file, or from standard input with -")
    .option(
      "--attach <picture...>",
      "show the model a picture: PNG, JPEG, GIF, WebP; @shot.png in the request does the same",
    )
    .option("-C, --workspace <folder>", "the folder that the run may touch (default: this one)")
    .optionsGroup(MORE)
    .option("-o, --output <file>", "write the answer to a file too")
    .option("--schema <file>", "print the final answer as JSON that fits this JSON Schema, and nothing else")
    .option("--record <file>", "keep the model's replies for --rehearse")
    .option(
      "--best-of <n>",
      "so many try it, each in a copy; what the best of them did comes into the folder",
      parseCount,
    )
    .option("--candidates <names>", "the same with these models and strategies, with commas between them")
  later(command, () => {
    addRehearsal(command)
    addOptions(command, help.one)
    addLimits(command)
    addShow(command)
  }).action(async (request: readonly string[], flags: RunFlags) => {
    const { runCommand } = await import("../commands/run-command.ts")
    process.exitCode = await runCommand(request, flags, version)
  })
}

/** `keelson chat`, and `keelson` alone on a terminal. */
export function addChat(program: Command, help: StrategyHelp): void {
  const command = program
    .command("chat")
    .description("a conversation: each request is a run that knows what came of the earlier ones")
    .option("-C, --workspace <folder>", "the folder that the runs may touch (default: this one)")
    .option("-c, --continue", "go on with the last conversation of this folder")
  later(command, () => {
    addRehearsal(command)
    addOptions(command, help.one)
    addLimits(command)
    command.option("--debug", "show where errors come from")
  }).action(async (flags: ChatFlags) => {
    const { chatCommand } = await import("../chat/chat-command.ts")
    process.exitCode = await chatCommand(flags)
  })
}

/** `keelson compare`. */
export function addCompare(program: Command, help: StrategyHelp): void {
  const command = program
    .command("compare")
    .description("the same request under several strategies, each in its own copy of the folder, side by side")
    .argument("[request...]", "what shall be done")
    .requiredOption("--strategies <names>", help.several)
    .option("-f, --file <file>", "read the request from a file, or from standard input with -")
    .option("-C, --workspace <folder>", "the folder that is copied (default: this one)")
    .option("--keep", "keep the copies, and say where they are")
  later(command, () => {
    addRehearsal(command)
    addOptions(command)
    addLimits(command)
    command
      .option("--json", "print the figures as JSON")
      .option("--quiet", "print nothing but the figures")
      .option("--debug", "show where errors come from")
  }).action(async (request: readonly string[], flags: CompareFlags) => {
    const { compareCommand } = await import("../commands/compare-command.ts")
    process.exitCode = await compareCommand(request, flags)
  })
}
