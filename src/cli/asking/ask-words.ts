import { isCancel, text } from "@clack/prompts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import type { KeyTerminal } from "../prompt/ask-key.ts"
import { untilQuiet } from "../prompt/quiet.ts"
import { sayAsking } from "../words/prompt-words.ts"

type Clarification = Extract<OpenQuestion, { kind: "clarification" }>

/** Asks one question after the other. `undefined`: not now. */
export async function askWords(
  { questions }: Clarification,
  terminal: KeyTerminal,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const answers: string[] = []
  if (!(await untilQuiet(terminal, signal))) return undefined
  for (const question of questions) {
    const answer = await askText(terminal, signal, {
      message: spelledOut(question),
      validate: (value) => (value?.trim() ? undefined : sayAsking("empty")),
    })
    if (answer === undefined) return undefined
    answers.push(answer)
  }
  const [only = ""] = answers
  const all = answers.map((answer, index) => `${index + 1}. ${answer}`).join("\n")
  return { kind: "clarification", text: answers.length === 1 ? only : all }
}

/** Why not. What is typed right after the key for "no" belongs to it, so nothing of it is dropped. */
export async function askReason(
  message: string,
  terminal: KeyTerminal,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const reason = await askText(terminal, signal, { message, placeholder: sayAsking("why.none") })
  return reason === undefined ? undefined : { kind: "approval", decision: "deny", reason }
}

type TextQuestion = {
  readonly message: string
  readonly placeholder?: string
  readonly validate?: (value: string | undefined) => string | undefined
}

/** One line of words; `undefined` for Esc. */
export async function askText(
  { input, output, onInterrupt }: KeyTerminal,
  signal: AbortSignal,
  question: TextQuestion,
): Promise<string | undefined> {
  if (signal.aborted) return undefined
  // The prompt takes Ctrl-C for itself and can't tell it from Esc.
  const hear = (_character: string, key: { name?: string; ctrl?: boolean } | undefined) => {
    if (key?.ctrl && key.name === "c") onInterrupt()
  }
  input.on("keypress", hear)
  try {
    const said = await text({ ...question, input, output, signal })
    return isCancel(said) ? undefined : (said ?? "")
  } finally {
    input.off("keypress", hear)
  }
}
