import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { someOf } from "../sample.ts"
import { env } from "../support/emulated-fixture.ts"
import { ableMind } from "../support/emulators/able-mind.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"
import type { Mind } from "../support/emulators/mind.ts"
import type { Quirks } from "../support/emulators/quirks.ts"
import { type Place, place } from "./keelson.ts"
import { onTerminal } from "./terminal.ts"

type Row = { check: string; level: string; result: string; consequence: string }
type Case = [model: string, kind: EmulatorKind, quirks: Quirks, learned: object, rows: Partial<Record<string, RegExp>>]

const able = ableMind()
/** It does the tiny jobs right. */
const ABLE = { ability: { plan: 1, edit: 1, judge: 1 } }
const NAMED = "named tool choice"
const REQUIRED = "required tool choice"
const TURNS = "user after a result"

const CASES: Case[] = [
  [
    "ollama:qwen3:8b",
    "ollama",
    { contextSize: 4096 },
    { rungs: ["schema", "text"], contextWindow: 4096, server: "ollama" },
    {
      [NAMED]: /ignored, 0 of 3 times; not tried/,
      [REQUIRED]: /ignored/,
      "JSON schema": /works.*starts on the schema rung/,
      "context window": /4096 tokens, says the server.*kept below that$/,
    },
  ],
  [
    "llamacpp:local",
    "llamacpp",
    { contextSize: 8192, strictAlternation: 500, userAfterToolRefused: true },
    { rungs: ["schema", "required", "text"], contextWindow: 8192, alternation: "strict", server: "llamacpp" },
    { [NAMED]: /ignored/, [REQUIRED]: /works.*when the schema rung fails/, [TURNS]: /refused.*goes into the result/ },
  ],
  [
    "deepseek:deepseek-v4-pro",
    "deepseekLike",
    {},
    { rungs: ["named", "required", "schema", "text"], thinkingOff: true },
    { [NAMED]: /works without thinking.*starts on the named rung/, thinking: /on, can be switched off.*forced/ },
  ],
  [
    "minimax:MiniMax-M2",
    "deepseekLike",
    {},
    { rungs: ["schema", "text"], thinkingOff: false },
    { [NAMED]: /refused while it thinks.*not tried/, thinking: /on, stays on.*calls are not forced/ },
  ],
  [
    "anthropic:claude-sonnet-4-6",
    "anthropicMessages",
    {},
    { rungs: ["named", "required", "schema", "text"] },
    { [NAMED]: /works/, "prompt cache": /\d+ of \d+ tokens/, "context window": /200000 tokens, says the table/ },
  ],
  [
    "openai:gpt-5.1",
    "openaiResponses",
    { thinkingOn: true },
    { rungs: ["named", "required", "schema", "text"] },
    { [NAMED]: /works/, thinking: /on, can be switched off.*not in the way/, streaming: /pieces/ },
  ],
  [
    "openai-compatible:odd",
    "openaiChat",
    { systemRefused: true, toolsRefused: true, schemaIgnored: true, noUsage: true },
    { rungs: ["text", "schema"], systemRole: false, toolForm: "text" },
    {
      [NAMED]: /refused/,
      "JSON schema": /ignored.*when nothing else works/,
      "JSON in plain text": /works.*starts on the text rung/,
      "system role": /refused.*first user message/,
      "usage figures": /none.*estimate/,
      "several calls at once": /only as text.*stand in the prompt/,
    },
  ],
  [
    "openai-compatible:first-instruct",
    "llamacpp",
    { contextSize: 4096, systemCounts: 500, strictAlternation: 500, noTools: true },
    {
      rungs: ["schema", "text", "required"],
      contextWindow: 4096,
      alternation: "strict",
      systemRole: false,
      server: "llamacpp",
    },
    {
      [REQUIRED]: /ignored.*when nothing else works/,
      "system role": /counted among the turns.*first user message/,
      "JSON schema": /works.*starts on the schema rung/,
    },
  ],
  [
    "mistral:mistral-large-latest",
    "mistral",
    {},
    { rungs: ["required", "schema", "text"] },
    { [NAMED]: /refused/, [REQUIRED]: /starts on the required rung/ },
  ],
]

function learnedAt(here: Place): Record<string, object> {
  return JSON.parse(readFileSync(join(here.root, "state", "learned.json"), "utf8")).models
}

test.concurrent.each(someOf("doctor's models", 3, CASES))(
  "%s: what it can do is shown and remembered",
  async (model, kind, quirks, fact, rows) => {
    const here = place()
    const emulator = await here.emulate(kind, { quirks, model: model.slice(model.indexOf(":") + 1) })
    const words = ["doctor", "--model", model, "--base-url", emulator.url, "--json"]
    const { code, stdout, stderr } = await here.start(words, env).end
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const { usable, checks, learned } = JSON.parse(stdout) as { usable: boolean; checks: Row[]; learned: object }
    expect({ usable, learned }).toEqual({ usable: true, learned: { ...fact, ...ABLE } })
    for (const [check, pattern] of Object.entries(rows)) {
      const found = checks.find((row) => row.check === check)
      expect(`${check}: ${found?.result}; ${found?.consequence}`).toMatch(pattern ?? "")
    }
    expect(learnedAt(here)).toEqual({ [`${model} ${emulator.url}`]: { ...fact, ...ABLE } })
    expect(emulator.requests.length).toBeLessThanOrEqual(20)
  },
)

test("a model that can't judge gets the small profile in its runs, until its user says otherwise", async () => {
  const here = place()
  const emulator = await here.emulate("vllm", { model: "m", mind: ableMind(["failed"]) })
  const asked = ["-m", "vllm:m", "--base-url", emulator.url]
  const { stdout } = await here.keelson("doctor", ...asked, "--json")
  const { checks, learned } = JSON.parse(stdout) as { checks: Row[]; learned: object }
  expect(learned).toMatchObject({ ability: { plan: 1, edit: 1, judge: 0 } })
  const row = checks.find(({ check }) => check === "tiny jobs")
  expect(`${row?.result}; ${row?.consequence}`).toMatch(/^plan right, edit right, judgement wrong; the small profile/)
  const profileOf = async (...flags: string[]) => {
    const end = await here.keelson("run", "Say hello.", ...asked, "--json", ...flags)
    return /"profile":"(\w+)"/.exec(end.stdout)?.[1]
  }
  expect(await profileOf()).toBe("small")
  expect(await profileOf("--profile", "usual")).toBe("usual")
})

test("what could not be had in earlier runs is forgotten: it is looked at anew", async () => {
  const here = place()
  const emulator = await here.emulate("ollama", { model: "m" })
  const key = `ollama:m ${emulator.url}`
  const state = join(here.root, "state")
  mkdirSync(state, { recursive: true })
  const models = { [key]: { missed: { judge_tasks: 2 } } }
  writeFileSync(join(state, "learned.json"), JSON.stringify({ keelson_learned: 1, models }))
  const { code } = await here.keelson("doctor", "-m", "ollama:m", "--base-url", emulator.url)
  expect(code).toBe(0)
  expect(learnedAt(here)[key]).toMatchObject({ missed: {} })
})

test("the table is for people: one line each, the next step last", async () => {
  const here = place()
  const emulator = await here.emulate("ollama", { model: "m" })
  const { code, stdout, stderr } = await here.keelson("doctor", "-m", "ollama:m", "--base-url", emulator.url)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^Asking ollama:m at .+\n {2}a first word … \d+ tokens, .+\n {2}named tool choice … /)
  const lines = stdout.trimEnd().split("\n")
  expect(lines[0]).toBe(`ollama:m at ${emulator.url}`)
  expect(lines[1]).toMatch(/^ +seen +what Keelson does about it$/)
  expect(lines[2]).toMatch(/^! named tool choice +ignored, 0 of 3 times +not tried$/)
  expect(lines.at(-1)).toMatch(/^Remembered: the rungs are schema, text\./)
  expect(lines).toHaveLength(18)
})

test("whoever watches sees that time goes by while a question is open", async () => {
  const here = place()
  const shown = Promise.withResolvers<void>()
  let isFirst = true
  const mind: Mind = async (asked) => {
    if (isFirst) await shown.promise
    isFirst = false
    return able(asked)
  }
  const emulator = await here.emulate("ollama", { model: "m", mind })
  // The first tick may come a moment too early or, on a busy machine, too late to say one second.
  const watcher = { when: /a first word … [1-9]\d*\./, type: "", meanwhile: shown.resolve }
  const { code, screen } = await onTerminal(here, ["doctor", "-m", "ollama:m", "--base-url", emulator.url], [watcher])
  expect(code).toBe(0)
  expect(screen).toMatch(/a first word … \d+ tokens, [\d.]+ s\r?\n/)
})

test("one reply that went wrong is no finding, and what the table vouches for stays", async () => {
  const here = place()
  let replies = 0
  // Talks at length each time that it is asked for the first time, and then does as it is told.
  const mind: Mind = (asked) => {
    const isFirst = asked.format !== undefined && replies++ === 0
    return isFirst ? { text: `{"greeting":"${"Hello ".repeat(900)}` } : able(asked)
  }
  const emulator = await here.emulate("lmStudio", { mind, quirks: { grammar: false } })
  const words = ["doctor", "--model", "lmstudio:m", "--base-url", emulator.url, "--json"]
  for (const _time of [1, 2, 3]) {
    replies = 0
    const { code, stdout } = await here.keelson(...words)
    const { learned, checks } = JSON.parse(stdout) as { learned: object; checks: Row[] }
    expect({ code, learned }).toMatchObject({ code: 0, learned: { rungs: ["schema", "required", "text"] } })
    expect(checks.find(({ check }) => check === "JSON schema")?.result).toBe("works, 2 of 3 times")
  }
})

test("thoughts that leave no room for an answer are switched off in every call of a run", async () => {
  const here = place()
  const mind: Mind = (asked) =>
    asked.thinking ? { reasoning: "Let me see. ".repeat(900), text: "", finish: "length" } : able(asked)
  const quirks = { thinkingOn: true, thinkingForbidsForcing: false, grammar: false, contextSize: 8192 }
  const emulator = await here.emulate("llamacpp", { mind, quirks })
  const { stdout } = await here.keelson("doctor", "-m", "llamacpp:m", "--base-url", emulator.url, "--json")
  const { learned, checks } = JSON.parse(stdout) as { learned: object; checks: Row[] }
  expect(learned).toMatchObject({ rungs: ["schema", "required", "text"], thinkingOff: "always", ...ABLE })
  expect(checks).toContainEqual(expect.objectContaining({ check: "JSON schema", result: "works without thinking" }))
  const consequence = "switched off: it left no room for answers"
  expect(checks).toContainEqual(expect.objectContaining({ check: "thinking", consequence }))
  const asked = emulator.requests.length
  await here.keelson("run", "Say hello.", "-m", "llamacpp:m", "--base-url", emulator.url)
  const inRun = emulator.requests.slice(asked).map(({ body }) => body.chat_template_kwargs)
  expect(new Set(inRun.map((sent) => JSON.stringify(sent)))).toEqual(new Set(['{"enable_thinking":false}']))
})

test("where nothing comes in any way the ways stay as the table has them", async () => {
  const here = place()
  const emulator = await here.emulate("llamacpp", { quirks: { empty: true } })
  const { code, stdout } = await here.keelson("doctor", "-m", "llamacpp:m", "--base-url", emulator.url, "--json")
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ learned: { rungs: ["schema", "required", "text"] } })
})

test("a model that gives nothing usable in any way ends with 1", async () => {
  const here = place()
  const emulator = await here.emulate("openaiChat", { quirks: { empty: true } })
  const end = await here.keelson("doctor", "-m", "openai-compatible:m", "--base-url", emulator.url)
  expect(end).toMatchObject({ code: 1, stderr: expect.stringMatching(/^keelson: .+ choose another model\.\n$/m) })
})

test("an endpoint that breaks down in the middle is told as far as it was seen", async () => {
  const here = place()
  const emulator = await here.emulate("vllm", { quirks: { downAfter: { requests: 3, as: "refused" } } })
  const end = await here.keelson("doctor", "-m", "vllm:m", "--base-url", emulator.url, "--json")
  const { checks } = JSON.parse(end.stdout) as { checks: Row[] }
  const result = (check: string) => checks.find((row) => row.check === check)?.result
  expect(end.code).toBe(0)
  expect([result(NAMED), result("JSON schema")]).toEqual(["works", "failed"])
  expect(result("errors")).toMatch(/^\d in \d+ calls$/)
})
