import type { ProbeListener, ProbeReply } from "../../model/probe/probe-call.ts"
import { amount, duration, plural } from "../../text/words/units.ts"
import { onOneLine } from "../paint/text.ts"

/** Each question when it is put, and what became of it; who watches sees the time go. Elsewhere nothing before the first answer: who is not there is one line. */
export function questionLines(opening: string, tell: (text: string) => void): ProbeListener {
  return process.stderr.isTTY ? watchedLines(opening, tell) : plainLines(opening, tell)
}

function plainLines(opening: string, tell: (text: string) => void): ProbeListener {
  let held: string | undefined = opening
  const say = (text: string) => {
    if (held === undefined) tell(text)
    else held += text
  }
  return {
    onQuestion: (question) => say(`  ${question} …`),
    onAnswer: (_question, answer, ms) => {
      say(` ${answerWords(answer)}, ${duration(ms)}\n`)
      if (held === undefined || answer.kind === "error") return
      tell(held)
      held = undefined
    },
  }
}

const TICK_MS = 1000
/** To the beginning of the line, and away with what stands behind the new one. */
const [BACK, CLEAR] = ["\r", "\x1b[K"]

function watchedLines(opening: string, tell: (text: string) => void): ProbeListener {
  let ticking: NodeJS.Timeout | undefined
  let tokens = 0
  tell(opening)
  return {
    onQuestion(question) {
      const started = performance.now()
      tokens = 0
      tell(`  ${question} …`)
      const tick = () => {
        const come = tokens > 0 ? `, ${tokensOf(tokens)}` : ""
        tell(`${BACK}  ${question} … ${duration(performance.now() - started)}${come}${CLEAR}`)
      }
      ticking = setInterval(tick, TICK_MS).unref()
    },
    onOutput: (come) => {
      tokens = Math.ceil(come)
    },
    onAnswer(question, answer, ms) {
      clearInterval(ticking)
      tell(`${BACK}  ${question} … ${answerWords(answer)}, ${duration(ms)}${CLEAR}\n`)
    },
  }
}

function answerWords(answer: ProbeReply): string {
  if (answer.kind === "error") return onOneLine(answer.error.message)
  const { finish, calls, usage } = answer.reply
  const what = calls.length > 0 ? plural(calls.length, "call") : tokensOf(usage.completion)
  return finish === "length" ? `${what}, cut off` : what
}

function tokensOf(count: number): string {
  return `${amount(count)} ${count === 1 ? "token" : "tokens"}`
}
