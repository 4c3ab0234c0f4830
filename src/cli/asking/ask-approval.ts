import { languageHere } from "../../host/user-language.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { networkQuestion, sayNetwork } from "../../text/words/network-question.ts"
import { headlineOf } from "../../view/approval-text.ts"
import { askKey, type Choice, type KeyTerminal } from "../prompt/ask-key.ts"
import { beginning, detailLines, riskLines, ruleText } from "../render/question-lines.ts"
import { sayAsking } from "../words/prompt-words.ts"
import { askReason } from "./ask-words.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>
type Decision = "allow" | "allow_always" | "remember" | "deny" | "later" | "detail"

const MOST_LINES = 400

/** Shows what would be done and asks for a key. `undefined`: not now. */
export async function askApproval(question: Approval, terminal: KeyTerminal, signal: AbortSignal): Answering {
  const { about, rule } = question
  const choice = await decide(question, terminal, signal, {
    title: titleOf(question),
    choices: [
      { key: "y", label: sayAsking("once"), value: "allow" },
      { key: "n", label: sayAsking("no"), value: "deny" },
      { key: "l", label: sayAsking("later"), value: "later" },
      ...(about === "exception" ? [] : [alwaysChoice(question)]),
      ...(rule ? [rememberChoice(rule)] : []),
    ],
  })
  if (choice === "deny") return askReason(sayAsking("why"), terminal, signal)
  return asAnswer(choice)
}

function titleOf(question: Approval): string {
  if (question.network) return networkQuestion(languageHere(), question.network)
  return sayAsking("allow", spelledOut(headlineOf(question)))
}

type Answering = Promise<Answer | undefined>

function alwaysChoice({ about, tool }: Approval): Choice<Decision> {
  if (about === "network") return wideChoice(sayNetwork(languageHere(), "hosts"))
  return wideChoice(about === "check" ? sayAsking("checks") : tool)
}

function wideChoice(what: string): Choice<Decision> {
  return { key: "R", label: sayAsking("run", what), value: "allow_always", isWide: true }
}

function rememberChoice(rule: NonNullable<Approval["rule"]>): Choice<Decision> {
  return { key: "A", label: sayAsking("folder", ruleText(rule)), value: "remember", isWide: true }
}

function asAnswer(choice: Decision | undefined): Answer | undefined {
  return choice === "allow" || choice === "allow_always" || choice === "remember"
    ? { kind: "approval", decision: choice }
    : undefined
}

type Offer = { readonly title: string; readonly choices: readonly Choice<Decision>[] }

/** What is too long to be shown at once has a key that shows all of it; then the question is asked anew. */
async function decide(
  question: Approval,
  terminal: KeyTerminal,
  signal: AbortSignal,
  offer: Offer,
): Promise<Decision | undefined> {
  const lines = detailLines(question, terminal.paint)
  const more: Choice<Decision>[] =
    lines.length > MOST_LINES ? [{ key: "d", label: sayAsking("detail", lines.length), value: "detail" }] : []
  show(question, beginning(lines, MOST_LINES), terminal)
  const choice = await askKey({ ...offer, choices: [...more, ...offer.choices] }, terminal, signal)
  if (choice !== "detail") return choice
  show(question, lines, terminal)
  return askKey(offer, terminal, signal)
}

function show(question: Approval, lines: readonly string[], { output, paint }: KeyTerminal): void {
  output.write(`\n${[...lines, ...riskLines(question, paint)].join("\n")}\n`)
}
