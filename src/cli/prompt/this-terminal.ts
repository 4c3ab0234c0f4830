import { painter } from "../paint/paint.ts"
import type { KeyTerminal } from "./ask-key.ts"
import { realClock } from "./clock.ts"

/** Our own terminal, for questions. Standard output belongs to the summary. */
export function terminalWith(onInterrupt: () => void): KeyTerminal {
  return {
    input: process.stdin,
    output: process.stderr,
    paint: painter(process.stderr),
    clock: realClock,
    onInterrupt,
  }
}
