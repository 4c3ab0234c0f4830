import { describe, expect, test } from "vitest"
import { ModelError } from "../seam/model-error.ts"
import { toModelError } from "./faults.ts"

const ENDPOINT = { name: "tiny", baseUrl: "http://host/v1" }
const NOW = Date.parse("2026-11-01T10:00:00Z")

function statusError(statusCode: number, headers: Record<string, string> = {}, responseBody = ""): Error {
  return Object.assign(new Error("Provider says no"), { statusCode, responseHeaders: headers, responseBody })
}

function networkError(code: string): Error {
  return new Error("Cannot connect to API", { cause: Object.assign(new Error(`connect ${code}`), { code }) })
}

describe("Retry-After", () => {
  test.each([
    [{ "retry-after": "12" }, 12_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Sun, 01 Nov 2026 10:00:30 GMT" }, 30_000],
    [{ "retry-after": "Sun, 01 Nov 2026 09:00:00 GMT" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "1" }, 250],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("%j", (headers, expected) => {
    expect(toModelError(statusError(429, headers), ENDPOINT, NOW).retryAfterMs).toBe(expected)
  })
})

describe("kinds", () => {
  test.each([
    [networkError("ECONNREFUSED"), "broken"],
    [networkError("ENOTFOUND"), "broken"],
    [networkError("ECONNRESET"), "broken"],
    [networkError("UND_ERR_CONNECT_TIMEOUT"), "timeout"],
    [statusError(403), "auth"],
    [statusError(413, {}, '{"error":{"code":"context_length_exceeded","message":"x"}}'), "overflow"],
    [statusError(422), "refused"],
    [statusError(408), "timeout"],
    [statusError(529), "broken"],
    [{ message: "slow down", code: "rate_limit_exceeded" }, "busy"],
    [{ message: "upstream", code: 502 }, "broken"],
    ["just a text", "broken"],
    [undefined, "broken"],
  ])("%o is %s", (error, kind) => {
    expect(toModelError(error, ENDPOINT, NOW).kind).toBe(kind)
  })

  test("a ModelError passes through", () => {
    const error = new ModelError("timeout", "silent")
    expect(toModelError(error, ENDPOINT)).toBe(error)
  })

  test("a dual-stack refusal is found behind its aggregate", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED ::1"), { code: "ECONNREFUSED" })
    const error = new Error("Cannot connect", { cause: new AggregateError([refused]) })
    expect(toModelError(error, ENDPOINT).message).toBe(
      "Nothing listens at http://host/v1: is the server running, and is the base URL right?",
    )
  })
})

test("the provider's own words are kept", () => {
  const error = statusError(400, {}, '{"error":{"message":"Unknown field \\"foo\\"."}}')
  expect(toModelError(error, ENDPOINT).message).toBe(
    'Model tiny at http://host/v1 did not accept the request (400): Unknown field "foo".',
  )
})
