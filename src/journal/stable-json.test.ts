import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { digestOf, stableJson } from "./stable-json.ts"

describe("stableJson", () => {
  it("sorts keys at every depth and drops undefined", () => {
    expect(stableJson({ b: [{ d: 1, c: undefined, a: "x" }], a: null })).toBe('{"a":null,"b":[{"a":"x","d":1}]}')
  })

  it("treats the rest as JSON does", () => {
    expect(stableJson([undefined, new Date(0), Number.NaN, "分"])).toBe('[null,"1970-01-01T00:00:00.000Z",null,"分"]')
    expect(stableJson(undefined)).toBe("null")
  })

  it("says what the value says, and the same for any order of keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = stableJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(stableJson(reverseKeys(value))).toBe(text)
      }),
      { seed: 7 },
    )
  })
})

describe("digestOf", () => {
  it("is 32 hex characters that depend on the content only", () => {
    expect(digestOf({ a: 1, b: 2 })).toBe("43258cff783fe7036d8a43033f830adf")
    expect(digestOf({ b: 2, a: 1 })).toBe(digestOf({ a: 1, b: 2 }))
    expect(digestOf({ a: 1, b: 3 })).not.toBe(digestOf({ a: 1, b: 2 }))
  })
})

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reverseKeys(part)]),
  )
}
