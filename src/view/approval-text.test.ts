import { expect, test } from "vitest"
import { headlineOf, judgedBy, judgedText } from "./approval-text.ts"

const CALL = { tool: "run_in_terminal", summary: "Run touch a", command: "touch a" }

test.each([
  ["arguments beside the command", JSON.stringify({ command: "touch a", timeout_s: 5 }), "timeout_s: 5"],
  ["nothing beside it", JSON.stringify({ command: "touch a" }), ""],
  ["a check's line, which is its command", "touch a\n", ""],
  [
    "another call's arguments, of an exception",
    '{"tool":"x","arguments":{"command":"touch a","n":1}}',
    'tool: x\narguments: {"n":1}',
  ],
  ["an exception for a bare command", '{"tool":"x","arguments":{"command":"touch a"}}', "tool: x"],
  ["a diff", "--- a\n+++ a\n@@", "--- a\n+++ a\n@@"],
])("a command has its own place: %s", (_name, detail, rest) => {
  expect(judgedBy({ ...CALL, detail })).toEqual({ command: "touch a", rest })
})

test("values of several lines can't look like further arguments, nor a command's lines like words of ours", () => {
  const command = "touch a\ntimeout_s: 1"
  const detail = JSON.stringify({ command, note: "x\nnetwork: off" })
  expect(judgedText({ ...CALL, command, detail })).toBe("$ touch a\n  timeout_s: 1\nnote: x\n  network: off")
})

test("arguments of other calls are names and values; a plan stays as it is", () => {
  const write = { tool: "write_file", summary: "Write a", detail: '{"path":"a","mode":1}' }
  expect(judgedText(write)).toBe("path: a\nmode: 1")
  const plan = { tool: "plan", about: "plan", summary: "phases: a", detail: '{"phases":[]}' } as const
  expect(judgedText(plan)).toBe(plan.detail)
})

test("a headline says nothing that the command says, and everything else", () => {
  expect(headlineOf(CALL)).toBe("run_in_terminal")
  const long = { ...CALL, command: "touch a && \\\n  touch b", summary: "Run touch a && \\ …" }
  expect(headlineOf(long)).toBe("run_in_terminal")
  expect(headlineOf({ ...CALL, summary: "Free the disk" })).toBe("run_in_terminal Free the disk")
  expect(headlineOf({ tool: "write_file", summary: "Write a" })).toBe("write_file Write a")
})
