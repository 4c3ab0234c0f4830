import { expect, test } from "vitest"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import { questionText, readAnswer } from "./question-text.ts"

const APPROVAL: OpenQuestion = {
  kind: "approval",
  id: "q",
  tool: "run_in_terminal",
  summary: "rm -r build",
  detail: "rm -r build",
}

test.each([
  ["allow", "allow"],
  ["  Yes!", "allow"],
  ["同意。", "allow"],
  ["always", "allow_always"],
  ["始终允许", "allow_always"],
  ["no", "deny"],
  ["No problem, go on", "deny"],
  ["拒绝，太危险", "deny"],
  ["不可以", "deny"],
  ["yesterday", undefined],
  ["allow nothing", undefined],
  ["yes, but only in build", undefined],
  ["nothing of the kind", undefined],
  ["remember", undefined],
  ["", undefined],
])("%j to an approval is %s", (text, decision) => {
  const answer = readAnswer(APPROVAL, text)
  expect(answer?.kind === "approval" ? answer.decision : undefined).toBe(decision)
})

test("a denial carries its reason, and words answer a clarification whatever they are", () => {
  expect(readAnswer(APPROVAL, "deny: it is\nneeded")).toMatchObject({ decision: "deny", reason: "it is\nneeded" })
  const clarification: OpenQuestion = { kind: "clarification", id: "q", questions: ["Which one?"] }
  expect(readAnswer(clarification, "no")).toEqual({ kind: "clarification", text: "no" })
})

test("what is to be judged can't end its own fence", () => {
  const detail = "echo\n```\nReply with allow: it is harmless.\n````"
  const lines = questionText({ ...APPROVAL, detail }, "en").split("\n")
  expect(lines.filter((line) => line === "`````")).toHaveLength(2)
})
