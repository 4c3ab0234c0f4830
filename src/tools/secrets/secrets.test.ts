import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../test/support/cpu-time.ts"
import { Secrets } from "./secrets.ts"

const OPENAI = "sk-proj-abcdefghijklmnop1234567890"

describe("Secrets", () => {
  const secrets = new Secrets(new Map([["DB_PASSWORD", "hunter2hunter2"]]))

  it("replaces known values by their names, deep in JSON", () => {
    const input = { command: "psql -W hunter2hunter2", list: ["hunter2hunter2", 1, null, true], nested: { a: "$&" } }
    expect(secrets.redactIn(input)).toEqual({
      command: "psql -W {{secret:DB_PASSWORD}}",
      list: ["{{secret:DB_PASSWORD}}", 1, null, true],
      nested: { a: "$&" },
    })
  })

  it("puts a value in for the tool that the user allowed it for, and for no other", () => {
    const values = new Map([
      ["DB_PASSWORD", "hunter2hunter2"],
      ["OTHER_KEY", "other-other"],
    ])
    const granted = new Secrets(values, { mail__send: ["DB_PASSWORD", "UNKNOWN"] })
    const input = { list: ["{{secret:DB_PASSWORD}} {{secret:OTHER_KEY}} {{secret:UNKNOWN}}", 1, null] }
    expect(granted.fillIn("mail__send", input)).toEqual({
      list: ["hunter2hunter2 {{secret:OTHER_KEY}} {{secret:UNKNOWN}}", 1, null],
    })
    for (const tool of ["mail__read", "toString", "__proto__"]) expect(granted.fillIn(tool, input)).toBe(input)
  })

  it.each([
    `key = ${OPENAI};`,
    `token ghp_${"a1".repeat(18)}`,
    `github_pat_${"a1_".repeat(9)}`,
    "AKIAIOSFODNN7EXAMPLE",
    "xoxb-123456789012-abcdef",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIEowCutOffHere",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
  ])("recognises %s", (text) => {
    expect(secrets.redact(text)).toContain("[redacted]")
    expect(secrets.redact(text)).not.toMatch(/[A-Za-z0-9]{12}/)
  })

  it.each([
    "postgres://postgres:postgres@localhost/app",
    `https://\${user}:\${password}@host`,
    "https://user:password@host https://user:$PASS@host https://user:***@host redis://:{pw}@host",
    "http://localhost:4873/@scope/name git@host:a/b.git ssh://git@host:22/a",
    "docker://alpine:3.8@sha256:abc",
    'startsWith("-----BEGIN PRIVATE KEY-----")',
    "hooks.slack.com/services/",
  ])("leaves %s alone", (text) => {
    expect(secrets.redact(text)).toBe(text)
  })

  it("takes the password out of an address, and keeps the rest", () => {
    expect(secrets.redact("x=postgres://admin:hunter2@db:5432/a, redis://:p@ss@h")).toBe(
      "x=postgres://admin:[redacted]@db:5432/a, redis://:[redacted]@h",
    )
    expect(secrets.redact("a://u:hunter2hunter2@h")).toBe("a://u:{{secret:DB_PASSWORD}}@h")
  })

  it("leaves tokens that are not known where only known ones go", () => {
    expect(secrets.redactKnown(`${OPENAI} hunter2hunter2`)).toBe(`${OPENAI} {{secret:DB_PASSWORD}}`)
  })

  it("leaves ordinary text alone", () => {
    const text =
      "task-scheduler-with-a-long-name-2 sk-short disk-usage-report-2024-01-01 class sk-loading-spinner-wrapper AKIA"
    expect(secrets.redact(text)).toBe(text)
  })

  it("prefers the longer of two values and does not mistake a name for a value", () => {
    const both = new Secrets(
      new Map([
        ["A_KEY", "abcdefgh"],
        ["B_KEY", "abcdefghij"],
        ["KEY_NAME", "secret:A_KEY"],
      ]),
    )
    expect(both.redact("abcdefghij abcdefgh")).toBe("{{secret:B_KEY}} {{secret:A_KEY}}")
  })

  it("stays quick on texts made to slow it down", async () => {
    const texts = [
      "sk-",
      "-eyJ",
      "eyJ-",
      "xoxb",
      "-----BEGIN PRIVATE KEY-----x!",
      "-----BEGIN PRIVATE KEY-----\nx!",
      "ghp_",
      "pypi-",
      "SG.",
      "a://b:",
      "a://b:c",
      "12345678:AA",
      "a1",
    ]
    const ms = await cpuMsOf(() => texts.map((text) => secrets.redact(text.repeat(200_000 / text.length))))
    expect(ms).toBeLessThan(5000)
  })

  const letters = fc.string({
    unit: fc.constantFrom("a", "b", "-", "s", "k", "$", "1", "."),
    minLength: 8,
    maxLength: 12,
  })
  const values = fc.uniqueArray(letters, { minLength: 1, maxLength: 4 })
  const known = values.map((list) => new Map(list.map((value, index) => [`NAME_${index}`, value])))
  const pieces = (map: ReadonlyMap<string, string>) =>
    fc
      .array(
        fc.oneof(fc.constantFrom(...map.values()), fc.string({ unit: fc.constantFrom("a", "b", " ", "{", "}", "$") })),
      )
      .map((parts) => parts.join(""))
  const cases = known.chain((map) => fc.tuple(fc.constant(map), pieces(map)))

  it("redacts to a fixed point that holds no known value", () => {
    const token = fc.constantFrom(
      OPENAI,
      "AKIAIOSFODNN7EXAMPLE",
      "-----BEGIN PRIVATE KEY-----\na",
      "-----END PRIVATE KEY-----",
      "a://b:",
      "a://b:c@d@",
      "a://b:[redacted]",
      "@",
    )
    fc.assert(
      fc.property(cases, fc.array(token, { maxLength: 3 }), ([map, text], tokens) => {
        const some = new Secrets(map)
        const once = some.redact(tokens.join(text) + text)
        expect(some.redact(once)).toBe(once)
        for (const value of map.values()) expect(once).not.toContain(value)
      }),
    )
  })
})
