import type { ApprovalRule, RuleDecision } from "../../protocol/log/approval.ts"
import { escapeGlob, globFits, literalOf } from "../../text/glob.ts"
import { SHELL_TOOLS } from "../../tools/built-in.ts"
import { type ShellCommand, splitCommands } from "../../tools/shell/shell-words.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { pathsOutside } from "../constraints/scope.ts"
import type { Subject } from "./approval-subject.ts"
import { usefulPattern } from "./useful-pattern.ts"

/**
 * What the rules say of a call; `undefined` if nothing. A rule that holds back fits as soon as some part of the call does; one that
 * allows must cover all of it.
 */
export function wordOfRules(rules: readonly ApprovalRule[], tool: string, subject: Subject): RuleDecision | undefined {
  const concerned = rules.filter((rule) => concerns(rule, tool, subject))
  for (const decision of ["deny", "ask"] as const)
    if (concerned.some((rule) => rule.decision === decision && touches(rule.match, subject))) return decision
  const allowing = concerned.filter(({ decision }) => decision === "allow")
  return allowing.length > 0 && covers(allowing, subject) ? "allow" : undefined
}

/** The rule that "always in this folder" stands for: this check or build with any arguments, else this very command; this site, or this tool. */
export function ruleToRemember({ name }: Pick<AnyTool, "name">, subject: Subject): ApprovalRule {
  if (subject.kind === "command")
    return { tool: name, match: usefulPattern(subject.line) ?? escapeGlob(subject.line), decision: "allow" }
  const origin = subject.kind === "url" ? URL.parse(subject.url)?.origin : undefined
  if (origin && origin !== "null") return { tool: name, match: `${escapeGlob(origin)}/*`, decision: "allow" }
  return { tool: name, decision: "allow" }
}

/**
 * What is said of a command line holds for every tool that runs command lines; only what is allowed the engine's own shell is
 * not allowed thereby to others, which may run it anywhere.
 */
function concerns(rule: ApprovalRule, tool: string, subject: Subject): boolean {
  const isShared = subject.kind === "command" && (rule.decision !== "allow" || subject.foreign === undefined)
  const names = rule.match !== undefined && isShared ? SHELL_TOOLS : []
  return [tool, ...names].some((name) => globFits(rule.tool, name))
}

function touches(match: string | undefined, subject: Subject): boolean {
  if (match === undefined) return true
  switch (subject.kind) {
    case "command":
      return [...spellings(subject.line), ...(subject.foreign ?? [])].some((text) => commandFits(match, text))
    case "paths":
      return subject.paths.some((path) => globFits(match, path) || pathsOutside([path], [match]).length === 0)
    case "url":
      return globFits(match, subject.url)
    case "call":
      return globFits(match, subject.text)
  }
}

function covers(rules: readonly ApprovalRule[], subject: Subject): boolean {
  const patterns = rules.map(({ match }) => match ?? "*")
  if (patterns.includes("*")) return true
  switch (subject.kind) {
    case "command":
      return patterns.some((match) => literalOf(match) === subject.line) || coversParts(patterns, subject.line)
    case "paths":
      return pathsOutside(subject.paths, patterns).length === 0
    case "url":
      return patterns.some((match) => urlFits(match, subject.url))
    case "call":
      return patterns.some((match) => globFits(match, subject.text))
  }
}

/** A line whose parts can't be told apart, or one that writes into a file, is more than its words. */
function coversParts(patterns: readonly string[], line: string): boolean {
  const commands = splitCommands(line)
  if (!commands || commands.length === 0) return false
  return commands.every((command) => {
    const writes = command.writesTo.some((path) => path !== "/dev/null")
    return !writes && patterns.some((match) => commandFits(match, textOf(command)))
  })
}

/** `npm test *` is `npm test` with any arguments, or none. */
function commandFits(match: string, text: string): boolean {
  return globFits(match, text) || (/[^\\] \*$/.test(match) && globFits(match.slice(0, -2), text))
}

function textOf({ words }: ShellCommand): string {
  return words.map(({ text }) => text).join(" ")
}

/** A star before the path stays before it: `https://*.example.org/*` is no address that only mentions it further on. */
function urlFits(match: string, url: string): boolean {
  const [pattern, address] = [splitUrl(match), splitUrl(url)]
  return globFits(pattern.site, address.site) && globFits(pattern.rest, address.rest)
}

function splitUrl(url: string): { site: string; rest: string } {
  const [, site = url, rest = ""] = /^([^/]*:\/\/[^/?#]*)(.*)$/s.exec(url) ?? []
  return { site, rest }
}

/** Programs that run the command in their arguments. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "sudo doas env xargs nohup time exec command nice timeout sh bash zsh dash eval busybox".split(" "),
)

/**
 * Every way to read a command in a line, for rules that hold it back: the line, its parts as a shell sees them and as they are
 * spelled, and what stands behind a program that only runs another. Rather one too many than one too few.
 */
export function spellings(line: string): string[] {
  const parsed = (splitCommands(line) ?? []).map(textOf)
  const spelled = line.split(/[;&|\n(){}`$"']+/).map((part) => part.trim())
  const parts = [...parsed, ...spelled].filter((part) => part !== "")
  return [line, ...parts, ...parts.flatMap(unwrapped)]
}

function unwrapped(part: string): string[] {
  const words = part.split(/\s+/)
  const start = words.findIndex((word) => !/^\w+=/.test(word))
  const own = start > 0 ? [words.slice(start).join(" ")] : []
  const [program = ""] = words.slice(Math.max(start, 0))
  if (!WRAPPERS.has(program.replace(/^.*\//, ""))) return own
  return words.map((_word, at) => words.slice(at).join(" "))
}
