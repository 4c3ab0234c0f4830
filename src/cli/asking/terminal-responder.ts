import { once } from "node:events"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer, Responder } from "../../run/core/run-parts.ts"
import { AnsweredElsewhere } from "../../run/questions/answered-elsewhere.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import type { Display } from "../following/display.ts"
import type { KeyTerminal } from "../prompt/ask-key.ts"
import { terminalWith } from "../prompt/this-terminal.ts"
import { interruptOurselves } from "../terminal/interrupt.ts"
import { tell } from "../terminal/output.ts"
import { askApproval } from "./ask-approval.ts"
import { type Asking, askPlan } from "./ask-plan.ts"
import { askWords } from "./ask-words.ts"

/** Asks on the terminal while the display stands aside. */
export function terminalResponder(display: Display): Responder {
  return async (question, signal, runId) => {
    display.pause()
    try {
      const answer = await askOnTerminal(question, signal, runId)
      tellIfOvertaken(signal)
      // The answer here may prove to have come a moment too late.
      signal.addEventListener("abort", () => tellBesides(display, signal), { once: true })
      return answer
    } finally {
      display.resume()
    }
  }
}

function tellBesides(display: Display, signal: AbortSignal): void {
  display.pause()
  tellIfOvertaken(signal)
  display.resume()
}

/** `undefined` if the user puts the answer off (Esc, "later"); Ctrl-C also interrupts the process. */
export async function askOnTerminal(
  question: OpenQuestion,
  signal: AbortSignal,
  runId: string,
): Promise<Answer | undefined> {
  let isInterrupted = false
  const onInterrupt = () => {
    isInterrupted = true
    interruptOurselves()
  }
  const answer = await ask(question, terminalWith(onInterrupt), { signal, runId })
  // The signal takes a moment; until it is heard, no answer must not look like "later".
  if (isInterrupted && !signal.aborted) await once(signal, "abort")
  return answer
}

function ask(question: OpenQuestion, terminal: KeyTerminal, asking: Asking): Promise<Answer | undefined> {
  const { signal } = asking
  if (question.kind === "clarification") return askWords(question, terminal, signal)
  return question.about === "plan" ? askPlan(question, terminal, asking) : askApproval(question, terminal, signal)
}

function tellIfOvertaken({ reason }: AbortSignal): void {
  if (reason instanceof AnsweredElsewhere) tell(`${spelledOut(reason.message)}`)
}
