import type { Paint } from "../paint/paint.ts"
import { sayAsking } from "../words/prompt-words.ts"
import type { KeyTerminal } from "./ask-key.ts"
import { Hearing } from "./hearing.ts"
import type { Typed } from "./key-parser.ts"
import { listen } from "./listen.ts"

/**
 * Reads and drops what is typed until a question that is about to be asked may be heard: text that was typed ahead is no answer.
 * Ctrl-C is heard all the time. `false`: there is nobody to ask any more.
 */
export function untilQuiet(terminal: KeyTerminal, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let isTold = false
    const end = (mayAsk: boolean) => {
      hearing.stop()
      stopListening()
      signal.removeEventListener("abort", leave)
      resolve(mayAsk)
    }
    const leave = () => end(false)
    const hearing = new Hearing(terminal.clock, () => end(true))
    const typed = ({ kind }: Typed) => {
      if (kind === "interrupt") terminal.onInterrupt()
      else if (!isTold) terminal.output.write(note(terminal.paint))
      isTold = true
      if (kind === "interrupt") leave()
      else hearing.disturb()
    }
    const stopListening = listen(terminal.input, terminal.output, { typed, ended: leave })
    if (signal.aborted) leave()
    else signal.addEventListener("abort", leave, { once: true })
  })
}

function note(paint: Paint): string {
  return `${paint("yellow", sayAsking("dropped"))}\n`
}
