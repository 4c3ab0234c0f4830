import type { LanguageModelV4ToolChoice } from "@ai-sdk/provider"
import { describe, expect, test } from "vitest"
import { ANSWER, closeAfterEach, FORMAT, JUDGE, obedient, PLAN, result, start, system, user } from "./fixture.ts"
import { ask, generate, said } from "./hearing/fixture.ts"
import { type EmulatorKind, KINDS } from "./kinds.ts"
import type { HeardRequest } from "./mind.ts"

closeAfterEach()

const ALL = Object.keys(KINDS) as EmulatorKind[]
const MODES = [
  ["streamed", ask],
  ["in one piece", generate],
] as const
/** The strongest choice that each kind honours without further ado. */
const STRONGEST: Partial<Record<EmulatorKind, LanguageModelV4ToolChoice>> = {
  llamacpp: { type: "required" },
  lmStudio: { type: "required" },
  mistral: { type: "required" },
}
const NAMED: LanguageModelV4ToolChoice = { type: "tool", toolName: "plan" }
const QUIET = { quirks: { thinkingOn: false, requiredIgnored: false, namedIgnored: false } }

describe.each(ALL)("%s", (kind) => {
  const choice = STRONGEST[kind] ?? NAMED

  test.each(MODES)("text, %s", async (_, hear) => {
    const { model, emulator } = await start(kind, {
      mind: () => ({ text: "Hello there, this is a longer sentence." }),
      ...QUIET,
    })
    const { text, finish, usage, errors } = await hear(model, { prompt: [system("Be kind."), user("Hi")] })
    expect({ text, finish, errors }).toEqual({
      text: "Hello there, this is a longer sentence.",
      finish: "stop",
      errors: [],
    })
    expect(usage.inputTokens.total).toBeGreaterThan(0)
    expect(usage.outputTokens.total).toBeGreaterThan(0)
    expect(emulator.requests).toHaveLength(1)
  })

  test.each(MODES)("a forced call, %s", async (_, hear) => {
    const { model } = await start(kind, QUIET)
    const { calls, finish } = await hear(model, { tools: [PLAN, JUDGE], toolChoice: choice })
    expect(calls).toEqual([{ id: expect.any(String), name: "plan", input: expect.any(String) }])
    expect(JSON.parse(calls[0]?.input ?? "")).toEqual({ ...ANSWER, goal: "it's done: plan" })
    expect(finish).toBe("tool-calls")
  })

  test.each(MODES)("several calls, %s", async (_, hear) => {
    const mind = () => ({
      text: "Both.",
      calls: [
        { name: "plan", input: { a: 1 } },
        { name: "judge", input: { b: 2 } },
      ],
    })
    const { model } = await start(kind, { mind, ...QUIET })
    const { calls, text } = await hear(model, { tools: [PLAN, JUDGE] })
    expect(text).toBe("Both.")
    expect(calls.map(({ name, input }) => [name, JSON.parse(input)])).toEqual([
      ["plan", { a: 1 }],
      ["judge", { b: 2 }],
    ])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  test.each(MODES)("a schema, %s", async (_, hear) => {
    const { model } = await start(kind, QUIET)
    const { text } = await hear(model, { responseFormat: FORMAT })
    expect(JSON.parse(text)).toMatchObject({ steps: 2 })
  })

  test("the transcript reaches the mind whole", async () => {
    const seen: HeardRequest[] = []
    const mind = (asked: HeardRequest) => {
      seen.push(asked)
      return obedient(asked)
    }
    const { model } = await start(kind, { mind, ...QUIET })
    const first = [system("Be kind."), user("Plan it.")]
    const heard = await ask(model, { prompt: first, tools: [PLAN], toolChoice: choice })
    const callId = heard.calls[0]?.id ?? ""
    await ask(model, { prompt: [...first, said(heard), result(callId)], tools: [PLAN] })
    expect(seen[1]?.messages).toMatchObject([
      { role: "system", text: "Be kind." },
      { role: "user", text: "Plan it." },
      {
        role: "assistant",
        text: "",
        calls: [{ id: callId, name: "plan", arguments: heard.calls[0]?.input }],
        reasoning: [],
      },
      { role: "tool", callId, text: expect.stringContaining("fine") },
    ])
    expect(seen[1]).toMatchObject({ choice: "auto", tools: [{ name: "plan", description: "Make a plan." }] })
  })
})
