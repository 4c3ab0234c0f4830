import { once } from "node:events"
import { isCancel, select, text } from "@clack/prompts"
import type { OpenQuestion } from "../protocol/run.ts"
import { spelledOut } from "../text/spelled-out.ts"
import type { Answer, Responder } from "./compose.ts"
import type { Display } from "./display.ts"
import { interruptOurselves } from "./interrupt.ts"
import { readPlan } from "./plan-text.ts"
import { painter } from "./render/paint.ts"
import { detailLines, ruleText } from "./render/question.ts"

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
    const answer = await ask(question, signal)
    // The signal takes a moment; until it is heard, no answer must not look like "later".
    if (interrupt.isHeard()) await untilAborted(signal)
    return answer
  } finally {
    interrupt.stop()
  }
}

function ask(question: OpenQuestion, signal: AbortSignal): Promise<Answer | undefined> {
  if (question.kind === "clarification") return askWords(question, signal)
  return question.about === "plan" ? askPlan(question, signal) : askApproval(question, signal)
}

type Approval = Extract<OpenQuestion, { kind: "approval" }>
type Clarification = Extract<OpenQuestion, { kind: "clarification" }>

async function askApproval(question: Approval, signal: AbortSignal): Promise<Answer | undefined> {
  showDetail(question)
  const choice = await select({
    message: `Allow ${question.tool}: ${spelledOut(question.summary)}?`,
    options: [
      { value: "allow", label: "Yes, once" },
      ...(question.about === "exception"
        ? []
        : [{ value: "allow_always" as const, label: `Yes, and ${alwaysText(question)} for the rest of this run` }]),
      ...(question.rule
        ? [{ value: "remember" as const, label: `Yes, and always in this folder: ${ruleText(question.rule)}` }]
        : []),
      { value: "deny", label: "No, and say why" },
      { value: "later", label: "Later: the run waits" },
    ],
    showInstructions: false,
    ...streams(signal),
  })
  if (isCancel(choice) || choice === "later") return undefined
  if (choice === "deny") return refusal("Why not? The model is told.", signal)
  return { kind: "approval", decision: choice as "allow" | "allow_always" | "remember" }
}

function alwaysText({ about, tool }: Approval): string {
  return about === "check" ? "all checks" : tool
}

/** What the user last made of a plan, so that a version which could not be used need not be written anew. */
const drafts = new Map<string, string>()

async function askPlan(question: Approval, signal: AbortSignal): Promise<Answer | undefined> {
  showDetail(question)
  for (;;) {
    const choice = await select({
      message: `Run this plan? ${spelledOut(question.summary)}`,
      options: [
        { value: "allow", label: "Yes, as it is" },
        { value: "allow_always", label: "Yes, and show me no more plans in this run" },
        { value: "edit", label: "Let me change it first" },
        { value: "deny", label: "No: end the run" },
        { value: "later", label: "Later: the run waits" },
      ] as const,
      showInstructions: false,
      ...streams(signal),
    })
    if (isCancel(choice) || choice === "later") return undefined
    if (choice === "deny") return refusal("Why not? It goes into the report.", signal)
    if (choice !== "edit") return { kind: "approval", decision: choice }
    const edited = await editedPlan(question)
    if (edited) return edited
  }
}

/** `undefined` if nothing was changed, or if what came out is no JSON; then it is asked again. */
async function editedPlan({ id, detail }: Approval): Promise<Answer | undefined> {
  const { editText } = await import("./edit-text.ts")
  const place = id.replace(/-\d+$/, "")
  const text = editText(drafts.get(place) ?? `${detail}\n`, "plan.json")
  drafts.set(place, text)
  if (text.trim() === detail.trim()) return undefined
  try {
    return { kind: "approval", decision: "allow", edited: readPlan(text, "the plan") }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return undefined
  }
}

function showDetail(question: Approval): void {
  process.stderr.write(`\n${detailLines(question, painter(process.stderr)).join("\n")}\n`)
}

async function refusal(message: string, signal: AbortSignal): Promise<Answer | undefined> {
  const reason = await text({ message, placeholder: "no reason", ...streams(signal) })
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
