import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { extractJson } from "./extract-json.ts"

const VALUE = { word: "it's {here}", list: [1, 2] }
const JSON_TEXT = JSON.stringify(VALUE)

describe("JSON in a text", () => {
  it.each([
    ["alone", JSON_TEXT],
    ["in a fence", `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ["with prose around it", `Sure! Here it is: ${JSON_TEXT}\nI hope that helps {smile}.`],
    ["in tags", `<answer>${JSON_TEXT}</answer>`],
    ["after thinking aloud", `<think>maybe {"word": ...}?</think>\n${JSON_TEXT}`],
  ])("%s is taken as it is", (_name, text) => {
    expect(extractJson(text)).toEqual({ value: VALUE, repaired: false, cut: false })
  })

  it.each([
    ["trailing commas", '{"a": 1, "b": [1, 2,],}', { a: 1, b: [1, 2] }],
    ["single quotes", "{'a': 'x', 'b': 2}", { a: "x", b: 2 }],
    ["bare keys and comments", '{a: 1, // one\n b: "x"}', { a: 1, b: "x" }],
  ])("%s are repaired, and it says so", (_name, text, value) => {
    expect(extractJson(text)).toEqual({ value, repaired: true, cut: false })
  })

  it("closes a cut-off end, and says that it was cut", () => {
    expect(extractJson('{"a": 1, "b": ["x", "y')).toEqual({ value: { a: 1, b: ["x", "y"] }, repaired: true, cut: true })
  })

  it("finds nothing where there is nothing", () => {
    expect(extractJson("I would rather not.")).toBeUndefined()
    expect(extractJson("[1, 2]")).toBeUndefined()
    expect(extractJson("")).toBeUndefined()
  })

  it("finds any object between any prose without brackets", () => {
    const prose = fc.string().map((text) => text.replace(/[{}[\]"'`]/g, " "))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), prose, prose, (value, before, after) => {
        const plain = JSON.parse(JSON.stringify(value))
        expect(extractJson(`${before} ${JSON.stringify(value)} ${after}`)).toEqual({
          value: plain,
          repaired: false,
          cut: false,
        })
      }),
      { seed: 20261115, numRuns: 500 },
    )
  })
})
