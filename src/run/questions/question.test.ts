import { describe, expect, it } from "vitest"
import { Secrets } from "../../tools/secrets/secrets.ts"
import { answerEvent, answerKey, isAnswerKey, redactedAnswer } from "./question.ts"

const secrets = new Secrets(new Map([["API_TOKEN", "hunter2-hunter2"]]))

describe("answers", () => {
  it("become events under the question's own key", () => {
    expect(answerKey("analysis/clarification-1")).toBe("analysis/clarification-1#answered")
    expect([isAnswerKey("q#answered"), isAnswerKey("q#asked"), isAnswerKey("answered")]).toEqual([true, false, false])
    expect(answerEvent("q", { kind: "clarification", text: "Red." })).toEqual({
      type: "clarification.answered",
      question: "q",
      answer: "Red.",
    })
    expect(answerEvent("q", { kind: "approval", decision: "deny" })).toEqual({
      type: "approval.answered",
      question: "q",
      decision: "deny",
      reason: "",
    })
  })

  it("are kept without secrets", () => {
    expect(redactedAnswer(secrets, { kind: "clarification", text: "use hunter2-hunter2" })).toEqual({
      kind: "clarification",
      text: "use {{secret:API_TOKEN}}",
    })
    expect(redactedAnswer(secrets, { kind: "approval", decision: "deny", reason: "it has hunter2-hunter2" })).toEqual({
      kind: "approval",
      decision: "deny",
      reason: "it has {{secret:API_TOKEN}}",
    })
    expect(redactedAnswer(secrets, { kind: "approval", decision: "allow" })).toEqual({
      kind: "approval",
      decision: "allow",
    })
  })
})
