import { expect, it } from "vitest"
import type { CheckView } from "../part-views.ts"
import { contradictionsIn, isContradicted } from "./claims.ts"

const check = (more: Partial<CheckView>): CheckView => ({
  name: "test",
  command: "npm test",
  status: "failed",
  ms: 1,
  failing: [],
  stage: "",
  ...more,
})
const RED = { checks: [check({})] }

it.each(["Three tests, all pass.", "The build is green.", "所有测试均已通过。", "Everything was verified."])(
  "a red check contradicts: %s",
  (sentence) => expect(isContradicted(sentence, RED)).toBe(true),
)

it.each([
  "One test does not pass yet.",
  "Two pass, the third fails.",
  "Login uses tokens now.",
  "还有一个测试未通过。",
])("it does not contradict: %s", (sentence) => expect(isContradicted(sentence, RED)).toBe(false))

it("contradicts nothing where no check is red, or was red before", () => {
  const green = { checks: [check({ status: "passed" })] }
  const before = { checks: [check({ compared: "as_before" })] }
  expect([isContradicted("All tests pass.", green), isContradicted("All tests pass.", before)]).toEqual([false, false])
})

it("names the sentences of a text", () => {
  expect(contradictionsIn("## Done\n\n- **Login** uses tokens. All tests pass.\n- Nothing else.", RED)).toEqual([
    "All tests pass.",
  ])
})
