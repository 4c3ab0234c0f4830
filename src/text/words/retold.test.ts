import fc from "fast-check"
import { expect, it } from "vitest"
import { SEED } from "../../../test/sample.ts"
import { speaker } from "./dictionary.ts"
import { REFLECTION_WORDS } from "./reflection-words.ts"
import { ISSUE_WORDS, JSON_WORDS, TITLE_WORDS, TOLD_WORDS } from "./refusal-words.ts"
import { reteller } from "./retold.ts"
import { STEP_WORDS } from "./step-words.ts"
import { WORDS } from "./words.ts"

const retold = reteller(WORDS, REFLECTION_WORDS, TOLD_WORDS)

it("tells the engine's sentences in the other language, whatever stands in their gaps", () => {
  const names = Object.keys(WORDS) as (keyof typeof WORDS)[]
  const say = speaker(WORDS)
  const full = names.filter((name) => WORDS[name].every((text) => text.replaceAll("{}", "").length > 8))
  const values = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...full), values, (name, gaps) => {
      expect(retold(say("en", name, ...gaps), "zh")).toBe(say("zh", name, ...gaps))
    }),
    { seed: SEED, numRuns: 300 },
  )
})

it("retells what stands in the gaps only if it is a sentence of its own", () => {
  expect(retold("npm test ran twice with the same result: done", "zh")).toBe("npm test 运行了两次，结果相同：done")
  expect(retold("Not run: web_search is not allowed in a coding task.", "zh")).toBe(
    "未执行：web_search 不允许用于 coding 类任务。",
  )
  expect(retold("达到迭代上限（已用 4 / 4）", "en")).toBe("the iteration limit was reached (4 of 4 used)")
})

it("retells sentences that stand side by side, if all of them are ours", () => {
  const words = reteller(STEP_WORDS, ISSUE_WORDS)
  expect(words("the phase was called complete without evidence; task 1, 2 succeeded", "zh")).toBe(
    "该阶段在没有证据的情况下被判为完成；任务 1, 2 已成功",
  )
  expect(words("the reply was empty; I said so", "zh")).toBe("the reply was empty; I said so")
  const deadlock = "step 2 waits for step 1 (step 1 failed: a); step 4 waits for step 2 (step 2 waits too)"
  expect(words(`${deadlock}. The smallest change that would free it: clear what blocks step 1`, "zh")).toBe(
    "步骤 2 等待步骤 1 (步骤 1 失败：a)；步骤 4 等待步骤 2 (步骤 2 也在等待)。解除所需的最小改动：解除步骤 1 的阻碍",
  )
})

it("leaves alone what is not ours", () => {
  for (const text of ["", "I did it.", "{}", "done and dusted", "没有人说过的话"]) expect(retold(text, "zh")).toBe(text)
  expect(reteller(TITLE_WORDS)("Run npm test", "zh")).toBe("运行 npm test")
  expect(reteller(TITLE_WORDS)("bell 3", "zh")).toBe("bell 3")
})

it("retells what was cut as far as it goes", () => {
  const refusal = "Not run: a rule of this run denies this call of run_in_term…"
  expect(retold(refusal, "zh")).toBe("未执行：本次运行的规则禁止调用 run_in_term…")
  const longer =
    "Not run: ring is not allowed in a research task before any task has succeeded. Allowed: a, b. If noth…"
  expect(retold(longer, "zh")).toBe("未执行：ring 不允许用于 research 类任务，除非已先查明情况。允许使用：a, b…")
  expect(retold("Somebody wrote this, and it was cut…", "zh")).toBe("Somebody wrote this, and it was cut…")
})

it("retells why a text is no JSON", () => {
  const words = reteller(ISSUE_WORDS, JSON_WORDS)
  for (const text of [
    '{"a": 1',
    '{"a" 1}',
    "[1 2]",
    '{"a": "x\ny"}',
    "{a: 1}",
    "nonsense",
    "",
    '{"a": 1} {',
    '{"a":"\\x"}',
  ]) {
    const problem = messageOf(() => JSON.parse(text))
    const told = words(`the arguments of plan are not valid JSON (${problem})`, "zh")
    expect({ problem, told: told.replace(/["'].*["']/gs, "") }).toEqual({
      problem,
      told: expect.not.stringMatching(/[a-z]{2,} [a-z]{2,}/i),
    })
  }
})

function messageOf(deed: () => unknown): string {
  try {
    return String(deed())
  } catch (error) {
    return (error as Error).message
  }
}
