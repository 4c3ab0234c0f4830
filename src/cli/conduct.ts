import type { Run } from "../agent.ts"
import { exitCode } from "../protocol/outcome.ts"
import type { RunResult } from "../protocol/run.ts"
import type { Display } from "./display.ts"
import { writeNamedFile } from "./files.ts"
import { onInterrupt } from "./interrupt.ts"
import { markdownForTerminal } from "./render/markdown.ts"
import { painter } from "./render/paint.ts"

/** Follows a run to its end or its next question, prints the message, and says how the process shall exit. */
export async function conduct(run: Run, display: Display, output?: string): Promise<number> {
  const stopListening = onInterrupt(() => run.cancel("interrupted"))
  display.follow(run)
  try {
    const result = await run.result
    const code = exitCode(result.outcome)
    display.end(result, code)
    if (output !== undefined) writeNamedFile(output, `${result.message}\n`)
    if (!display.hasResult) printMessage(result)
    return code
  } catch (error) {
    display.stop()
    throw error
  } finally {
    stopListening()
  }
}

/** A terminal gets it drawn; whatever else reads it gets the Markdown as it is. */
export function printMessage({ message }: Pick<RunResult, "message">): void {
  const { stdout } = process
  const text = stdout.isTTY ? markdownForTerminal(message, stdout.columns || 80, painter(stdout)) : message
  stdout.write(`${text}\n`)
}
