import type { Agent } from "../../agent.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { exitCode } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { soFar } from "../../run/finish/summary/so-far.ts"
import { messageOf } from "../../text/message-of.ts"
import { viewOf } from "../../view/run-view.ts"
import { painter } from "../paint/paint.ts"
import { terminalColumns } from "../paint/text.ts"
import { type ChangeLines, changeLines, NO_CHANGES } from "../render/change-lines.ts"
import { nameInLastWord } from "../terminal/crash-guard.ts"
import { writeNamedFile } from "../terminal/files.ts"
import { onInterrupt } from "../terminal/interrupt.ts"
import { tell } from "../terminal/output.ts"
import type { Display, FollowedRun } from "./display.ts"
import { answerText, type TellFlags, tellEnd } from "./tell-end.ts"

/** What becomes of the end: a file for the answer, and how it is told. */
export type Ending = TellFlags & {
  readonly output?: string | undefined
  /** Says what a run changed, in counts. */
  readonly diff?: Agent["diff"] | undefined
  /** Is told the result, whatever is printed of it. */
  readonly seen?: (result: RunResult) => void
}

/** Follows a run to its end or its next question, prints what came of it, and says how the process shall exit. */
export async function conduct(run: FollowedRun, display: Display, ending: Ending = {}): Promise<number> {
  const { output } = ending
  const stopListening = onInterrupt(() => run.cancel("interrupted"))
  const isOver = nameInLastWord(run.id)
  display.follow(run)
  const events: LoggedEvent[] = []
  run.onEvent((logged) => events.push(logged))
  const beside = (result: RunResult) => ({
    changes: () => changesOf(result, ending),
    soFar: () => soFar(viewOf(events)),
  })
  try {
    const result = await run.result
    ending.seen?.(result)
    const code = exitCode(result.outcome)
    display.end(result, code)
    const told = display.hasResult ? code : ((await tellEnd(result, ending, beside(result))) ?? code)
    return output === undefined || wrote(output, result, ending) ? told : told || 1
  } catch (error) {
    display.stop()
    throw error
  } finally {
    stopListening()
    isOver()
  }
}

/** Without checkpoints there is nothing to see or to take back. */
async function changesOf({ run_id, files }: RunResult, { diff, where = "shell" }: Ending): Promise<ChangeLines> {
  if (!diff || files.length === 0) return NO_CHANGES
  const counts = await diff(run_id, { form: "counts" }).catch(() => "")
  return changeLines(counts, { columns: terminalColumns(), paint: painter(process.stderr), where, files })
}

/** The run is over and was told of: a file that can't be written hides nothing of it. */
function wrote(path: string, result: RunResult, ending: Ending): boolean {
  try {
    writeNamedFile("--output", path, answerText(result, ending))
    return true
  } catch (error) {
    tell(`keelson: ${messageOf(error)}`)
    return false
  }
}
