import { describe, expect, it } from "vitest"
import { ApprovalPolicy } from "../../protocol/environment.ts"
import type { Access } from "../../tools/tool.ts"
import { approvalRule, stricterPolicy } from "./approval.ts"

const ACCESSES: readonly Access[] = ["read", "control", "write", "execute", "network"]

describe("approvalRule", () => {
  it("is the whole table", () => {
    const table = Object.fromEntries(
      ApprovalPolicy.options.map((policy) => [
        policy,
        ACCESSES.map((access) => approvalRule(policy, access)).join(" "),
      ]),
    )
    expect(table).toEqual({
      ask: "allow allow ask ask ask",
      edits: "allow allow allow ask ask",
      full: "allow allow allow allow allow",
      "read-only": "allow allow refuse refuse ask",
    })
  })
})

describe("stricterPolicy", () => {
  it("never loosens, whichever comes first", () => {
    const order: readonly ApprovalPolicy[] = ["read-only", "ask", "edits", "full"]
    for (const [a, strict] of order.entries())
      for (const loose of order.slice(a)) {
        expect(stricterPolicy(strict, loose)).toBe(strict)
        expect(stricterPolicy(loose, strict)).toBe(strict)
      }
  })
})
