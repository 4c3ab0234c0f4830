import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { collectSecrets, Secrets } from "./secrets.ts"

const OPENAI = "sk-proj-abcdefghijklmnop1234567890"

describe("collectSecrets", () => {
  it("takes secret values and leaves settings alone", () => {
    const found = collectSecrets({
      OPENAI_API_KEY: OPENAI,
      db_password: "hunter2hunter2",
      AWS_SECRET: "/9j4AAQSkZ+JRgABAQ",
      SHORT_KEY: "1234567",
      USE_TOKEN: "true",
      MAX_TOKENS: "100000000",
      SSH_KEY_PATH: "whatever/id_rsa",
      TLS_KEY: "/etc/ssl/private.key",
      CREDENTIAL_STORE: "~/.store/file",
      HOME: "/people/someone-long",
      EMPTY_KEY: undefined,
    })
    expect(found).toEqual(
      new Map([
        ["AWS_SECRET", "/9j4AAQSkZ+JRgABAQ"],
        ["OPENAI_API_KEY", OPENAI],
        ["db_password", "hunter2hunter2"],
      ]),
    )
  })
})

describe("Secrets", () => {
  const secrets = new Secrets(new Map([["DB_PASSWORD", "hunter2hunter2"]]))

  it("replaces known values by their names and puts them back, deep in JSON", () => {
    const input = { command: "psql -W hunter2hunter2", list: ["hunter2hunter2", 1, null, true], nested: { a: "$&" } }
    const text = secrets.redact(JSON.stringify(input))
    expect(text).not.toContain("hunter2")
    expect(secrets.resolve(JSON.parse(text))).toEqual(input)
    expect(secrets.resolve("{{secret:UNKNOWN}}")).toBe("{{secret:UNKNOWN}}")
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

  it("stays quick on texts made to slow it down", () => {
    const started = performance.now()
    for (const text of ["sk-", "-eyJ", "eyJ-", "xoxb", "-----BEGIN PRIVATE KEY-----x!", "ghp_"]) {
      secrets.redact(text.repeat(200_000 / text.length))
    }
    expect(performance.now() - started).toBeLessThan(5000)
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
      "-----BEGIN PRIVATE KEY-----",
      "-----END PRIVATE KEY-----",
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

  it("gives back every text with known values only", () => {
    fc.assert(
      fc.property(cases, ([map, text]) => {
        const some = new Secrets(map)
        expect(some.resolve(some.redact(text))).toBe(text)
      }),
    )
  })
})
