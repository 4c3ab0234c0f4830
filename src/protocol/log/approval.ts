import { z } from "zod"

/** What becomes of a call that a rule fits. */
export const RuleDecision = z.enum(["allow", "ask", "deny"])
export type RuleDecision = z.infer<typeof RuleDecision>

/** A word on some calls of some tools, on top of the policy: `deny` wins over `ask`, `ask` over `allow`. */
export const ApprovalRule = z.strictObject({
  /** A tool's name, or a glob over names. */
  tool: z.string().min(1),
  /** A glob over the command line, the paths that it writes, or the URL; every call of the tool where it is left out. */
  match: z.string().min(1).optional(),
  decision: RuleDecision,
})
export type ApprovalRule = z.infer<typeof ApprovalRule>
