import type { ApprovalPolicy } from "../protocol/environment.ts"
import type { Access, AnyTool } from "../tools/tool.ts"
import { askUser } from "./question.ts"
import type { RunParts } from "./run-parts.ts"

export type Clearance =
  | { readonly kind: "cleared" }
  /** `violates`: the run's policy forbids it; otherwise somebody was asked and said no. */
  | { readonly kind: "refused"; readonly reason: string; readonly violates: boolean }

type Rule = "allow" | "ask" | "refuse"

const RULES: Readonly<Record<ApprovalPolicy, Readonly<Record<Access, Rule>>>> = {
  ask: { read: "allow", control: "allow", write: "ask", execute: "ask", network: "ask" },
  edits: { read: "allow", control: "allow", write: "allow", execute: "ask", network: "ask" },
  full: { read: "allow", control: "allow", write: "allow", execute: "allow", network: "allow" },
  "read-only": { read: "allow", control: "allow", write: "refuse", execute: "refuse", network: "ask" },
}

/** Whether the policy lets a tool of this access run without a question. */
export function approvalRule(policy: ApprovalPolicy, access: Access): Rule {
  return RULES[policy][access]
}

/** The stricter of two policies: a project's config may tighten the user's policy, never loosen it. */
export function stricterPolicy(a: ApprovalPolicy, b: ApprovalPolicy): ApprovalPolicy {
  const order: readonly ApprovalPolicy[] = ["read-only", "ask", "edits", "full"]
  return order.indexOf(a) < order.indexOf(b) ? a : b
}

export type ApprovalRequest = {
  readonly key: string
  readonly tool: Pick<AnyTool, "name" | "access">
  readonly summary: string
  /** A command that is known to read only: no more than reading a file. */
  readonly reads?: boolean
  /** Worked out only when somebody is asked: a diff can be large. */
  readonly detail: () => Promise<string>
}

/** Decides by policy, and asks where the policy says so. */
export async function clear(parts: RunParts, request: ApprovalRequest): Promise<Clearance> {
  const rule = approvalRule(parts.environment.approve, request.tool.access)
  if (rule === "refuse" && request.reads) return { kind: "cleared" }
  if (rule === "refuse") {
    return { kind: "refused", reason: `${request.tool.name} is not allowed: this run is read-only`, violates: true }
  }
  if (rule === "allow" || parts.tally.view.allowedTools.includes(request.tool.name)) return { kind: "cleared" }
  return askForApproval(parts, request)
}

async function askForApproval(parts: RunParts, request: ApprovalRequest): Promise<Clearance> {
  const id = `${request.key}/approval`
  const answer = await askUser(parts, {
    kind: "approval",
    id,
    tool: request.tool.name,
    summary: request.summary,
    detail: await askedDetail(parts, id, request),
  })
  if (answer.kind !== "approval" || answer.decision !== "deny") return { kind: "cleared" }
  return {
    kind: "refused",
    reason: `the user did not allow it${answer.reason ? `: ${answer.reason}` : ""}`,
    violates: false,
  }
}

/** On replay the user was shown what the log says, whatever the workspace looks like now. */
async function askedDetail(parts: RunParts, id: string, request: ApprovalRequest): Promise<string> {
  const record = parts.journal.find(`${id}#asked`)?.record
  if (record?.kind === "event" && record.event.type === "approval.asked") return record.event.detail
  return parts.secrets.redact(await request.detail())
}
