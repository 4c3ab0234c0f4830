import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import { assistant, SEEDED, tool, transcript, user } from "../../../test/support/transcript-fixture.ts"
import { toCallOptions, toPrompt } from "./wire.ts"

const call = { id: "a", name: "read", arguments: '{ "path": "x" }' }
const TOOLS = [{ name: "plan", description: "Plans.", schema: { type: "object" } }]
const STYLE = { modelId: "p:own" }
const TALK = [user("go"), assistant("", call), tool("a", "A")]

describe("toPrompt", () => {
  test.each([
    [undefined, '{ "path": "x" }'],
    ["object" as const, { path: "x" }],
  ])("arguments as %s", (argumentsAs, input) => {
    expect(toPrompt({ messages: TALK, tools: TOOLS }, { ...STYLE, argumentsAs })).toEqual([
      { role: "user", content: [{ type: "text", text: "go" }] },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "read", input }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "a", toolName: "read", output: { type: "text", value: "A" } }],
      },
    ])
  })

  test("ids of nine letters and digits where they must be, the same for call and result", () => {
    const style = { ...STYLE, callIds: "nine" as const }
    const sent = JSON.stringify(toPrompt({ messages: TALK, tools: TOOLS }, style))
    const [first, second] = [...sent.matchAll(/"toolCallId":"([a-z0-9]{9})"/g)].map((found) => found[1])
    expect(first).toBeDefined()
    expect(second).toBe(first)
  })

  test("the request's shape wins over the endpoint's, where it says something", () => {
    const messages = [{ role: "system" as const, text: "Rules." }, ...TALK, user("next")]
    const style = { ...STYLE, shape: { alternation: "strict" as const } }
    const shape = { systemRole: false, alternation: undefined }
    const roles = toPrompt({ messages, tools: TOOLS, shape }, style).map(({ role }) => role)
    expect(roles).toEqual(["user", "assistant", "tool"])
  })

  test("opaque parts go back verbatim to the model that made them, and to no other", () => {
    fc.assert(
      fc.property(transcript, (messages) => {
        const sent = JSON.stringify(toPrompt({ messages, tools: TOOLS }, STYLE))
        const strange = JSON.stringify(toPrompt({ messages, tools: TOOLS }, { modelId: "p:third" }))
        expect(sent).not.toContain("p:other")
        expect(strange).not.toContain('"reasoning"')
        expect(strange).not.toContain("providerOptions")
      }),
      SEEDED,
    )
    const metadata = { model: "p:own", provider: { p: { signature: "s" } } }
    const own = {
      role: "assistant" as const,
      text: "t",
      calls: [{ ...call, opaque: metadata }],
      opaque: [{ text: "hm", metadata }],
    }
    expect(toPrompt({ messages: [user("go"), own], tools: TOOLS }, STYLE)[1]?.content).toEqual([
      { type: "reasoning", text: "hm", providerOptions: { p: { signature: "s" } } },
      { type: "text", text: "t" },
      {
        type: "tool-call",
        toolCallId: "a",
        toolName: "read",
        input: call.arguments,
        providerOptions: { p: { signature: "s" } },
      },
    ])
  })
})

describe("toCallOptions", () => {
  test.each([
    [{ kind: "auto" }, { type: "auto" }],
    [{ kind: "none" }, { type: "none" }],
    [{ kind: "required" }, { type: "required" }],
    [
      { kind: "named", name: "plan" },
      { type: "tool", toolName: "plan" },
    ],
  ] as const)("choice %j", (choice, toolChoice) => {
    const request = modelRequest({ messages: [user("go")], tools: TOOLS, choice, maxOutputTokens: 5 })
    expect(toCallOptions(request, STYLE)).toEqual({
      prompt: [{ role: "user", content: [{ type: "text", text: "go" }] }],
      tools: [{ type: "function", name: "plan", description: "Plans.", inputSchema: { type: "object" } }],
      toolChoice,
      maxOutputTokens: 5,
    })
  })

  test("a format comes with its schema, and without tools there is no choice", () => {
    const format = { name: "plan", schema: { type: "object" } }
    const { prompt: _prompt, ...options } = toCallOptions(modelRequest({ format }), STYLE)
    expect(options).toEqual({ responseFormat: { type: "json", ...format } })
  })

  test("tools say that they are not strict where silence means that they are", () => {
    const request = modelRequest({ tools: TOOLS })
    expect(toCallOptions(request, { ...STYLE, strictTools: false }).tools).toMatchObject([{ strict: false }])
  })
})
