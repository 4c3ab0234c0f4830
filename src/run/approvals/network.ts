import type { ApprovalRule } from "../../protocol/log/approval.ts"
import type { AskedHost, AskedNetwork } from "../../protocol/log/event.ts"
import { domainText, includes, readDomain } from "../../tools/network/domain.ts"
import type { NetworkAccess } from "../../tools/network/network-access.ts"
import type { RegistryNeeds } from "../../tools/network/registry-hosts.ts"
import { subjectOf, traitsOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { RunParts } from "../core/run-parts.ts"
import { askedBefore, recordedAnswer } from "../questions/question.ts"

/** What rules about the network go by in place of a tool's name; their `match` is a list of domains with blanks between them. */
export const NETWORK_RULES = "network"

const RESOLVING_MS = 3000

type Place = Pick<RunParts, "clock" | "environment" | "sandbox" | "tally" | "workspace">
/** A command that asks for the network: for its project's registries, or for these domains. */
type Wish = { readonly command: string; readonly network: true | readonly string[] }

/** What a call asks for and does not have yet; `undefined` where it has all of it, asks for nothing, or nobody is to be asked. */
export async function askedNetwork(parts: Place, tool: AnyTool, input: unknown): Promise<AskedNetwork | undefined> {
  const { environment, sandbox } = parts
  const wish = environment.network === true ? undefined : wishOf(tool, input)
  if (!wish || (environment.approve !== "ask" && environment.approve !== "edits")) return undefined
  const needs = await needsOf(parts, wish)
  const registries = needs.names.length > 0 ? { registries: [...needs.names] } : {}
  if (!sandbox?.byDomain) return { hosts: needs.domains.map((name) => ({ name })), ...registries, whole: true }
  const missing = needs.domains.filter((name) => !isGranted(parts, name))
  if (missing.length === 0) return undefined
  const hosts = await Promise.all(missing.map((name) => described(parts, name, needs)))
  return { hosts, ...registries }
}

/** What "always in this folder" stands for. That a name leads into a private network is for the user's own config to say. */
export function networkRule({ hosts }: AskedNetwork): ApprovalRule | undefined {
  if (hosts.some(({ closed }) => closed !== undefined)) return undefined
  return { tool: NETWORK_RULES, match: hosts.map(({ name }) => name).join(" "), decision: "allow" }
}

/** Those of the hosts that a rule denies. */
export function deniedHosts(parts: Pick<Place, "environment" | "tally">, { hosts }: AskedNetwork): readonly string[] {
  const denied = ruledDomains(parts, "deny")
  return hosts.map(({ name }) => name).filter((name) => denied.some((entry) => isIncluded(entry, name)))
}

/** What of the network a call has where it runs. Whoever asked for more was allowed it, or would not be here. */
export async function accessFor(
  parts: RunParts,
  { question, tool, input }: { readonly question: string; readonly tool: AnyTool; readonly input: unknown },
): Promise<boolean | NetworkAccess> {
  const { environment, sandbox } = parts
  if (environment.network === true || !sandbox) return environment.network === true
  const wish = wishOf(tool, input)
  const isAsked = environment.approve === "ask" || environment.approve === "edits"
  if (!sandbox.byDomain) return wish !== undefined && isAsked
  const listed = listedDomains(parts)
  const more = wish && environment.approve !== "read-only" ? await granted(parts, question, wish) : []
  const domains = [...listed, ...more.map(({ name }) => name)]
  if (domains.length === 0) return false
  const closed = [...listed, ...more.filter((host) => host.closed !== undefined).map(({ name }) => name)]
  return { domains, closed, denied: ruledDomains(parts, "deny"), isStanding: more.length === 0 }
}

/** Where a run asks nobody, a command has what it asks for. */
async function granted(parts: RunParts, question: string, wish: Wish): Promise<AskedHost[]> {
  const since = [...parts.tally.current.allowedHosts, ...ruledDomains(parts, "allow").map((name) => ({ name }))]
  if (parts.environment.approve !== "full") return [...since, ...allowedBy(parts, question)]
  const { domains, own } = await needsOf(parts, wish)
  return [...since, ...domains.map((name) => (own.includes(name) ? { name, closed: "own" } : { name }))]
}

/** What the call's own question was about, if the answer was yes. */
function allowedBy(parts: RunParts, question: string): readonly AskedHost[] {
  const answer = recordedAnswer(parts, question)
  if (answer?.kind !== "approval" || answer.decision === "deny") return []
  const { about, network } = askedBefore(parts, question) ?? {}
  return about === "network" ? (network?.hosts ?? []) : []
}

function wishOf(tool: AnyTool, input: unknown): Wish | undefined {
  const subject = traitsOf(tool).shell === true ? subjectOf(tool, input) : undefined
  if (subject?.kind !== "command") return undefined
  const { command, network = false } = subject
  return network === false || (Array.isArray(network) && network.length === 0) ? undefined : { command, network }
}

/** The registries that `true` means, or the domains as they are usually spelled. */
async function needsOf({ workspace }: Place, { command, network }: Wish): Promise<RegistryNeeds> {
  if (network !== true) {
    const domains = network.map(readDomain).flatMap((domain) => (domain ? [domainText(domain)] : []))
    return { names: [], domains: [...new Set(domains)], named: [], own: [] }
  }
  const { registryNeeds } = await import("../../tools/network/registry-hosts.ts")
  const stand = await workspace.resolve(workspace.stand).catch(() => workspace.root)
  return registryNeeds(command, [...new Set([workspace.root, stand])])
}

function isGranted(parts: Place, name: string): boolean {
  const { allowedHosts } = parts.tally.current
  const given = [...listedDomains(parts), ...ruledDomains(parts, "allow"), ...allowedHosts.map((host) => host.name)]
  const denied = ruledDomains(parts, "deny")
  return given.some((entry) => isIncluded(entry, name)) && !denied.some((entry) => isIncluded(entry, name))
}

function listedDomains({ environment }: Pick<Place, "environment">): readonly string[] {
  return typeof environment.network === "boolean" ? [] : environment.network
}

function ruledDomains(
  { environment, tally }: Pick<Place, "environment" | "tally">,
  wanted: "allow" | "deny",
): string[] {
  const rules = [...(environment.rules ?? []), ...tally.current.rememberedRules]
  return rules
    .filter(({ tool, decision }) => tool === NETWORK_RULES && decision === wanted)
    .flatMap(({ match = "" }) => match.split(/\s+/).filter(Boolean))
}

function isIncluded(entry: string, name: string): boolean {
  const [outer, inner] = [readDomain(entry), readDomain(name)]
  return outer !== undefined && inner !== undefined && includes(outer, inner)
}

/** With what a person should know of it before they allow it. */
async function described({ clock }: Place, name: string, { named }: RegistryNeeds): Promise<AskedHost> {
  const { closedKindOf } = await import("../../tools/network/network-access.ts")
  const domain = readDomain(name)
  const limit = Promise.withResolvers<undefined>()
  const callOff = clock.after(RESOLVING_MS, () => limit.resolve(undefined))
  const closed = domain && (await Promise.race([closedKindOf(domain), limit.promise]))
  callOff()
  return { name, ...(closed ? { closed } : {}), ...(named.includes(name) ? { named: true } : {}) }
}
