import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { ModelReply } from "../../model/seam/model.ts"
import type { Control } from "./control.ts"
import { envelopePanel, separatePanel } from "./panel.ts"
import { readAnswer } from "./read-answer.ts"

const Word = z.object({ word: z.string().min(2) })
const word: Control<z.infer<typeof Word>> = { name: "word", version: 1, description: "A word.", input: Word }
const other: Control<unknown> = { name: "other", version: 1, description: "Another.", input: z.object({}) }
const apart = { control: word, panel: separatePanel([word, other]) }
const together = { control: word, panel: envelopePanel("both", "Both.", [word, other]) }

function reply(part: Partial<ModelReply>): ModelReply {
  return { text: "", calls: [], usage: { prompt: 0, completion: 0, cached: 0 }, finish: "stop", ...part }
}
const call = (name: string, input: string) => ({ id: "c1", name, arguments: input })

describe("readAnswer", () => {
  it("takes the call that was asked for and drops every other", () => {
    const wanted = call("word", '{"word":"yes"}')
    const reading = readAnswer(apart, reply({ text: "Here:", calls: [call("other", "{}"), wanted], finish: "calls" }))
    expect(reading).toEqual({
      kind: "valid",
      value: { word: "yes" },
      others: {},
      reply: { role: "assistant", text: "Here:", calls: [wanted] },
    })
  })

  it("takes what is whole though the reply was cut off behind it", () => {
    const made = { calls: [call("word", '{"word":"yes"}')], finish: "length" } as const
    expect(readAnswer(apart, reply(made))).toMatchObject({ kind: "valid", value: { word: "yes" } })
    const said = { text: '{"word":"yes"} And so on, and so on, and', finish: "length" } as const
    expect(readAnswer(apart, reply(said))).toMatchObject({ kind: "valid", value: { word: "yes" } })
  })

  it("knows that forcing was not honoured where prose came, whatever ended it", () => {
    const prose = readAnswer(apart, reply({ text: "Sure! Let me think about", finish: "length" }))
    expect(prose).toMatchObject({ kind: "unforced" })
  })

  it("takes its part of an envelope and hands on the others unread", () => {
    const made = call("both", '{"word":{"word":"yes"},"other":7}')
    expect(readAnswer(together, reply({ calls: [made] }))).toEqual({
      kind: "valid",
      value: { word: "yes" },
      others: { other: 7 },
      reply: { role: "assistant", text: "", calls: [made] },
    })
  })

  it("takes a control that is called by its own name for its part of the envelope", () => {
    const made = call("word", '{"word":"yes","other":7}')
    expect(readAnswer(together, reply({ calls: [call("third", "{}"), made] }))).toEqual({
      kind: "valid",
      value: { word: "yes" },
      others: { other: 7 },
      reply: { role: "assistant", text: "", calls: [call("both", '{"word":{"word":"yes"},"other":7}')] },
    })
  })

  it.each<[string, Partial<ModelReply>, string]>([
    [
      "cut off",
      { calls: [call("word", '{"word":"ye')], finish: "length" },
      "the reply was cut off by the length limit; answer in fewer words",
    ],
    [
      "cut off in the middle of its JSON",
      { text: 'Well: {"word":"ye', finish: "length" },
      "the reply was cut off by the length limit; answer in fewer words",
    ],
    ["refused", { finish: "refused" }, "the reply was refused; answer with what can be said"],
    ["empty", { text: " \n" }, "the reply was empty"],
    [
      "does not fit",
      { calls: [call("word", '{"word":"y"}')] },
      "word: Too small: expected string to have >=2 characters",
    ],
    ["not an object", { calls: [call("word", "7")] }, "(whole): Invalid input: expected object, received number"],
  ])("says what is wrong: %s", (_name, part, issue) => {
    expect(readAnswer(apart, reply(part))).toEqual({ kind: "invalid", issues: [issue] })
  })

  it.each<[string, Partial<ModelReply>, string]>([
    [
      "another call",
      { calls: [call("other", "{}"), call("third", "{}")] },
      "other, third can't be called now, only word",
    ],
    ["text", { text: "yes" }, "the reply was text; put it into a call of word"],
  ])("tells that nothing was forced: %s", (_name, part, issue) => {
    expect(readAnswer(apart, reply(part))).toEqual({ kind: "unforced", issues: [issue] })
  })

  it("takes JSON in a text, wrapped or not, and writes it into the transcript always the same way", () => {
    const text = (json: string) => ({
      kind: "valid",
      value: { word: "yes" },
      others: {},
      reply: { role: "assistant", text: json, calls: [] },
    })
    expect(readAnswer(apart, reply({ text: 'Here: {"word": "yes",}' }))).toEqual(text('{"word":"yes"}'))
    expect(readAnswer(together, reply({ text: '```json\n{"word":{"word":"yes"}}\n```' }))).toEqual(
      text('{"word":{"word":"yes"}}'),
    )
    expect(readAnswer(together, reply({ text: '{"word":"yes"}' }))).toMatchObject({ kind: "invalid" })
  })

  it("mends nothing where arguments of tools are at stake", () => {
    const exact = { ...apart, control: { ...apart.control, exact: true } }
    expect(readAnswer(exact, reply({ text: '{"word": "yes",}' }))).toEqual({
      kind: "invalid",
      issues: ["the reply is not strict JSON: mind quotes, commas and the end"],
    })
    expect(readAnswer(exact, reply({ text: 'So: {"word": "yes"}' }))).toMatchObject({ kind: "valid" })
  })

  it("says where JSON breaks off, and which part of an envelope is missing", () => {
    expect(readAnswer(apart, reply({ calls: [call("word", '{"word":')] }))).toEqual({
      kind: "invalid",
      issues: [expect.stringMatching(/^the arguments of word are not valid JSON \(.+\)$/)],
    })
    expect(readAnswer(together, reply({ calls: [call("both", '{"other":{}}')] }))).toEqual({
      kind: "invalid",
      issues: ["word is due and missing"],
    })
    expect(readAnswer(together, reply({ calls: [call("both", "null")] }))).toEqual({
      kind: "invalid",
      issues: ["word is due and missing"],
    })
  })

  it("hears the caller's own check last", () => {
    const check = ({ word: said }: { word: string }) => (said === "no" ? ["not that word"] : [])
    const made = (said: string) => reply({ calls: [call("word", JSON.stringify({ word: said }))] })
    expect(readAnswer({ ...apart, check }, made("no"))).toEqual({ kind: "invalid", issues: ["not that word"] })
    expect(readAnswer({ ...apart, check }, made("yes")).kind).toBe("valid")
  })
})
