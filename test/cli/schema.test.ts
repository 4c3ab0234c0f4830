import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { call, forcedTool, text } from "../../src/testing/server-reply.ts"
import { place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

const SCHEMA = JSON.stringify({
  type: "object",
  properties: { files: { type: "array", items: { type: "string" } }, count: { type: "integer" } },
  required: ["files", "count"],
  additionalProperties: false,
})

/** A story that ends with an answer in the user's shape, right at the second try. */
function answering(answers: readonly object[]): ServerScript {
  const told = story({ plans: [LIST] })
  let asked = 0
  return (body, n) => {
    if (forcedTool(body) === "final_answer")
      return call("final_answer", answers[Math.min(asked++, answers.length - 1)] as object)
    return typeof told === "function" ? told(body, n) : text("")
  }
}

test("--schema prints the answer as JSON that fits, and nothing else", async () => {
  const here = place({ "shape.json": SCHEMA, "README.md": "x\n" })
  const wrong = { answer: { files: "README.md" } }
  const right = { answer: { files: ["README.md"], count: 1 } }
  const server = await here.serve(answering([wrong, right]))
  const end = await here.keelson("run", "what is here?", "--schema", "shape.json", "--quiet", ...here.modelAt(server))
  expect(end).toMatchObject({ code: 0, stderr: "" })
  expect(JSON.parse(end.stdout)).toEqual({ files: ["README.md"], count: 1 })
})

test("a model that never gives it: the summary on standard error, exit code 4, nothing on standard output", async () => {
  const here = place({ "shape.json": SCHEMA })
  const server = await here.serve(answering([{ answer: { files: 3 } }]))
  const end = await here.keelson("run", "what is here?", "--schema", "shape.json", "--quiet", ...here.modelAt(server))
  expect(end).toMatchObject({ code: 4, stdout: "", stderr: expect.stringContaining("no answer that fits the schema") })
  expect(end.stderr).toContain("The note is written.")
})

test.each([
  ["not JSON", "{", /is not valid JSON/],
  ["no schema", "[1]", /must hold an object/],
  ["a schema of nothing known", '{"type":"nonsense"}', /no JSON Schema that can be checked/],
])("a file with %s is refused before the run", async (_name, content, why) => {
  const here = place({ "shape.json": content })
  const end = await here.keelson("run", "x", "--schema", "shape.json", "--model", "openai-compatible:m")
  expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(why) })
})
