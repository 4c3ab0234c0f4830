import { expect, test } from "vitest"
import { place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

const ASK = { tasks: [{ tool: "ask_user", arguments: { questions: ["In which language?"] } }] }
const WAIT = {
  tasks: [{ tool: "wait_for", arguments: { command: "echo up", condition: "^up$" } }],
}

test("a plan's question ends with 3, and its answer is the task's result", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [ASK, LIST] }))
  const waiting = await here.keelson("run", "write a note", ...here.modelAt(server))
  expect(waiting).toMatchObject({ code: 3, stdout: expect.stringContaining("1. In which language?") })
  const end = await here.keelson("answer", "in Latin, please")
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining("The note is written.") })
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("in Latin, please")
})

test("waiting for something runs like a command and says how often it looked", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WAIT] }))
  const end = await here.keelson("run", "Is it there yet?", "--approve", "full", ...here.modelAt(server))
  expect(end.code).toBe(0)
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("Met after 1 try")
})
