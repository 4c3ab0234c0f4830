import { describe, expect, it } from "vitest"
import { ApprovalPolicy } from "../../protocol/log/environment.ts"
import type { Access } from "../../tools/tool.ts"
import { approvalRule } from "./approval.ts"

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
