import { describe, expect, it } from "vitest"
import { canonicalAddress, closedKind } from "./public-address.ts"

describe("an address", () => {
  it.each([
    "1.1.1.1",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "198.20.0.1",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81c::200e",
    "2001:4860:4860::8888",
    "3ffe::1",
  ])("%s is public", (address) => {
    expect(closedKind(address)).toBeUndefined()
  })

  it.each([
    ["127.0.0.1", "loopback"],
    ["169.254.169.254", "link-local"],
    ["100.100.100.200", "carrier-grade NAT"],
    ["168.63.129.16", "cloud metadata"],
    ["239.1.1.1", "multicast"],
    ["2002:7f00:1::", "translated IPv4"],
    ["::ffff:1.1.1.1", "private or reserved IPv6"],
    ["fe80::1%eth0", "link-local"],
    ["2606:4700:4700::1111%1", "link-local"],
    ["01.1.1.1", "not an address"],
    ["", "not an address"],
  ])("%s is closed: %s", (address, kind) => {
    expect(closedKind(address)).toBe(kind)
  })

  it("has one spelling", () => {
    expect(canonicalAddress("2606:4700:4700:0:0:0:0:1111")).toBe(canonicalAddress("2606:4700:4700::1111"))
    expect(canonicalAddress("1.1.1.1")).toBe("1.1.1.1")
  })
})
