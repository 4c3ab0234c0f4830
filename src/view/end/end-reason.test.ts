import { expect, it } from "vitest"
import { Teller } from "../../../test/console/logs/teller.ts"
import type { Outcome } from "../../protocol/log/outcome.ts"
import { EMPTY_PICTURE, pictureAfter } from "../picture.ts"
import { endReasonOf } from "./end-reason.ts"

const write = { tool: "write_file", title: "Write a.md", input: {}, ms: 4, changes: ["a.md"] }

function begun(): Teller {
  return new Teller(0).begin({ request: "Write" }).stage("turn-1", "turn", "Turn 1")
}

function reasonOf(teller: Teller, outcome: Outcome) {
  const { view, story } = pictureAfter(EMPTY_PICTURE, teller.end(outcome, "All is well.").events)
  return endReasonOf(view, story)
}

const headline = (reason: ReturnType<typeof reasonOf>) =>
  reason && [reason.headline, ...reason.evidence.map(({ kind }) => kind), reason.next.kind]

it("has nothing to say of a verified end, nor of an answer", () => {
  expect(reasonOf(begun().work("turn-1", [write]), { status: "done", verified: true })).toBeNull()
  expect(reasonOf(begun(), { status: "done", verified: false })).toBeNull()
})

it("sends whoever sees an unverified change to that change", () => {
  const reason = reasonOf(begun().work("turn-1", [write]), { status: "done", verified: false })
  expect(headline(reason)).toEqual(["unverified", "review"])
})

it("begins with the check that fails", () => {
  const teller = begun().check("turn-1", "test", "npm test", ["login.test.ts: expected 200"])
  expect(headline(reasonOf(teller, { status: "failed", reason: "test fails" }))).toEqual([
    "evidence",
    "check",
    "resume",
  ])
})

it("begins with the endpoint that refused, and says whether a key is missing", () => {
  const failed = (kind: string, status: number) =>
    begun().tell("turn-1/reply/failed-1", {
      type: "model.failed",
      control: "reply",
      n: 1,
      kind,
      status,
      reason: "refused",
      ms: 3,
      wait_ms: null,
    })
  expect(headline(reasonOf(failed("auth", 401), { status: "failed", reason: "401" }))).toEqual([
    "evidence",
    "attempt",
    "key",
  ])
  expect(headline(reasonOf(failed("busy", 503), { status: "failed", reason: "503" }))).toEqual([
    "evidence",
    "attempt",
    "resume",
  ])
})

it("offers another limit where one ended it", () => {
  const teller = begun().tell("limit", { type: "limit.reached", limit: "max_iterations", used: 4, allowed: 4 })
  const outcome = { status: "incomplete", limit: "max_iterations", reason: "the limit was reached" } as const
  expect(headline(reasonOf(teller, outcome))).toEqual(["evidence", "limit", "raise"])
})

it("says who stopped it, where code and log disagree, and else what failed last", () => {
  const broken = {
    tool: "run_in_terminal",
    title: "Run make",
    input: {},
    ms: 4,
    status: "failed",
    digest: "no",
  } as const
  expect(headline(reasonOf(begun(), { status: "cancelled", reason: "cancelled by the user" }))).toEqual([
    "user",
    "resume",
  ])
  expect(headline(reasonOf(begun(), { status: "blocked", reason: "changed", key: "turn-1" }))).toEqual([
    "words",
    "fork",
  ])
  const failed = reasonOf(begun().work("turn-1", [broken]), { status: "failed", reason: "it did not work" })
  expect(headline(failed)).toEqual(["words", "task", "resume"])
})
