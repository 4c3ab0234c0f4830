import { describe, expect, it } from "vitest"
import { z } from "zod"
import { argumentIssues, isReference, referencesIn, resolveReferences } from "./task-references.ts"

const done = (text: string) => ({ status: "done", text })
const SOURCES = new Map([
  [1, done("one\ntwo\nthree")],
  [2, done('{"a":{"b":[{"name":"first"},7]},"odd key":true}')],
  [3, { status: "failed", text: "oh no" }],
])

const resolved = (value: unknown) => {
  const result = resolveReferences({ value }, (id) => SOURCES.get(id))
  return result.ok ? result.readings.map((reading) => reading.value) : result.reason
}

describe("a reference", () => {
  it.each<[string, unknown, unknown, string]>([
    ["the whole result", { $from: 1 }, "one\ntwo\nthree", "one\ntwo\nthree"],
    ["lines of it", { $from: 1, lines: "2-3" }, "two\nthree", "two\nthree"],
    ["one line", { $from: 1, lines: "2" }, "two", "two"],
    ["lines to the end", { $from: 1, lines: "2-" }, "two\nthree", "two\nthree"],
    ["a part of JSON", { $from: 2, path: "a.b[0].name" }, "first", "first"],
    ["a number, and its text", { $from: 2, path: "$.a.b.1" }, 7, "7"],
    ["an object, and its text", { $from: 2, path: "a.b[0]" }, { name: "first" }, '{\n  "name": "first"\n}'],
    [
      "inside of other values",
      [{ x: { $from: 1, lines: "1" } }, "y"],
      [{ x: "one" }, "y"],
      [{ x: "one" }, "y"] as never,
    ],
    ["nothing that only looks like one", { $from: 1, to: 2 }, { $from: 1, to: 2 }, { $from: 1, to: 2 } as never],
  ])("stands for %s", (_name, value, raw, text) => {
    expect(resolved(value)).toEqual([raw, text])
  })

  it.each([
    [{ $from: 9 }, "task 9, whose result it uses, has not run"],
    [{ $from: 3 }, "task 3, whose result it uses, did not succeed"],
    [{ $from: 1, lines: "4-9" }, 'the result of task 1 has no lines "4-9": it has lines 1-3'],
    [{ $from: 1, lines: "last" }, 'the result of task 1 has no lines "last": it has lines 1-3'],
    [{ $from: 1, path: "a" }, 'the result of task 1 is not JSON, so there is nothing at "a"'],
    [{ $from: 2, path: "a.c" }, 'the result of task 2 has nothing at "a.c"'],
    [{ $from: 2, path: "constructor.name" }, 'the result of task 2 has nothing at "constructor.name"'],
  ])("that leads nowhere says why: %j", (value, reason) => {
    expect(resolved(value)).toBe(reason)
  })

  it("is known by its shape alone", () => {
    const shapes = [
      { $from: 1 },
      { $from: 1, path: "a" },
      { $from: "1" },
      { $from: 1.5 },
      { $from: 1, path: 2 },
      [1],
      null,
    ]
    expect(shapes.map(isReference)).toEqual([true, true, false, false, false, false, false])
    expect(referencesIn({ a: { $from: 2 }, b: [{ $from: 1 }, { c: { $from: 2, path: "x" } }] })).toEqual([2, 1])
  })
})

describe("argumentIssues", () => {
  const schema = z.object({
    path: z.string(),
    size: z.number().optional(),
    either: z.union([z.object({ text: z.string() }), z.object({ file: z.string() })]).optional(),
  })
  const paths = (input: unknown) => argumentIssues(input, schema).map(({ path }) => path.join("."))

  it("leaves out what only a result can tell", () => {
    expect(paths({ path: { $from: 1 }, size: { $from: 2, path: "n" }, either: { text: { $from: 1 } } })).toEqual([])
    expect(paths({ path: { $from: 1 }, size: "large" })).toEqual(["size"])
    expect(paths({ size: { $from: 1 } })).toEqual(["path"])
    expect(paths({ path: { $from: "first" } })).toEqual(["path"])
  })
})
