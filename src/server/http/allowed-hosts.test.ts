import { describe, expect, it } from "vitest"
import { allowedHosts, isLoopback } from "./allowed-hosts.ts"

describe("the names that are answered", () => {
  it("are those of this machine with the port", () => {
    expect([...allowedHosts(["127.0.0.1"], 7333)].sort()).toEqual(["127.0.0.1:7333", "[::1]:7333", "localhost:7333"])
  })

  it("are without a port only on port 80, where browsers leave it out", () => {
    expect(allowedHosts([], 80).has("localhost")).toBe(true)
    expect(allowedHosts([], 7333).has("localhost")).toBe(false)
  })

  it("are also those given, but never everything", () => {
    const hosts = allowedHosts(["0.0.0.0", "Box.example", "fd00::5"], 7333)
    expect(["box.example", "box.example:7333", "[fd00::5]:7333"].every((name) => hosts.has(name))).toBe(true)
    expect(["0.0.0.0:7333", "evil.example:7333", "*"].some((name) => hosts.has(name))).toBe(false)
  })
})

it("knows the addresses that only this machine reaches", () => {
  expect(["127.0.0.1", "127.8.9.1", "localhost", "::1"].every(isLoopback)).toBe(true)
  expect(["0.0.0.0", "::", "192.168.1.5", "127.0.0.1.example", "localhost.example"].some(isLoopback)).toBe(false)
})
