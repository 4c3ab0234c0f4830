import fc from "fast-check"
import { expect, test } from "vitest"
import { ThinkTags } from "./think-tags.ts"

function split(...deltas: string[]) {
  const tags = new ThinkTags()
  const pieces = [...deltas.flatMap((delta) => [...tags.feed(delta)]), ...tags.end()]
  const all = (kind: string) => pieces.filter((piece) => piece.kind === kind).map(({ text }) => text)
  return { thought: all("thought").join(""), text: all("text").join("") }
}

test.each([
  ["<think>hm</think>\n\nyes", { thought: "hm", text: "yes" }],
  ["\n<think>\nhm\n</think>yes", { thought: "\nhm\n", text: "yes" }],
  ["<think>cut off", { thought: "cut off", text: "" }],
  ["<think></think>yes", { thought: "", text: "yes" }],
  ["no tags", { thought: "", text: "no tags" }],
  ["later <think>not</think>", { thought: "", text: "later <think>not</think>" }],
  ["<thin", { thought: "", text: "<thin" }],
  ["<think>a</think>b<think>c</think>", { thought: "a", text: "b<think>c</think>" }],
  ["", { thought: "", text: "" }],
])("%j", (text, expected) => {
  expect(split(text)).toEqual(expected)
  expect(split(...text)).toEqual(expected)
})

test("how the text was cut makes no difference, and without tags nothing is lost", () => {
  const words = fc.array(fc.constantFrom("<think>", "</think>", "<", "think", " ", "\n", "a{b}"))
  fc.assert(
    fc.property(words, (given) => {
      const text = given.join("")
      const cut = split(...given)
      expect(cut).toEqual(split(text))
      if (!text.trimStart().startsWith("<think>")) expect(cut).toEqual({ thought: "", text })
    }),
    { seed: 7, numRuns: 1000 },
  )
})
