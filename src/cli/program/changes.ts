import type { Command } from "commander"
import type { DiffFlags } from "../commands/diff-command.ts"
import type { UndoFlags } from "../commands/undo-command.ts"

/** What a run did to the folder: showing it, and taking it back. */
export function addChanges(program: Command): void {
  program
    .command("undo")
    .description("take back what a run changed, and nothing else; an undo can be undone")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that changed something)")
    .option("--round <stage>", "only this round, such as phase-1/round-2")
    .option("--to <stage>", "this round and all after it")
    .option("--force", "also where files were changed since")
    .option("--redo", "take the last undo back")
    .option("-y, --yes", "do not ask first; needed where there is no terminal")
    .option("--json", "as JSON")
    .option("--debug", "show where errors come from")
    .action(async (run: string | undefined, flags: UndoFlags) => {
      const { undoCommand } = await import("../commands/undo-command.ts")
      process.exitCode = await undoCommand(run, flags)
    })
  program
    .command("diff")
    .description("show what a run changed")
    .argument("[run]", "its id or the beginning of it (default: the newest run of this folder that changed something)")
    .option("--round <stage>", "only this round, such as phase-1/round-2")
    .option("--stat", "only how much in which file")
    .option("--patch", "with all that git apply needs elsewhere, binary files too")
    .option("--debug", "show where errors come from")
    .action(async (run: string | undefined, flags: DiffFlags) => {
      const { diffCommand } = await import("../commands/diff-command.ts")
      process.exitCode = await diffCommand(run, flags)
    })
}
