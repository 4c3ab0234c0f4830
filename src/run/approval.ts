import type { ApprovalRule } from "../protocol/approval.ts"
import type { ApprovalPolicy } from "../protocol/environment.ts"
import type { OpenQuestion } from "../protocol/run.ts"
import type { Access, AnyTool } from "../tools/tool.ts"
import { ruleToRemember, wordOfRules } from "./approval-rules.ts"
import { type Subject, subjectOf } from "./approval-subject.ts"
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
  readonly tool: AnyTool
  readonly input: unknown
  readonly summary: string
  /** A command that is known to read only: no more than reading a file. */
  readonly reads: boolean
  /** The user saw this very call and allowed it. */
  readonly isGranted: boolean
  /** Worked out only when somebody is asked: a diff can be large. */
  readonly detail: () => Promise<string>
}

const CLEARED: Clearance = { kind: "cleared" }

/** Decides by rules and policy, and asks where they say so. What a rule denies nobody is asked about. */
export async function clear(parts: RunParts, request: ApprovalRequest): Promise<Clearance> {
  const { tool, reads, isGranted } = request
  const subject = await subjectOf(parts, tool, request.input)
  const word = wordOfRules(rulesOf(parts), tool.name, subject)
  if (word === "deny") return forbidden(`a rule of this run denies this call of ${tool.name}`)
  if (isGranted) return CLEARED
  const rule = approvalRule(parts.environment.approve, tool.access)
  if (rule === "refuse" && !reads) return forbidden(`${tool.name} is not allowed: this run is read-only`)
  if (parts.tally.view.allowedTools.includes(tool.name)) return CLEARED
  if (word === "ask") return askForApproval(parts, request, undefined)
  return rule === "ask" && word !== "allow" ? askForApproval(parts, request, subject) : CLEARED
}

/** Those it was started with, and what the user added since. */
function rulesOf({ environment, tally }: RunParts): ApprovalRule[] {
  return [...(environment.rules ?? []), ...tally.view.rememberedRules]
}

function forbidden(reason: string): Clearance {
  return { kind: "refused", reason, violates: true }
}

/** Without a subject there is nothing to remember: a rule says that it is to be asked about each time. */
async function askForApproval(
  parts: RunParts,
  request: ApprovalRequest,
  subject: Subject | undefined,
): Promise<Clearance> {
  const question = await questionFor(parts, request, subject)
  const answer = await askUser(parts, question)
  if (answer.kind !== "approval") return CLEARED
  if (answer.decision === "remember" && question.rule) await parts.remember?.(question.rule)
  if (answer.decision !== "deny") return CLEARED
  return {
    kind: "refused",
    reason: `the user did not allow it${answer.reason ? `: ${answer.reason}` : ""}`,
    violates: false,
  }
}

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** On replay the user was shown what the log says, whatever the workspace looks like now. */
async function questionFor(
  parts: RunParts,
  request: ApprovalRequest,
  subject: Subject | undefined,
): Promise<Approval> {
  const { key, tool, summary } = request
  const asked = { kind: "approval", id: `${key}/approval`, tool: tool.name, summary } as const
  const record = parts.journal.find(`${asked.id}#asked`)?.record
  if (record?.kind === "event" && record.event.type === "approval.asked") {
    const { detail, rule } = record.event
    return { ...asked, detail, ...(rule ? { rule } : {}) }
  }
  const rule = subject && redacted(parts, ruleToRemember(tool, subject))
  return { ...asked, detail: parts.secrets.redact(await request.detail()), ...(rule ? { rule } : {}) }
}

function redacted({ secrets }: RunParts, rule: ApprovalRule): ApprovalRule {
  return rule.match === undefined ? rule : { ...rule, match: secrets.redact(rule.match) }
}
