import { expect, test } from "vitest"
import type { ChatBody, Completion } from "../../src/testing/server-reply.ts"
import { neverDone } from "../support/model-scenarios.ts"
import { place } from "./keelson.ts"
import { onTerminal, PRESS } from "./terminal.ts"

/** Each round brings something new, so that nothing but the time ends it. */
function alwaysSomethingNew(): (body: ChatBody) => Completion {
  const look = neverDone("advance")
  let notes = 0
  return (body) => {
    const reply = look(body)
    notes += 1
    const file = { path: `note-${notes}.md`, content: "again ".repeat(notes) }
    const plan = { tasks: [{ tool: "write_file", arguments: file }] }
    const write = (input: object | string) =>
      typeof input === "object" && "plan_tool_call" in input ? { ...input, plan_tool_call: plan } : input
    const calls = reply.calls?.map((made) => ({ ...made, arguments: write(made.arguments) }))
    return calls ? { ...reply, calls } : reply
  }
}

/** Reflection would end the phase before the limit does. */
const CONFIG = { "keelson.config.json": JSON.stringify({ settings: { reflection: "off" } }) }
const LIMIT = ["--max-iterations", "4", "--approve", "full"]

test("whoever is there is asked, at a limit of the run's own, whether it goes on with as much again", async () => {
  const here = place(CONFIG)
  const server = await here.serve(neverDone("advance"))
  const { code, screen } = await onTerminal(
    here,
    ["run", "look for ever", ...LIMIT, ...here.modelAt(server)],
    [
      { when: PRESS, type: "y" },
      { when: PRESS, type: "n" },
    ],
  )
  expect(screen).toContain("Go on with as much again (--max-iterations 8)?")
  expect(screen).toContain("Go on with as much again (--max-iterations 16)?")
  expect(code).toBe(4)
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const { result } = JSON.parse((await here.keelson("show", id, "--json")).stdout)
  expect(result).toMatchObject({ outcome: "incomplete", resume_with: { limits: { max_iterations: 16 } } })
  expect(result.limits.used.iterations).toBeGreaterThan(4)
})

test("a time is shown as it could be typed, and what of it is the report's", async () => {
  const here = place(CONFIG)
  const server = await here.serve(alwaysSomethingNew())
  const free = ["--max-iterations", "100000", "--max-model-calls", "100000", "--approve", "full"]
  const { screen } = await onTerminal(
    here,
    ["run", "look for ever", "--max-time", "4s", ...free, ...here.modelAt(server)],
    [{ when: PRESS, type: "n" }],
  )
  expect(screen).toMatch(/the time limit was reached \(3\.\d s of 4.0 s used; the rest is for the report\)/)
  expect(screen).toContain("Go on with as much again (--max-time 8s)?")
})

test("nobody is asked where nobody is there", async () => {
  const here = place(CONFIG)
  const server = await here.serve(neverDone("advance"))
  const end = await here.keelson("run", "look for ever", ...LIMIT, "--quiet", ...here.modelAt(server))
  expect(end.code).toBe(4)
  expect(end.stderr).not.toContain("as much again")
  expect(end.stderr).toContain("keelson resume")
})
