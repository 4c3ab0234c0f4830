import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { call } from "../../src/testing/server-reply.ts"
import { aPng } from "../tools/a-png.ts"
import { place } from "./keelson.ts"
import { KEELSON } from "./program.ts"

/** Answers at once, and says whether it was told of an earlier request. */
const REMEMBERS: ServerScript = (body) => {
  const isFirst = !JSON.stringify(body.messages).includes("Earlier in this conversation")
  return call("request_analyser", {
    core_goal: "answer",
    requirements: [],
    complexity: "simple",
    estimated_phases: 1,
    direct_answer: isFirst ? "We just met." : "I remember what you asked.",
  })
}

/** A program on a terminal of its own: types a line whenever it is asked. */
async function talk(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }, lines: readonly string[]) {
  const terminal = spawn("script", ["-qec", command, "/dev/null"], options)
  const left = [...lines]
  let screen = ""
  let asked = 0
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += stripVTControlCharacters(text)
    // Each prompt begins its line anew, and what was typed is drawn behind it again and again.
    if (!/› \r?$/.test(screen.slice(asked)) || left.length === 0) return
    asked = screen.length
    terminal.stdin.write(`${left.shift()}\r`)
  })
  const [code] = await once(terminal, "close")
  return { code, screen }
}

test("keelson alone is a conversation whose runs know what came before", async () => {
  const here = place()
  const { url } = await here.serve(REMEMBERS)
  const env = { ...here.environment, KEELSON_MODEL: "openai-compatible:m", KEELSON_BASE_URL: url, TERM: "xterm" }
  const command = `stty cols 120 rows 40; ${KEELSON.join(" ")}`
  const lines = [
    "\x1b[200~hello\nfrom two lines\x1b[201~",
    "and again",
    "/nonsense",
    "!echo here $((6*7))",
    "/cost",
    "/runs",
    "/exit",
  ]
  const { code, screen } = await talk(command, { cwd: here.workspace, env }, lines)
  expect(code).toBe(0)
  expect(screen).toContain("We just met.")
  expect(screen).toContain("I remember what you asked.")
  expect(screen).toContain("there is no /nonsense here")
  expect(screen).toContain("here 42")
  expect(screen).toMatch(/runs 2 · calls 2/)
  const [first] = JSON.parse((await here.keelson("runs", "--json")).stdout).slice(-1)
  expect(first.title).toBe("hello")
  const typed = readFileSync(join(here.root, "state", "history.jsonl"), "utf8")
  expect(JSON.parse(typed.split("\n")[0] ?? "")).toBe("hello\nfrom two lines")
  expect(screen).toMatch(/done +auto +.*and again/)
})

test("a picture whose path is pasted or dragged into the conversation reaches the model", async () => {
  const here = place()
  const picture = join(here.root, "a bug.png")
  writeFileSync(picture, aPng(3, 2))
  const server = await here.serve(REMEMBERS)
  const env = { ...here.environment, KEELSON_MODEL: "openai-compatible:m", KEELSON_BASE_URL: server.url, TERM: "xterm" }
  const command = `stty cols 120 rows 40; ${KEELSON.join(" ")}`
  const pasted = `\x1b[200~What is wrong here?\n${picture.replace(" ", "\\ ")}\x1b[201~`
  const { code, screen } = await talk(command, { cwd: here.workspace, env }, [pasted, "/exit"])
  expect(code).toBe(0)
  expect(screen).toContain("We just met.")
  expect(server.requests[0]?.rawBody).toContain(`data:image/png;base64,${Buffer.from(aPng(3, 2)).toString("base64")}`)
})

test("without a terminal it says how to be used instead", async () => {
  const here = place()
  expect(await here.keelson()).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: keelson") })
  expect(await here.keelson("chat")).toMatchObject({ code: 2, stderr: expect.stringContaining("needs a terminal") })
})
