import type { ApprovalRule } from "../../protocol/approval.ts"
import type { ApprovalPolicy } from "../../protocol/environment.ts"
import type { AskedNetwork, FileRisk } from "../../protocol/event.ts"
import { keyIn } from "../../protocol/key.ts"
import type { Access, AnyTool } from "../../tools/tool.ts"
import { isAllowed } from "../../view/apply-question.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { askedBefore, askUser, recordedAnswer } from "../questions/question.ts"
import { ruleToRemember, wordOfRules } from "./approval-rules.ts"
import { type Subject, shownCommand } from "./approval-subject.ts"
import type { ShellReach } from "./confinement.ts"
import { earlierRefusal } from "./earlier-refusal.ts"
import { deniedHosts, networkRule } from "./network.ts"

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

export type ApprovalRequest = {
  readonly key: string
  /** A check of the project's is no call: nothing that is said of it holds for a tool. */
  readonly about?: "check" | undefined
  /** The name that rules go by. */
  readonly tool: Pick<AnyTool, "name" | "access" | "traits">
  /** What rules look at. */
  readonly subject: () => Promise<Subject>
  readonly summary: string
  /** A command that is known to read only: no more than reading a file. */
  readonly reads?: boolean
  /** What it can do where it runs; nothing said: anything. */
  readonly confinement?: ShellReach
  /** What of the network it asks for and does not have. */
  readonly network?: AskedNetwork | undefined
  /** The user saw this very call and allowed it. */
  readonly isGranted?: boolean
  /** The command line, where the call runs one. */
  readonly command?: string | undefined
  /** Worked out only when somebody is asked: a diff can be large. */
  readonly detail: () => Promise<string>
  /** What in that detail, as it is before secrets are taken out, deserves a second look. */
  readonly fileRisks?: (detail: string) => readonly FileRisk[]
}

const CLEARED: Clearance = { kind: "cleared" }

/** `remembers`: the answer may become a rule. */
type Ruling = Clearance | { readonly kind: "ask"; readonly remembers: boolean }

/** Decides by rules and policy, and asks where they say so. What a rule denies nobody is asked about. */
export async function clear(parts: RunParts, request: ApprovalRequest): Promise<Clearance> {
  const ruling = await ruled(parts, request)
  if (ruling.kind !== "ask") return ruling
  return askForApproval(parts, request, ruling.remembers ? await request.subject() : undefined)
}

/** Whether it may be done without a question to anybody. */
export async function isClearUnasked(parts: RunParts, request: ApprovalRequest): Promise<boolean> {
  return (await ruled(parts, request)).kind === "cleared"
}

async function ruled(parts: RunParts, request: ApprovalRequest): Promise<Ruling> {
  const { tool, reads, isGranted } = request
  const rules = rulesOf(parts)
  const word = rules.length === 0 ? undefined : wordOfRules(rules, tool.name, await request.subject())
  if (word === "deny") return forbidden(`a rule of this run denies this call of ${tool.name}`)
  const [host] = request.network ? deniedHosts(parts, request.network) : []
  if (host !== undefined) return forbidden(`a rule of this run denies network access to ${host}`)
  if (isGranted && request.confinement !== "leaves") return CLEARED
  const rule = approvalRule(parts.environment.approve, tool.access)
  if (rule === "refuse" && !reads) return forbidden(`${tool.name} is not allowed: this run is read-only`)
  // What was said of this very call counts before what was said of calls like it.
  if (recordedAnswer(parts, questionId(request))) return { kind: "ask", remembers: false }
  const { network } = request
  if (isAllowed(parts.tally.current, { about: aboutOf(request), tool: tool.name, network })) return CLEARED
  if (word === "ask" || request.confinement === "leaves") return { kind: "ask", remembers: false }
  if (rule !== "ask" || word === "allow" || isHarmless(request)) return CLEARED
  return { kind: "ask", remembers: true }
}

/** The way out of the sandbox as a whole is an exception: neither rules nor what was allowed for the rest of the run open it. */
function aboutOf({ about, confinement, network }: ApprovalRequest): "check" | "exception" | "network" | undefined {
  if (confinement !== "leaves") return about
  return network && !network.whole ? "network" : "exception"
}

function isHarmless({ confinement }: ApprovalRequest): boolean {
  return confinement === "confined" || confinement === "reads"
}

/** Those it was started with, and what the user added since. */
function rulesOf({ environment, tally }: RunParts): ApprovalRule[] {
  return [...(environment.rules ?? []), ...tally.current.rememberedRules]
}

function forbidden(reason: string): Clearance {
  return { kind: "refused", reason, violates: true }
}

/** Without a subject there is nothing to remember: a rule says that it is to be asked about each time. */
async function askForApproval(parts: RunParts, request: ApprovalRequest, subject?: Subject): Promise<Clearance> {
  const question = await questionFor(parts, request, subject)
  const answer = earlierRefusal(parts, question) ?? (await askUser(parts, question))
  if (answer.kind !== "approval") return CLEARED
  if (answer.decision === "remember" && question.rule) await parts.remember?.(question.rule)
  if (answer.decision !== "deny") return CLEARED
  return {
    kind: "refused",
    reason: `the user did not allow it${answer.reason ? `: ${answer.reason}` : ""}`,
    violates: false,
  }
}

async function questionFor(parts: RunParts, request: ApprovalRequest, subject: Subject | undefined) {
  const { tool, summary, network } = request
  const about = aboutOf(request)
  const id = questionId(request)
  const asked = askedBefore(parts, id)
  if (asked) return asked
  const hosts = network && about === "network" ? networkRule(network) : undefined
  const rule = hosts ?? (subject && redacted(parts, ruleToRemember(tool, subject)))
  const shown = await shownDetail(parts, request)
  const named = { id, ...(about ? { about } : {}), tool: tool.name }
  const question = { kind: "approval", ...named, summary, ...shown, ...(rule ? { rule } : {}) } as const
  return {
    ...question,
    ...(network ? { network } : {}),
    ...(request.command === undefined ? {} : shownCommand(parts, tool, request.command)),
  }
}

/** Where taking out a secret changed the number of lines, none of them is where it was: then the risk is one of the whole file. */
async function shownDetail({ secrets }: RunParts, request: ApprovalRequest) {
  const whole = await request.detail()
  const detail = secrets.redact(whole)
  const risks = request.fileRisks?.(whole) ?? []
  if (risks.length === 0) return { detail }
  const isSameLength = detail.split("\n").length === whole.split("\n").length
  const file_risks = risks.map(({ path, risk, lines }) => ({
    path: secrets.redact(path),
    risk,
    ...(isSameLength && lines ? { lines } : {}),
  }))
  return { detail, file_risks }
}

/** Of the question that a call is asked about by. */
export function questionId({ key }: Pick<ApprovalRequest, "key">): string {
  return keyIn(key, "approval")
}

function redacted({ secrets }: RunParts, rule: ApprovalRule): ApprovalRule {
  return rule.match === undefined ? rule : { ...rule, match: secrets.redact(rule.match) }
}
