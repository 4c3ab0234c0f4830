import { describe, expect, it } from "vitest"
import { ConstraintOptions } from "../../protocol/log/constraints.ts"
import { tighterConstraints } from "./merge-options.ts"

describe("a project's constraints", () => {
  it("may forbid more, and neither allow anything nor switch the rules off", () => {
    const user = ConstraintOptions.parse({ coding: { allow: ["pdf"], forbid: ["web_search"] } })
    const project = ConstraintOptions.parse({
      enforce: false,
      coding: { allow: ["pptx"], forbid: ["run_in_terminal"] },
      research: { late: ["memory"] },
    })
    expect(tighterConstraints(user, project)).toEqual({
      enforce: true,
      coding: { allow: ["pdf"], forbid: ["web_search", "run_in_terminal"], late: [] },
      research: { allow: [], forbid: [], late: ["memory"] },
    })
  })
})
