import { describe, expect, it } from "vitest"
import { covers, destinationText, domainText, includes, readAuthority, readDomain } from "./domain.ts"

describe("readDomain", () => {
  it.each([
    ["example.org", "example.org"],
    ["EXAMPLE.org.", "example.org"],
    ["https://example.org/some/page?x", "example.org"],
    ["*.example.org", "*.example.org"],
    ["example.org:8443", "example.org:8443"],
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["127.1", "127.0.0.1"],
    ["0x7f000001", "127.0.0.1"],
    ["[::1]:80", "[::1]:80"],
  ])("%s is %s", (text, expected) => {
    const domain = readDomain(text)
    expect(domain && domainText(domain)).toBe(expected)
  })

  it.each(["", "*", "*.", "*.org", "*.127.0.0.1", "a*.org", "exa mple.org", "user@example.org", "a.org:99999", "#"])(
    "%s is none",
    (text) => expect(readDomain(text)).toBeUndefined(),
  )
})

const fits = (entry: string, host: string, port = 443) => {
  const domain = readDomain(entry)
  return domain !== undefined && covers(domain, { host, port })
}

describe("an entry", () => {
  it("covers its own host, on the usual ports or on the one that it names", () => {
    expect([fits("a.org", "a.org"), fits("a.org", "a.org", 80)]).toEqual([true, true])
    expect([fits("a.org", "a.org", 22), fits("a.org:22", "a.org", 22), fits("a.org:22", "a.org")]).toEqual([
      false,
      true,
      false,
    ])
  })

  it("covers no host that only looks like its own", () => {
    for (const host of ["b.a.org", "a.org.evil.org", "xa.org", "a.orgx"]) expect(fits("a.org", host)).toBe(false)
  })

  it("with a star covers what is below, and neither itself nor an address", () => {
    expect([fits("*.a.org", "b.a.org"), fits("*.a.org", "c.b.a.org")]).toEqual([true, true])
    for (const host of ["a.org", "ba.org", "10.0.0.1"]) expect(fits("*.a.org", host)).toBe(false)
  })

  it("includes others that leave nothing more open", () => {
    const within = (outer: string, inner: string) => {
      const [one, other] = [readDomain(outer), readDomain(inner)]
      return one !== undefined && other !== undefined && includes(one, other)
    }
    expect([within("*.a.org", "b.a.org"), within("*.a.org", "*.b.a.org"), within("*.a.org", "*.a.org")]).toEqual([
      true,
      true,
      true,
    ])
    for (const inner of ["a.org", "b.a.org:22", "*.org.example"]) expect(within("*.a.org", inner)).toBe(false)
    expect(within("a.org", "*.a.org")).toBe(false)
  })
})

it("names a destination as an entry would", () => {
  expect(destinationText({ host: "a.org", port: 443 })).toBe("a.org")
  expect(destinationText({ host: "a.org", port: 8443 })).toBe("a.org:8443")
})

it.each(["a.org/x", "user@a.org:443", "a.org:443#", "a b:1", "a.org:443\\x"])("%s is nowhere to connect to", (text) => {
  expect(readAuthority(text)).toBeUndefined()
})
