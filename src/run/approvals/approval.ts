import type { ApprovalRule } from "../../protocol/log/approval.ts"
import type { ApprovalPolicy } from "../../protocol/log/environment.ts"
import type { AskedNetwork, FileRisk } from "../../protocol/log/event.ts"
import { keyIn } from "../../protocol/log/key.ts"
import { escapeGlob } from "../../text/glob.ts"
import type { Access, AnyTool } from "../../tools/tool.ts"
import { isAllowed } from "../../view/apply/apply-question.ts"
import type { RunParts } from "../core/run-parts.ts"
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
  /** The files of the call that other programs run later; asked about unless the policy is `full`. */
  readonly runLater?: () => Promise<readonly string[]>
  /** The command line, where the call runs one. */
  readonly command?: string | undefined
  /** Worked out only when somebody is asked: a diff can be large. */
  readonly detail: () => Promise<string>
  /** What in that detail, as it is before secrets are taken out, deserves a second look. */
  readonly fileRisks?: (detail: string) => readonly FileRisk[]
}

const CLEARED: Clearance = { kind: "cleared" }

/** `rule`: what the answer may be remembered as. `about`: where it is no mere call. `later`: files that other programs run later. */
type Asking = {
  readonly kind: "ask"
  readonly about?: "check" | "exception" | "network" | undefined
  readonly rule?: ApprovalRule | undefined
  readonly later?: readonly string[]
}

type Ruling = Clearance | Asking

/** Decides by rules and policy, and asks where they say so. What a rule denies nobody is asked about. */
export async function clear(parts: RunParts, request: ApprovalRequest): Promise<Clearance> {
  const ruling = await ruled(parts, request)
  if (ruling.kind !== "ask") return ruling
  return askForApproval(parts, request, ruling)
}

async function ruled(parts: RunParts, request: ApprovalRequest): Promise<Ruling> {
  const { tool } = request
  const rules = rulesOf(parts)
  const word = rules.length === 0 ? undefined : wordOfRules(rules, tool.name, await request.subject())
  const denial = denialOf(parts, request, word)
  if (denial !== undefined) return forbidden(denial)
  if (request.isGranted && request.confinement !== "leaves") return CLEARED
  const rule = approvalRule(parts.environment.approve, tool.access)
  if (rule === "refuse" && !request.reads) return forbidden(`${tool.name} is not allowed: this run is read-only`)
  // What was said of this very call counts before what was said of calls like it.
  const about = aboutOf(request)
  if (recordedAnswer(parts, questionId(request))) return { kind: "ask", about }
  const later = await ruledLater(parts, request, rules)
  if (later) return later
  const { network } = request
  if (isAllowed(parts.tally.current, { about, tool: tool.name, network })) return CLEARED
  const hosts = about === "network" && network ? networkRule(network) : undefined
  if (word === "ask" || request.confinement === "leaves") return { kind: "ask", about, rule: hosts }
  if (rule !== "ask" || word === "allow" || isHarmless(request)) return CLEARED
  return { kind: "ask", about, rule: ruleToRemember(tool, await request.subject()) }
}

/** What a rule denies, whatever else was said. */
function denialOf(parts: RunParts, { tool, network }: ApprovalRequest, word: ApprovalRule["decision"] | undefined) {
  if (word === "deny") return `a rule of this run denies this call of ${tool.name}`
  const [host] = network ? deniedHosts(parts, network) : []
  return host === undefined ? undefined : `a rule of this run denies network access to ${host}`
}

/** The way out of the sandbox as a whole is an exception: neither rules nor what was allowed for the rest of the run open it. */
function aboutOf({ about, confinement, network }: ApprovalRequest): "check" | "exception" | "network" | undefined {
  if (confinement !== "leaves") return about
  return network && !network.whole ? "network" : "exception"
}

/**
 * A file that other programs run later is asked about by itself: that a tool may write for the rest of the run does not cover it, nor
 * does a rule that allows the tool as such. Only a rule that names the file does.
 */
async function ruledLater(
  { environment }: RunParts,
  { tool, runLater }: ApprovalRequest,
  rules: readonly ApprovalRule[],
): Promise<Asking | undefined> {
  const paths = environment.approve === "full" ? [] : ((await runLater?.()) ?? [])
  const [path, ...more] = paths
  if (path === undefined) return undefined
  const naming = rules.filter(({ match }) => match !== undefined)
  if (wordOfRules(naming, tool.name, { kind: "paths", paths }) === "allow") return undefined
  const rule = { tool: tool.name, match: escapeGlob(path), decision: "allow" } as const
  return { kind: "ask", about: "exception", later: paths, ...(more.length === 0 ? { rule } : {}) }
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

async function askForApproval(parts: RunParts, request: ApprovalRequest, asking: Asking): Promise<Clearance> {
  const question = await questionFor(parts, request, asking)
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

async function questionFor(parts: RunParts, request: ApprovalRequest, asking: Asking) {
  const { tool, summary, network } = request
  const { about } = asking
  const id = questionId(request)
  const asked = askedBefore(parts, id)
  if (asked) return asked
  const rule = asking.rule && redacted(parts, asking.rule)
  const shown = await shownDetail(parts, request, asking)
  const named = { id, ...(about ? { about } : {}), tool: tool.name }
  const question = { kind: "approval", ...named, summary, ...shown, ...(rule ? { rule } : {}) } as const
  return {
    ...question,
    ...(network ? { network } : {}),
    ...(request.command === undefined ? {} : shownCommand(parts, tool, request.command)),
  }
}

/** Where taking out a secret changed the number of lines, none of them is where it was: then the risk is one of the whole file. */
async function shownDetail({ secrets }: RunParts, request: ApprovalRequest, { later = [] }: Asking) {
  const whole = await request.detail()
  const detail = secrets.redact(whole)
  const risks = withLater(request.fileRisks?.(whole) ?? [], later)
  if (risks.length === 0) return { detail }
  const isSameLength = detail.split("\n").length === whole.split("\n").length
  const file_risks = risks.map(({ path, risk, lines }) => ({
    path: secrets.redact(path),
    risk,
    ...(isSameLength && lines ? { lines } : {}),
  }))
  return { detail, file_risks }
}

/** A file may run later by another name than the one that it is written by. */
function withLater(risks: readonly FileRisk[], later: readonly string[]): readonly FileRisk[] {
  const isMarked = (name: string) => risks.some(({ path, risk }) => path === name && risk === "runs_later")
  return [...risks, ...later.filter((path) => !isMarked(path)).map((path) => ({ path, risk: "runs_later" as const }))]
}

/** Of the question that a call is asked about by. */
export function questionId({ key }: Pick<ApprovalRequest, "key">): string {
  return keyIn(key, "approval")
}

function redacted({ secrets }: RunParts, rule: ApprovalRule): ApprovalRule {
  return rule.match === undefined ? rule : { ...rule, match: secrets.redact(rule.match) }
}
