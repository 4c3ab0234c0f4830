import { type CommandResult, runCommand } from "../../tools/process/run-command.ts"
import { openWorkspace } from "../../tools/workspace/workspace.ts"
import type { EvalGround } from "../ground.ts"

type Options = { readonly ms: number; readonly network?: boolean; readonly env?: Readonly<Record<string, string>> }

/** A command of a job's in a folder, confined as the commands of runs are. */
export async function runJobCommand(
  { sandbox, signal, passVariables }: EvalGround,
  folder: string,
  command: string,
  { ms, network = false, env = {} }: Options,
): Promise<CommandResult> {
  const context = {
    workspace: await openWorkspace(folder),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
    sandbox,
    network,
    passVariables,
    report: () => {},
  }
  return runCommand(context, { command, cwd: ".", env: { CI: "1", ...env }, maxOutputBytes: 1_000_000 })
}

/** The last line that a command said, for a sentence about it. */
export function lastWord({ output, exitCode, signal, timedOut }: CommandResult, ms: number): string {
  if (timedOut) return `it took longer than ${Math.round(ms / 1000)} s`
  const line = output.trim().split("\n").at(-1)?.trim() ?? ""
  const end = signal === null ? `it ended with ${exitCode}` : `it was ended by ${signal}`
  return line === "" ? end : `${end}: ${line}`
}
