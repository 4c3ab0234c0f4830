import { describe, expect, it } from "vitest"
import { readToml } from "./toml.ts"

describe("a task file", () => {
  it("has tables, lists of tables, values over several lines and comments", () => {
    const text = `
schema_version = "1.4" # the form
[task]
name = "org/some # thing"
authors = [
  { name = "A", email = 'a@b' }, # one
]
[environment]
cpus = 2
allow_internet = false
[verifier.env]
KEY = """
two
lines"""
[[steps]]
name = "one"
[[steps]]
name = "two"
`
    expect(readToml(text)).toEqual({
      schema_version: "1.4",
      task: { name: "org/some # thing", authors: [{ name: "A", email: "a@b" }] },
      environment: { cpus: 2, allow_internet: false },
      verifier: { env: { KEY: "two\nlines" } },
      steps: [{ name: "one" }, { name: "two" }],
    })
  })

  it.each(["a = 2026-11-20", "a = ", "what is this", "a = [1, 2"])(
    "says which line it does not understand: %s",
    (line) => {
      expect(() => readToml(`x = 1\n${line}`)).toThrow("line 2")
    },
  )
})
