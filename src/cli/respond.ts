import { once } from "node:events"
import { isCancel, select, text } from "@clack/prompts"
import type { OpenQuestion } from "../protocol/run.ts"
import type { Answer, Responder } from "./compose.ts"
import type { Display } from "./display.ts"
import { interruptOurselves } from "./interrupt.ts"
import { painter } from "./render/paint.ts"
import { detailLines } from "./render/question.ts"
import { spelledOut } from "./render/text.ts"

/** Asks on the terminal while the display stands aside. */
export function terminalResponder(display: Display): Responder {
  return async (question, signal) => {
    display.pause()
    try {
      return await askOnTerminal(question, signal)
    } finally {
      display.resume()
    }
  }
}

/** `undefined` if the user puts the answer off (Esc, "later"); Ctrl-C also interrupts the process. */
export async function askOnTerminal(question: OpenQuestion, signal: AbortSignal): Promise<Answer | undefined> {
  const interrupt = watchInterrupt()
  try {
    const answer = question.kind === "approval" ? await askApproval(question, signal) : await askWords(question, signal)
    // The signal takes a moment; until it is heard, no answer must not look like "later".
    if (interrupt.isHeard()) await untilAborted(signal)
    return answer
  } finally {
    interrupt.stop()
  }
}

type Approval = Extract<OpenQuestion, { kind: "approval" }>
type Clarification = Extract<OpenQuestion, { kind: "clarification" }>

async function askApproval(question: Approval, signal: AbortSignal): Promise<Answer | undefined> {
  const paint = painter(process.stderr)
  process.stderr.write(`\n${detailLines(question, paint).join("\n")}\n`)
  const choice = await select({
    message: `Allow ${question.tool}: ${spelledOut(question.summary)}?`,
    options: [
      { value: "allow", label: "Yes, once" },
      { value: "allow_always", label: `Yes, and ${question.tool} for the rest of this run` },
      { value: "deny", label: "No, and say why" },
      { value: "later", label: "Later: the run waits" },
    ] as const,
    showInstructions: false,
    ...streams(signal),
  })
  if (isCancel(choice) || choice === "later") return undefined
  if (choice !== "deny") return { kind: "approval", decision: choice }
  const reason = await text({ message: "Why not? The model is told.", placeholder: "no reason", ...streams(signal) })
  return isCancel(reason) ? undefined : { kind: "approval", decision: "deny", reason: reason ?? "" }
}

async function askWords({ questions }: Clarification, signal: AbortSignal): Promise<Answer | undefined> {
  const answers: string[] = []
  for (const question of questions) {
    const answer = await text({
      message: spelledOut(question),
      validate: (value) => (value?.trim() ? undefined : "Say something, or press Esc to answer later."),
      ...streams(signal),
    })
    if (isCancel(answer)) return undefined
    answers.push(answer)
  }
  const [only = ""] = answers
  const all = answers.map((answer, index) => `${index + 1}. ${answer}`).join("\n")
  return { kind: "clarification", text: answers.length === 1 ? only : all }
}

/** Standard output belongs to the summary. */
function streams(signal: AbortSignal) {
  return { input: process.stdin, output: process.stderr, signal }
}

/** A prompt takes Ctrl-C for itself and can't tell it from Esc. */
function watchInterrupt(): { isHeard(): boolean; stop(): void } {
  let isHeard = false
  const hear = (_character: string, key: { name?: string; ctrl?: boolean } | undefined) => {
    if (!key?.ctrl || key.name !== "c") return
    isHeard = true
    interruptOurselves()
  }
  process.stdin.on("keypress", hear)
  return { isHeard: () => isHeard, stop: () => process.stdin.off("keypress", hear) }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort")
}
