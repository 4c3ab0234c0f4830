import type { Language } from "../../protocol/log/environment.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { questionText as askedText } from "../../run/finish/summary/waiting-report.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

/** How a question is answered in a chat. */
export const CHAT_WORDS = {
  words: ["Your next message is the answer.", "您的下一条消息即为回答。"],
  call: [
    'Reply with "allow", "always" (this tool, for the rest of the run), or "deny" and a reason.',
    "请回复“允许”、“始终允许”（本次运行中的该工具），或“拒绝”并说明原因。",
  ],
  plan: [
    'Reply with "allow", "always" (no more plans in this run), or "deny" and a reason.',
    "请回复“允许”、“始终允许”（本次运行不再询问计划），或“拒绝”并说明原因。",
  ],
  check: [
    'Reply with "allow", "always" (all checks, for the rest of the run), or "deny" and a reason.',
    "请回复“允许”、“始终允许”（本次运行中的所有检查），或“拒绝”并说明原因。",
  ],
  network: [
    'Reply with "allow", "always" (these hosts, for the rest of the run), or "deny" and a reason.',
    "请回复“允许”、“始终允许”（本次运行中的这些主机），或“拒绝”并说明原因。",
  ],
  exception: [
    'Reply with "allow" (this one call), or "deny" and a reason.',
    "请回复“允许”（仅此一次），或“拒绝”并说明原因。",
  ],
} as const satisfies Dictionary

const sayHow = speaker(CHAT_WORDS)

/** A question as a message in a chat, with how to answer it there. */
export function questionText(question: OpenQuestion, language: Language): string {
  const asked = askedText(language, question)
  if (question.kind === "clarification") return `${asked}\n\n${sayHow(language, "words")}`
  return `${asked}\n${sayHow(language, question.about ?? "call")}`
}

const ALLOW = /^(allow|yes|y|ok|okay|允许|同意|可以|好|是)$/i
const ALWAYS = /^(always|allow always|always allow|始终允许|总是允许)$/i
const DENY = /^(?:(?:deny|no|n)(?!\w)|拒绝|不允许|不同意|不)[\s,.:;，。：；-]*(.*)$/is

/** What a message says to a question; `undefined` for one that allows nothing clearly and denies nothing either. */
export function readAnswer(question: OpenQuestion, text: string): Answer | undefined {
  if (question.kind === "clarification") return { kind: "clarification", text }
  const word = text.trim().replace(/[.!。！]+$/, "")
  if (ALLOW.test(word)) return { kind: "approval", decision: "allow" }
  if (ALWAYS.test(word)) return { kind: "approval", decision: "allow_always" }
  const denied = DENY.exec(text.trim())
  if (!denied) return undefined
  const [, reason = ""] = denied
  return { kind: "approval", decision: "deny", ...(reason === "" ? {} : { reason }) }
}
