import { LIMITS, type Limit, type LimitName } from "../../options/declared/limits.ts"
import { typedFlag } from "../../options/flag-name.ts"
import type { OpenQuestion, RunResult } from "../../protocol/log/run.ts"
import { questionText } from "../../run/finish/summary/waiting-report.ts"
import { parseJson } from "../../text/parse-json.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"
import { endFactsOf } from "../../view/facts-of.ts"
import { planLines } from "../plan/plan-lines.ts"

/** How one goes on from a shell. */
export const SHELL_WORDS = {
  resume: ["- **Go on with:** `{}`", "- **继续执行:** `{}`"],
  "resume.running": ["Go on with: {}", "继续执行：{}"],
  answer: ["Answer with: {}", "回答方式：{}"],
  check: ["- **Whole output of a check:** `{}`", "- **检查的完整输出:** `{}`"],
  waiting: ["- **Outcome:** waiting for you", "- **结果:** 等待您的回复"],
} as const satisfies Dictionary

const say = speaker(SHELL_WORDS)

/**
 * What the run was asked for: the answer in the model's words. Empty where there is none: a run that waits has questions, and a report
 * that the engine made up from the log is no answer.
 */
export function answerInShell(result: RunResult): string {
  return isMadeUp(result) ? "" : textInShell(result)
}

/** What an ended run says of itself, the engine's own report where the model gave no words; empty before the end. */
function textInShell({ outcome, summary }: RunResult): string {
  return outcome === "waiting" || outcome === "running" ? "" : summary
}

function isMadeUp({ summary_layer }: RunResult): boolean {
  return MADE_UP.includes(summary_layer)
}

const MADE_UP: readonly string[] = ["stitched", "composed"]

/**
 * What whoever reads nothing but standard output gets of an ended run, never nothing: the answer, or how the run ended and the engine's own report,
 * both Markdown.
 */
export function outputInShell(result: RunResult): { readonly outcome: string; readonly text: string } {
  const { head, answer } = toldInShell(result)
  const [outcome = ""] = head.split("\n")
  return { outcome: answer !== "" && isMadeUp(result) ? outcome : "", text: answer }
}

/** An end in the order in which it is read. `head`, `answer` and `rest` are Markdown; `next` is how to go on. */
export type ToldEnd = {
  /** How it came out, and if it is not done why, with what shows it. */
  readonly head: string
  /** The engine's own report where the model gave none. */
  readonly answer: string
  /** What it changed, and what else is known. */
  readonly rest: string
  readonly next: string
}

/** What is told of an end, and of a run that waits. After a plain answer there is nothing to tell beside it. */
export function toldInShell(result: RunResult, where: Where = "shell", soFar = ""): ToldEnd {
  const { outcome, questions, language, message, summary } = result
  const answer = textInShell(result)
  if (outcome === "waiting" && questions.length > 0)
    return { head: say(language, "waiting"), answer: "", rest: soFar, next: withAnswers(result, where) }
  const next = nextInShell(result, where)
  if (result.plain) return { head: "", answer, rest: "", next }
  const { head, rest } = endFactsOf(message, summary)
  return answer === "" ? { head: message, answer, rest: "", next } : { head, answer, rest, next }
}

/** How one goes on, and where the whole output of a red check is. */
function nextInShell(result: RunResult, where: Where): string {
  const { outcome, language } = result
  const checks = where === "shell" ? checkCommand(result) : []
  if (outcome === "done") return checks.join("\n")
  const hasEnded = outcome !== "running" && outcome !== "waiting"
  return [...checks, say(language, hasEnded ? "resume" : "resume.running", resumeCommand(result, where))].join("\n")
}

/** The report has a few lines of what is red. */
function checkCommand({ run_id, language, checks }: RunResult): string[] {
  const red = checks.find(({ status }) => status !== "passed")
  return red ? [say(language, "check", `keelson show ${run_id} --check ${shellWord(red.name)}`)] : []
}

function shellWord(name: string): string {
  return /^[\w./:@-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}

/** A conversation has commands of its own. */
export type Where = "shell" | "conversation"

/** What a run says, and the commands that go on with it; the engine knows none of them. */
export function messageInShell(result: RunResult, where: Where = "shell"): string {
  const { outcome, questions, message } = result
  if (outcome === "waiting" && questions.length > 0) return withAnswers(result, where)
  const next = nextInShell(result, where)
  return next === "" ? message : `${message}\n${next}`
}

/** What takes flags is said to the shell. */
function resumeCommand({ run_id, limit = "", blocked_at }: RunResult, where: Where): string {
  if (blocked_at !== undefined) return `keelson resume ${run_id} --fork`
  if (where === "conversation" && !(limit in LIMITS)) return IN_CONVERSATION
  return `keelson resume ${run_id}${limit in LIMITS ? ` ${limitFlag(limit as LimitName)}…` : ""}`
}

/** It takes the newest run that is open, which asks its questions anew. */
const IN_CONVERSATION = "/resume"

function limitFlag(name: LimitName): string {
  const { flag }: Limit = LIMITS[name]
  return flag ? `${typedFlag(flag.name)} ` : `--limit ${name}=`
}

function withAnswers(
  { run_id, language, questions }: Pick<RunResult, "run_id" | "language" | "questions">,
  where: Where,
): string {
  const ways = waysToAnswer({ run_id, language, questions }, where)
  return questions.map((question, index) => `${questionText(language, asList(question))}\n${ways[index]}`).join("\n\n")
}

/** How each question is answered, a line for each. */
export function waysToAnswer(
  { run_id, language, questions }: Pick<RunResult, "run_id" | "language" | "questions">,
  where: Where = "shell",
): readonly string[] {
  const command = (question: OpenQuestion, index: number) =>
    where === "conversation"
      ? IN_CONVERSATION
      : `keelson answer ${run_id}${questions.length > 1 ? ` -q ${index + 1}` : ""} ${waysOf(question)}`
  return questions.map((question, index) => say(language, "answer", command(question, index)))
}

/** A plan is read as a list; programs find it whole in \`--json\`. */
function asList(question: OpenQuestion): OpenQuestion {
  if (question.kind !== "approval" || question.about !== "plan") return question
  const plan = parseJson(question.detail)
  const lines = plan.ok ? planLines(plan.value, LIST_COLUMNS, (_format, text) => text) : undefined
  return lines ? { ...question, detail: lines.join("\n") } : question
}

const LIST_COLUMNS = 100

function waysOf(question: OpenQuestion): string {
  if (question.kind === "clarification") return '"…"'
  const { about, rule } = question
  if (about === "plan") return '--allow | --edit | --plan FILE | --deny "…"'
  return `--allow${about === "exception" ? "" : " | --always"}${rule ? " | --remember" : ""} | --deny "…"`
}
