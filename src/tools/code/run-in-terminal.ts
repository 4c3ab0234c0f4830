import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { systemClock } from "../clock.ts"
import { readDomain } from "../network/domain.ts"
import { type CommandResult, runCommand } from "../process/run-command.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { sandboxNote } from "./run-in-terminal-note.ts"
import { shorten } from "./text.ts"

const LONGEST_SECONDS = 86_400
const NO_DOMAIN = "expected a domain such as example.org or *.example.org"

/**
 * No task that writes runs beside it, for a command may touch any file. Nothing that it starts outlives it.
 * A time limit, its own or the engine's, is a failure with the output so far; any other abort is thrown as it is.
 */
export const runInTerminal = defineTool({
  name: "run_in_terminal",
  description:
    "Run a shell command in the workspace: tests, builds, git. Long output loses its middle. No input; nothing it starts stays. Network: true for package registries, or domains. For files, use their tools.",
  input: z.object({
    command: z.string(),
    timeout_s: z.number().optional(),
    network: z.union([z.boolean(), z.array(z.string().refine((text) => readDomain(text), NO_DOMAIN))]).optional(),
  }),
  access: "execute",
  traits: BUILT_IN.code.run_in_terminal,
  subject: ({ command, network }) => ({ kind: "command", command, network }),
  repeat: "never",
  title: ({ command }) => `Run ${shorten(command, 100)}`,

  async execute({ command, timeout_s }, context) {
    const end = await runCommand({ ...context, signal: withTimeout(context, timeout_s) }, { command })
    const text = `${describeEnd(end)}\n${end.output}`.trimEnd()
    if (end.timedOut || end.exitCode !== 0) throw new ToolFailure(text + sandboxNote(context, end.output))
    return text
  },
})

/** No limit of its own, or none that makes sense, leaves the engine's. */
function withTimeout({ signal, clock = systemClock }: ToolContext, seconds = 0): AbortSignal {
  if (seconds <= 0) return signal
  return AbortSignal.any([signal, clock.timeout(Math.min(seconds, LONGEST_SECONDS) * 1000)])
}

function describeEnd({ timedOut, exitCode, signal }: CommandResult): string {
  if (timedOut) return "Stopped at the time limit. Output so far:"
  return exitCode === null ? `Killed by ${signal}.` : `Exit code ${exitCode}.`
}
