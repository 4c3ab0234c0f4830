import { afterEach, describe, expect, it, vi } from "vitest"
import { openAICompatible } from "../../src/model/openai-compatible.ts"
import { readReply } from "../../src/model/seam/read-reply.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { someOf } from "../sample.ts"
import { modelRequest } from "../support/model-requests.ts"
import { called, delta, forever, type Pieces, runAt, said, sse, wildEndpoint } from "./wild-endpoint.ts"

const MB = 2 ** 20
/** Of two attempts, with what lies in the buffers of the system: a reply by its words, and one that consists of protocol. */
const FEW = 12 * MB
const MANY = 48 * MB
/** Makes few events of many bytes. */
const PADDING = "x".repeat(4000)
/** Words without an end that never say the same: what goes in circles is stopped sooner. */
function* rambling(said: (words: string) => string, often = 20): Generator<string> {
  for (let n = 0; ; n++) yield said(Array.from({ length: often }, (_, index) => `lorem ${n * often + index} `).join(""))
}

/** The price of a dear model: fifteen dollars for a million tokens of output. */
const PRICE = { prompt: 3, completion: 15 }

const anthropic = (part: object) =>
  `event: content_block_delta\n${sse({ type: "content_block_delta", index: 0, delta: part })}`
const ANTHROPIC_START = `event: message_start\n${sse({
  type: "message_start",
  message: { id: "m", model: "m", role: "assistant", content: [], usage: { input_tokens: 5, output_tokens: 1 } },
})}event: content_block_start\n${sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } })}`

function* startingWith(start: string, rest: Iterable<string>): Generator<string> {
  yield start
  yield* rest
}

/** Calls without end, each under an index of its own. */
function* endlessCalls(name: string): Generator<string> {
  for (let index = 0; ; index++)
    yield delta({ tool_calls: [{ index, id: `c${index}`, type: "function", function: { name, arguments: "{}" } }] })
}

/** What is bad ends the run here and now, instead of being made good by what follows. */
const LITERAL = { literal: true } as const

describe("replies without end", () => {
  const openCall = delta({
    tool_calls: [{ index: 0, id: "c", type: "function", function: { name: "list_files", arguments: "{" } }],
  })
  const moreOfIt = delta({ tool_calls: [{ index: 0, function: { arguments: "lorem ipsum ".repeat(20) } }] })
  const ENDLESS: readonly [string, Pieces, number, string?][] = [
    ["text", () => rambling((content) => delta({ content })), FEW],
    ["text in large pieces", () => rambling((content) => delta({ content }), 8000), FEW],
    ["thoughts", () => rambling((reasoning_content) => delta({ reasoning_content })), FEW],
    [
      "thoughts in tags",
      () =>
        startingWith(
          delta({ content: "<think>" }),
          rambling((content) => delta({ content })),
        ),
      FEW,
    ],
    ["arguments", () => startingWith(openCall, forever(moreOfIt)), FEW],
    ["calls", () => endlessCalls("list_files"), FEW],
    ["calls with a name of a megabyte", () => endlessCalls("x".repeat(100_000)), FEW],
    ["one line", () => startingWith("data: {", forever(" ".repeat(65_536))), FEW],
    ["one comment", () => startingWith(": ", forever("-".repeat(65_536))), FEW],
    ["keep-alive comments", () => forever(": keep-alive\n\n".repeat(1000)), MANY],
    ["lines without an event", () => forever("data: 1\n".repeat(1000)), MANY],
    ["events without content", () => forever(delta({ content: "", padding: PADDING })), MANY],
    ["blank lines", () => forever("\n".repeat(65_536)), MANY],
    [
      "Anthropic's text",
      () =>
        startingWith(
          ANTHROPIC_START,
          rambling((text) => anthropic({ type: "text_delta", text })),
        ),
      FEW,
      "anthropic:claude-x",
    ],
    [
      "Anthropic's pings",
      () => startingWith(ANTHROPIC_START, forever(`event: ping\n${sse({ type: "ping", padding: PADDING })}`)),
      MANY,
      "anthropic:claude-x",
    ],
    [
      "Gemini's text",
      () => rambling((text) => sse({ candidates: [{ content: { parts: [{ text }] } }] })),
      FEW,
      "google:gemini-x",
    ],
  ]

  it.each(someOf("endless replies", 7, ENDLESS))(
    "%s: cut, tried once more, and said",
    async (_name, pieces, mostBytes, provider = "openai-compatible:m") => {
      const endpoint = await wildEndpoint(pieces)
      const { outcome, reason, usage } = await runAt(endpoint, { provider, window: 16_384 })
      expect({ outcome, reason }).toEqual({
        outcome: "failed",
        reason: expect.stringMatching(/it was cut.*after 2 attempts/),
      })
      expect(endpoint.heard).toHaveLength(2)
      expect(endpoint.sent).toBeLessThan(mostBytes)
      expect(usage.calls).toBeLessThanOrEqual(1)
    },
  )

  it("a whole JSON document instead of a stream is read no further than a line may go", async () => {
    const endpoint = await wildEndpoint(() => startingWith('{"choices":[', forever(`${" ".repeat(65_536)}`)), {
      type: "application/json",
    })
    const { outcome, reason } = await runAt(endpoint, { window: 16_384 })
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringContaining("not with a stream") })
    expect(endpoint.sent).toBeLessThan(16 * MB)
  })

  it.each([400, 401, 404, 500])("the body of an error (%i) is read no further than anybody needs", async (status) => {
    const endpoint = await wildEndpoint(() => forever("x".repeat(65_536)), { status, type: "text/plain" })
    const model = openAICompatible({ name: "m", baseUrl: endpoint.url, retries: 0 })
    const reply = readReply(model, modelRequest(), new AbortController().signal)
    await expect(reply).rejects.toMatchObject({ name: "ModelError", status })
    expect(endpoint.sent).toBeLessThan(8 * MB)
  })

  it("one character now and then is no progress for ever", async () => {
    const endpoint = await wildEndpoint(async function* () {
      for (;;) {
        yield delta({ content: "x" })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
    const timeouts = { firstByteMs: 30_000, idleMs: 50 }
    const model = openAICompatible({ name: "m", baseUrl: endpoint.url, retries: 0, timeouts })
    const reply = readReply(model, modelRequest(), new AbortController().signal)
    await expect(reply).rejects.toMatchObject({ kind: "timeout" })
  })
})

describe("limits of a run while a reply comes", () => {
  afterEach(() => vi.useRealTimers())

  it("money: a server that ignores the limit on output is stopped at the run's", async () => {
    const endpoint = await wildEndpoint(() => rambling((content) => delta({ content })))
    const { outcome, reason, usage } = await runAt(endpoint, { limits: { max_cost: 0.3 }, price: PRICE })
    expect({ outcome, reason }).toEqual({ outcome: "incomplete", reason: expect.stringContaining("0.3") })
    expect(usage.cost).toBeLessThan(0.3 * 1.02)
    expect(usage.cost).toBeGreaterThan(0.3 * 0.7)
  })

  it("tokens: the same, attempts that came to nothing included", async () => {
    const endpoint = await wildEndpoint(() => rambling((reasoning_content) => delta({ reasoning_content })))
    const { outcome, usage, events } = await runAt(endpoint, { limits: { max_completion_tokens: 20_000 } })
    expect(outcome).toBe("incomplete")
    expect(usage.completion).toBeLessThan(20_000 * 1.02)
    expect(events("limit.reached")).toMatchObject([{ limit: "max_completion_tokens" }])
    expect(events("model.called").every(({ lost }) => lost)).toBe(true)
  })

  it("time: a reply without an end is stopped when the run's time is over, and counts", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] })
    const endpoint = await wildEndpoint(function* (n) {
      if (n > 0) return yield* said("That is how far it came.")
      for (let pieces = 0; ; pieces++) {
        yield delta({ content: `word ${pieces} ` })
        if (pieces === 500) vi.advanceTimersByTime(3_700_000)
      }
    })
    const { outcome, reason, message, events } = await runAt(endpoint)
    expect({ outcome, reason }).toEqual({ outcome: "incomplete", reason: expect.stringContaining("time limit") })
    expect(message).toContain("That is how far it came.")
    expect(events("model.called")[0]).toMatchObject({ lost: true })
  })

  it("a run that was stopped so goes on with a higher limit", async () => {
    const endpoint = await wildEndpoint((n) => (n < 2 ? rambling((content) => delta({ content })) : said("Hello.")))
    const { outcome, message } = await runAt(endpoint, {
      limits: { max_completion_tokens: 20_000 },
      resumeWith: { max_completion_tokens: 100_000 },
    })
    expect([outcome, message]).toEqual(["done", expect.stringContaining("Hello.")])
  })

  it.each([
    ["openai-compatible:m", "max_tokens"],
    ["openai:gpt-5", "max_output_tokens"],
    ["openai-chat:gpt-5", "max_completion_tokens"],
    ["azure:gpt-5", "max_output_tokens"],
    ["anthropic:claude-x", "max_tokens"],
    ["google:gemini-x", "maxOutputTokens"],
    ["mistral:m", "max_tokens"],
    ["deepseek:m", "max_tokens"],
    ["xai:m", "max_output_tokens"],
    ["groq:m", "max_tokens"],
    ["bedrock:m", "maxTokens"],
  ])("%s is always sent a limit on output", async (provider, field) => {
    const endpoint = await wildEndpoint(() => [], { status: 400, type: "application/json" })
    await runAt(endpoint, { provider, window: 16_384 })
    const limit = Number(endpoint.heard[0]?.words.match(new RegExp(`"${field}":(\\d+)`))?.[1])
    expect(limit).toBeGreaterThan(3000)
    expect(limit).toBeLessThan(16_384)
  })
})

describe("too many calls in one reply", () => {
  const looks = (count: number) =>
    called(
      Array.from({ length: count }, (_, n) => ({ name: "read_file", input: `{"path":"a.txt","from_line":${n + 1}}` })),
    )

  it.each([33, 308, 5000])("of %i calls 32 run, and the model is told so", async (count) => {
    const endpoint = await wildEndpoint((n) => (n === 0 ? looks(count) : said("Done.")))
    const { outcome, events } = await runAt(endpoint)
    expect(outcome).toBe("done")
    expect(events("task.started")).toHaveLength(32)
    expect(events("calls.cut")).toEqual([{ type: "calls.cut", stage: "turn-1", kept: 32, of: count }])
    const told = endpoint.heard[1]?.words ?? ""
    expect(told).toContain(`Not run: your reply had ${count} calls and only the first 32 ran`)
    expect(told.match(/"role":"tool"/g)?.length).toBe(Math.min(count, 64))
  })

  it("calls that are all alike raise an alarm", async () => {
    const same = Array.from({ length: 200 }, () => ({ name: "list_files", input: "{}" }))
    const endpoint = await wildEndpoint((n) => (n === 0 ? called(same) : said("Done.")))
    const { events } = await runAt(endpoint)
    expect(events("reflection.raised")).toMatchObject([{ detector: "repeated_call" }])
  })

  it("32 run as before", async () => {
    const endpoint = await wildEndpoint((n) => (n === 0 ? looks(32) : said("Done.")))
    const { outcome, events } = await runAt(endpoint)
    expect([outcome, events("task.started").length, events("calls.cut")]).toEqual(["done", 32, []])
  })
})

describe("JSON that breaks whoever walks through it", () => {
  const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`

  it.each([
    ["lists", `{"path":${lists(200_000)}}`],
    ["lists without an end", `{"path":${"[".repeat(200_000)}`],
    ["objects", objects(60_000)],
    ["a hundred and one levels", lists(101)],
    ["no object at all", lists(5000)],
  ])("arguments: %s go back as a bad call", async (_name, input) => {
    const endpoint = await wildEndpoint((n) => (n === 0 ? called([{ name: "read_file", input }]) : said("Done.")))
    const { outcome, message, events } = await runAt(endpoint, LITERAL)
    expect([outcome, message]).toEqual(["done", expect.stringContaining("Done.")])
    expect(events("task.ended")).toMatchObject([{ status: "refused" }])
    expect(endpoint.heard[1]?.words.length).toBeLessThan(100_000)
  })

  it.each([
    ["a call", (input: string) => called([{ name: "request_analyser", input }])],
    ["a text", (input: string) => said(input)],
    ["a text with a fence", (input: string) => said(`Here:\n\`\`\`json\n${input}\n\`\`\``)],
  ])("a control in %s: a bad answer, asked for again", async (_name, answer) => {
    const endpoint = await wildEndpoint(() => answer(`{"core_goal":${lists(100_000)}}`))
    const { outcome, reason, events } = await runAt(endpoint, { strategy: phased, ...LITERAL })
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringContaining("request_analyser") })
    expect(reason).not.toContain("internal error")
    expect(events("plan.rejected").length).toBeGreaterThan(1)
  })

  it.each([
    ["a fence that is never closed", `\`\`\`${"\n".repeat(60_000)}{`],
    ["a fence with a long word", `\`\`\`${"a".repeat(60_000)}{`],
    ["ten thousand things that look like objects", "{x} ".repeat(10_000)],
    ["quotes without an end", `{"${"\\".repeat(60_001)}`],
  ])(
    "a control in a text of %s is read in no time",
    async (_name, text) => {
      const endpoint = await wildEndpoint(() => said(text))
      const { outcome, reason } = await runAt(endpoint, { strategy: phased, ...LITERAL })
      expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringContaining("request_analyser") })
    },
    20_000,
  )

  it("arguments that come as objects, as Gemini's do", async () => {
    const args = `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"read_file","args":${objects(50_000)}}}]}}]}`
    const endpoint = await wildEndpoint(() => [`data: ${args}\n\n`])
    const { outcome, reason } = await runAt(endpoint, { provider: "google:gemini-x" })
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringContaining("levels deep") })
    expect(endpoint.heard).toHaveLength(2)
  })
})

/** A first word without a call is told how to end; what is said then is the answer. */
const SAID_TWICE = 2

describe("wrong figures of usage", () => {
  const WRONG: readonly (readonly [string, unknown])[] = [
    ["a word", "many"],
    ["a number", 7],
    ["a list", [1, 2]],
    ["texts", { prompt_tokens: "12", completion_tokens: "3", total_tokens: "15" }],
    ["a text for the sum", { prompt_tokens: 12, completion_tokens: 3, total_tokens: "fifteen" }],
    ["negative", { prompt_tokens: -12, completion_tokens: -3, total_tokens: -15 }],
    ["beyond any model", { prompt_tokens: 1e8, completion_tokens: 9e8, total_tokens: 1e9 }],
    ["beyond any number", { prompt_tokens: 1e300, completion_tokens: 1e308, total_tokens: 1e308 }],
    ["lists inside", { prompt_tokens: [12], completion_tokens: { a: 1 }, total_tokens: true }],
    ["wrong details", { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15, prompt_tokens_details: "none" }],
    [
      "wrong figures in details",
      { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15, prompt_tokens_details: { cached_tokens: "all" } },
    ],
    ["nothing at all", {}],
  ]
  it.each(WRONG)("%s: the reply counts, by estimate", async (_name, usage) => {
    const endpoint = await wildEndpoint(() => said("Hello there, all of you.", usage))
    const result = await runAt(endpoint)
    expect([result.outcome, endpoint.heard.length]).toEqual(["done", SAID_TWICE])
    expect(result.usage.completion).toBeGreaterThan(0)
    expect(result.usage.completion).toBeLessThan(20 * SAID_TWICE)
    expect(result.usage.prompt).toBeGreaterThan(0)
    expect(result.usage.prompt).toBeLessThan(20_000)
  })

  const words = [
    `event: content_block_delta\n${sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello." } })}`,
    `event: content_block_stop\n${sse({ type: "content_block_stop", index: 0 })}`,
  ]
  it.each([
    ["texts", { input_tokens: "5", output_tokens: "3" }],
    ["negative", { input_tokens: -5, output_tokens: -1 }],
    ["a word", "many"],
  ])("Anthropic's: %s", async (_name, usage) => {
    const start = ANTHROPIC_START.replace('{"input_tokens":5,"output_tokens":1}', JSON.stringify(usage))
    const end = `event: message_delta\n${sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage })}event: message_stop\n${sse({ type: "message_stop" })}`
    const endpoint = await wildEndpoint(() => [start, ...words, end])
    const result = await runAt(endpoint, { provider: "anthropic:claude-x" })
    expect([result.outcome, endpoint.heard.length]).toEqual(["done", SAID_TWICE])
    expect(result.usage.completion).toBeGreaterThan(0)
  })

  it.each([
    ["texts", { promptTokenCount: "5", candidatesTokenCount: "3" }],
    ["a word", "many"],
  ])("Gemini's: %s", async (_name, usageMetadata) => {
    const candidates = [{ content: { parts: [{ text: "Hello." }] }, finishReason: "STOP" }]
    const endpoint = await wildEndpoint(() => [sse({ candidates, usageMetadata })])
    const result = await runAt(endpoint, { provider: "google:gemini-x" })
    expect([result.outcome, endpoint.heard.length]).toEqual(["done", SAID_TWICE])
  })

  it("a piece that is not in the protocol is said in words, and not paid for five times", async () => {
    const endpoint = await wildEndpoint(() => [sse({ choices: "none" })])
    const { outcome, reason } = await runAt(endpoint)
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringContaining("not in its own format") })
    expect(reason).not.toMatch(/invalid_|expected|path/)
    expect(endpoint.heard).toHaveLength(2)
  })
})

describe("honest replies that are long or slow", () => {
  const chunks = (field: string, tokens: number) =>
    Array.from({ length: tokens }, (_, n) => delta({ [field]: n % 9 === 0 ? `\nword${n}` : ` word${n}` }))
  const whole = (...parts: readonly string[]) => [...parts, delta({}, "stop"), "data: [DONE]\n\n"]

  it("an answer of 6,000 tokens", async () => {
    const endpoint = await wildEndpoint(() => whole(...chunks("content", 6000)))
    const { outcome, message } = await runAt(endpoint)
    expect([outcome, message.match(/word/g)?.length]).toEqual(["done", 6000])
  })

  it("10,000 tokens of thought before the answer, with a limit on money too", async () => {
    const endpoint = await wildEndpoint(() =>
      whole(...chunks("reasoning_content", 10_000), delta({ content: "Hello." })),
    )
    for (const limits of [{}, { max_cost: 5 }]) {
      const { outcome, message } = await runAt(endpoint, { limits, price: PRICE })
      expect([outcome, message]).toEqual(["done", expect.stringContaining("Hello.")])
    }
  })

  it("a file of 100 KB written in one call", async () => {
    const content = "A line of a file that is rather long.\n".repeat(2700)
    const input = JSON.stringify({ path: "b.txt", content })
    const endpoint = await wildEndpoint((n) => (n === 0 ? called([{ name: "write_file", input }]) : said("Done.")))
    const { outcome, events } = await runAt(endpoint)
    expect([outcome, events("task.ended")[0]?.status]).toEqual(["done", "done"])
  })

  it("lines that come byte by byte, with any line break", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = [...said("Hello, 世界.", { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 })]
        .join("")
        .replaceAll("\n", end)
      const endpoint = await wildEndpoint(() => [...text])
      const { outcome, message, usage } = await runAt(endpoint)
      expect([outcome, message, usage.prompt]).toEqual([
        "done",
        expect.stringContaining("Hello, 世界."),
        12 * SAID_TWICE,
      ])
    }
  })
})
