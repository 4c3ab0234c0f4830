import { describe, expect, it } from "vitest"
import type { Model } from "../../src/model/seam/model.ts"
import { promptTokens } from "../../src/run/model-call/context-size.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { plan, say, task } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { thought } from "../scenarios/rounds-scenarios.ts"
import { eventsOf, type HeardModel, heard } from "./front-door.ts"

const WINDOW = 8192
const SIX = ["list_files", "read_file", "search_code", "edit_file", "write_file", "run_in_terminal"]
const AGENTS = Array.from({ length: 400 }, (_, index) => `Rule ${index + 1}: keep things tidy.`).join("\n")
const LONG = Array.from({ length: 900 }, (_, index) => `Wish ${index + 1}: this too, please.`).join("\n")
const DONE = say("task_done", { summary: "It is done." })

function scenario(lines: Parameters<typeof keyedModel>[0], more: Partial<Scenario> = {}, window = WINDOW): Scenario {
  return {
    name: "small window",
    model: () => heard({ ...keyedModel(lines), contextWindow: window } as Model),
    ...more,
    options: { strategy: react, settings: { reflection: "off", fuse: false }, ...more.options },
  }
}

async function started(one: Scenario) {
  const played = await play(one)
  const [begun] = await eventsOf(played.store, "run.started")
  return {
    played,
    environment: begun?.environment,
    requests: (played.model as HeardModel).requests,
    [Symbol.asyncDispose]: () => played[Symbol.asyncDispose](),
  }
}

describe("a run in a small window", () => {
  it("has few tools, and those that the request names; which is recorded", async () => {
    const request = "Use apply_patch and ring, please."
    await using run = await started(scenario({ "turn-1/reply": DONE }, { request }))
    expect(run.environment?.tools).toEqual(["ring", ...SIX.slice(0, 5), "apply_patch", "run_in_terminal"])
    expect(run.requests[0]?.tools.map(({ name }) => name)).toEqual([...(run.environment?.tools ?? []), "task_done"])
    await using large = await started(scenario({ "turn-1/reply": DONE }, { request }, 16_000))
    expect(large.environment?.tools).toContain("read_artifact")
    expect(large.environment).not.toHaveProperty("window")
  })

  it.each([
    ["react", { "turn-1/reply": DONE }, react],
    [
      "rounds",
      {
        "round-1/plan/try-1": say("plan_tool_call", plan(task("list_files", {}))),
        "round-1/think/try-1": say("think", thought("Done.", { task_completed: true })),
      },
      rounds,
    ],
  ])(
    "opens with a third of it in %s, whatever it is told, and says how long a reply may be",
    async (_name, lines, strategy) => {
      const files = { "AGENTS.md": AGENTS }
      await using run = await started(scenario(lines, { request: LONG, files, options: { strategy } }))
      const [first] = run.requests
      expect(first && promptTokens(first.messages, first.tools)).toBeLessThanOrEqual(WINDOW / 3)
      expect(first?.maxOutputTokens).toBe(Math.floor(WINDOW / 5))
      expect(first?.messages[0]?.text).toContain(`at most ${Math.floor(WINDOW / 5)} tokens`)
      expect(first?.messages[0]?.text).toMatch(/\[Cut here: \d+ characters more are in AGENTS\.md/)
      const words = first?.messages.map(({ text }) => text).join("\n")
      expect(words).toContain("Wish 1: ")
      expect(words).toContain("Wish 900: ")
      expect(words).toMatch(
        /\[Left out of the request: lines \d+-\d+ of 900\. read_artifact with id request reads them/,
      )
      expect(run.environment?.tools).toContain("read_artifact")
    },
  )

  it("reads the rest of its request where it was cut", async () => {
    const open = { call: "read_artifact", input: { id: "request", lines: "880-" } }
    await using run = await started(
      scenario({ "turn-1/reply": calls([open]), "turn-2/reply": DONE }, { request: LONG }),
    )
    expect(run.requests[1]?.messages.at(-1)?.text).toContain("Wish 900: this too, please.")
  })
})

describe("what can't fit", () => {
  it("is not sent, and both sizes are said", async () => {
    await using run = await started(scenario({}, { request: LONG }, 300))
    expect(run.requests.map(({ purpose }) => purpose.key)).not.toContain("turn-1/reply")
    expect(run.played.result).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(
        /^The prompt has about \d+ tokens, the window of keyed:model has 300\. Nothing was sent\. Give the model a larger window.+or set context_window/,
      ),
    })
  })
})
