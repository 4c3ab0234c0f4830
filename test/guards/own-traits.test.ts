import { expect, it } from "vitest"
import { z } from "zod"
import { replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { type AnyTool, defineTool, ToolFailure, type ToolOutput } from "../../src/tools/tool.ts"
import { play } from "../scenarios/play.ts"
import { entriesOf, eventsOf } from "./front-door.ts"

/** A tool of the user's that does what it is told, and says what it is as far as it is told to. */
function own(says: Partial<AnyTool>, does: (line: string) => string | ToolOutput): AnyTool {
  return defineTool({
    name: "ask_builder",
    description: "Ask the build server.",
    input: z.object({ line: z.string() }),
    access: "execute",
    repeat: "never",
    execute: async ({ line }) => does(line),
    ...(says as object),
  })
}

async function alarmsAfter(tool: AnyTool, lines: readonly string[]) {
  const turns = lines.map((line, index) => [`turn-${index + 1}/reply`, { call: tool.name, input: { line } }])
  const done = { call: "task_done", input: { summary: "Done." } }
  const model = () => keyedModel({ ...Object.fromEntries(turns), [`turn-${lines.length + 1}/reply`]: done })
  await using played = await play({ name: "own", model, options: { strategy: react, tools: [tool, ...codingTools] } })
  const entries = await entriesOf(played.store)
  // Whoever has the log alone comes to the same.
  expect(replayPolicies(entries).alarms).toMatchObject({ added: [], dropped: [] })
  const alarms = await eventsOf(played.store, "reflection.raised")
  return { entries, alarms: alarms.map(({ detector }) => detector), ended: await eventsOf(played.store, "task.ended") }
}

const SAME = ["state", "state", "state"]
const state = () => "still building"

it("a tool that waits is no loop, one that says nothing is", async () => {
  const { ended, ...quiet } = await alarmsAfter(own({}, state), SAME)
  expect(quiet.alarms).toContain("repeated_call")
  expect(ended.every(({ said }) => said === undefined)).toBe(true)
  const waiting = await alarmsAfter(own({ traits: { waits: true } }, state), SAME)
  expect(waiting.alarms).toEqual([])
  expect(waiting.ended[0]?.said).toEqual({ waits: true })
})

it("the rules of another task type are held against a tool by what it was, though it is not there", async () => {
  const { entries } = await alarmsAfter(own({ traits: { kind: "search" } }, state), ["poster"])
  expect(replayPolicies(entries).violations).toMatchObject({ added: [], dropped: [] })
  expect(replayPolicies(entries, { task_type: "data_processing" }).violations.added).toMatchObject([
    { tool: "ask_builder", reason: "ask_builder is not allowed in a data_processing task" },
  ])
})

it("a failure that is a finding is no breakdown", async () => {
  const failing = (verdict: boolean) => (line: string) => {
    throw new ToolFailure(`${line} is red`, { verdict })
  }
  const lines = ["lint", "types", "tests"]
  expect((await alarmsAfter(own({}, failing(false)), lines)).alarms).toEqual(["result_anomaly"])
  const { alarms, ended } = await alarmsAfter(own({}, failing(true)), lines)
  expect(alarms).toEqual([])
  expect(ended[0]?.said).toEqual({ verdict: true })
})

it("what a call is about stands in the log, without secrets", async () => {
  const subject = ({ line }: { line: string }) => ({ kind: "command", command: line }) as const
  const { ended } = await alarmsAfter(own({ subject }, state), [
    "curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345'",
  ])
  expect(ended[0]?.said?.command).toMatch(/^curl -H/)
  expect(JSON.stringify(ended[0]?.said)).not.toContain("ghp_0123456789")
  const pages = await alarmsAfter(
    own({ subject: ({ line }: { line: string }) => ({ kind: "url", url: line }) }, state),
    ["https://a.example"],
  )
  expect(pages.ended[0]?.said).toEqual({ place: "https://a.example" })
})
