import { expect, test } from "vitest"
import { type ChatBody, status, text } from "../../src/testing/server-reply.ts"
import { place } from "./keelson.ts"

const ASSUMED =
  "the window of openai-compatible:scripted is not known: 128k tokens are assumed (set it with --context-window"
const WORDS = ["run", "--strategy", "react", "What is here?"]

test("a gateway that tells no window is taken for 128k tokens, and one line says so", async () => {
  const here = place()
  const silent = await here.serve(() => text("A README."), null)
  const { code, stdout, stderr } = await here.keelson(...WORDS, ...here.modelAt(silent))
  expect({ code, stdout }).toEqual({ code: 0, stdout: "A README.\n" })
  expect(stderr.split("\n").filter((line) => line.includes(ASSUMED))).toHaveLength(1)
})

test("nothing is said of a window that the server reports or the user names", async () => {
  const here = place()
  const [telling, silent] = [await here.serve(() => text("A README.")), await here.serve(() => text("A README."), null)]
  const reported = await here.keelson(...WORDS, ...here.modelAt(telling))
  const named = await here.keelson(...WORDS, "--context-window", "64000", ...here.modelAt(silent))
  for (const { code, stderr } of [reported, named]) {
    expect(code).toBe(0)
    expect(stderr).not.toContain("window")
  }
})

test("a window that turns out to be smaller is said, once", async () => {
  const here = place({ "README.md": "some words of a long file\n".repeat(1900) })
  const most = 9000
  const size = ({ messages, tools }: ChatBody) => Math.ceil(JSON.stringify([messages, tools]).length / 4)
  const told = `This model's maximum context length is ${most} tokens.`
  const refusal = status(400, { body: { error: { message: told, code: "context_length_exceeded" } } })
  let isRead = false
  const server = await here.serve((body) => {
    if (size(body) > most) return refusal
    if (isRead) return text("Words.")
    isRead = true
    return { kind: "completion", calls: [{ name: "read_file", arguments: { path: "README.md" } }] }
  }, null)
  const { code, stderr } = await here.keelson(...WORDS, ...here.modelAt(server))
  expect(code).toBe(0)
  expect(stderr.match(/openai-compatible:scripted takes only [\d.]+k tokens: the run goes on with that/g)).toHaveLength(
    1,
  )
})
