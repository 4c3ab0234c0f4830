import { z } from "zod"
import { defineTool, ToolFailure } from "../tool.ts"
import { HeadAndTail } from "./head-and-tail.ts"
import { type GroupEnd, runProcessGroup } from "./process-group.ts"
import { terminalEnvironment } from "./terminal-environment.ts"
import { shorten } from "./text.ts"

const OUTPUT_LIMIT = 1_000_000
const LONGEST_SECONDS = 86_400

/**
 * Runs alone in its batch, for a command may touch any file. Nothing that it starts outlives it.
 * A time limit, its own or the engine's, is a failure with the output so far; any other abort is thrown as it is.
 */
export const runInTerminal = defineTool({
  name: "run_in_terminal",
  description: "Run a shell command in the workspace root.",
  input: z.object({ command: z.string(), timeout_s: z.number().optional() }),
  access: "execute",
  repeat: "never",
  title: ({ command }) => `Run ${shorten(command, 100)}`,

  async execute({ command, timeout_s }, context) {
    const output = new HeadAndTail(OUTPUT_LIMIT)
    const decoder = new TextDecoder()
    const stop = withTimeout(context.signal, timeout_s)
    const end = await runProcessGroup({
      command,
      folder: context.workspace.root,
      environment: terminalEnvironment(process.env),
      signal: stop,
      onOutput(chunk) {
        output.add(chunk)
        context.report(decoder.decode(chunk, { stream: true }))
      },
    })
    if (stop.aborted && !isTimeout(stop.reason)) throw stop.reason
    const text = `${describeEnd(end, stop.aborted)}\n${output.text()}`.trimEnd()
    if (stop.aborted || end.kind === "killed" || end.code !== 0) throw new ToolFailure(text)
    return text
  },
})

/** No limit of its own, or none that makes sense, leaves the engine's. */
function withTimeout(signal: AbortSignal, seconds = 0): AbortSignal {
  if (seconds <= 0) return signal
  return AbortSignal.any([signal, AbortSignal.timeout(Math.min(seconds, LONGEST_SECONDS) * 1000)])
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError"
}

function describeEnd(end: GroupEnd, isTimedOut: boolean): string {
  if (isTimedOut) return "Stopped at the time limit. Output so far:"
  return end.kind === "exited" ? `Exit code ${end.code}.` : `Killed by ${end.signal}.`
}
