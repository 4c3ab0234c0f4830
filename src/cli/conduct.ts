import type { Run } from "../agent.ts"
import { exitCode } from "../protocol/outcome.ts"
import type { RunResult } from "../protocol/run.ts"
import { messageOf } from "../text/message-of.ts"
import type { Display } from "./display.ts"
import { writeNamedFile } from "./files.ts"
import { onInterrupt } from "./interrupt.ts"
import { print, printJson } from "./output.ts"
import { markdownForTerminal } from "./render/markdown.ts"
import { messageInShell } from "./render/message.ts"
import { painter } from "./render/paint.ts"
import { printable } from "./render/text.ts"

/** What becomes of the end: a file for the message, and what is printed. A number in its place is the exit code. */
export type Ending = {
  readonly output?: string | undefined
  readonly print?: (result: RunResult) => number | undefined
  /** Is told the result, whatever is printed of it. */
  readonly seen?: (result: RunResult) => void
}

/** Follows a run to its end or its next question, prints the message, and says how the process shall exit. */
export async function conduct(run: Run, display: Display, ending: Ending = {}): Promise<number> {
  const { output, print: tell = printMessage } = ending
  const stopListening = onInterrupt(() => run.cancel("interrupted"))
  display.follow(run)
  try {
    const result = await run.result
    ending.seen?.(result)
    const code = exitCode(result.outcome)
    display.end(result, code)
    const told = display.hasResult ? code : (tell(result) ?? code)
    return output === undefined || wrote(output, result) ? told : told || 1
  } catch (error) {
    display.stop()
    throw error
  } finally {
    stopListening()
  }
}

/** The run is over and was told of: a file that can't be written hides nothing of it. */
function wrote(path: string, result: RunResult): boolean {
  try {
    writeNamedFile("--output", path, `${printable(messageInShell(result))}\n`)
    return true
  } catch (error) {
    process.stderr.write(`keelson: ${messageOf(error)}\n`)
    return false
  }
}

/** A terminal gets it drawn; whatever else reads it gets the Markdown as it is. */
export function printMessage(result: RunResult): undefined {
  const message = messageInShell(result)
  const { stdout } = process
  print(stdout.isTTY ? markdownForTerminal(message, stdout.columns || 80, painter(stdout)) : message)
}

/** The answer and nothing else on standard output; a run of before that was done without one has failed the caller. */
export function printAnswer(result: RunResult): number | undefined {
  if (result.answer !== undefined) {
    printJson(result.answer)
    return undefined
  }
  process.stderr.write(
    `${printable(messageInShell(result))}\nkeelson: the model gave no answer that fits the schema.\n`,
  )
  return result.outcome === "done" ? 1 : undefined
}
