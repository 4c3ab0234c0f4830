import { LIMITS, type Limit, type LimitName } from "../../options/declared/limits.ts"
import { typedFlag } from "../../options/flag-name.ts"
import type { OpenQuestion, RunResult } from "../../protocol/run.ts"
import { questionText } from "../../run/ending/waiting-report.ts"
import { type Dictionary, speaker } from "../../text/dictionary.ts"
import { parseJson } from "../../text/parse-json.ts"
import { planLines } from "../plan/plan-lines.ts"

/** How one goes on from a shell. */
export const SHELL_WORDS = {
  resume: ["- **Go on with:** `{}`", "- **继续执行:** `{}`"],
  "resume.running": ["Go on with: {}", "继续执行：{}"],
  answer: ["Answer with: {}", "回答方式：{}"],
} as const satisfies Dictionary

const say = speaker(SHELL_WORDS)

/**
 * What the run was asked for, which other programs may read: the answer in the model's words. Empty where there is none: a run that
 * waits has questions, and a report that the engine made up from the log is no answer.
 */
export function answerInShell({ outcome, summary, summary_layer }: RunResult): string {
  const hasEnded = outcome !== "waiting" && outcome !== "running"
  return hasEnded && !MADE_UP.includes(summary_layer) ? summary : ""
}

const MADE_UP: readonly string[] = ["stitched", "composed"]

/** What there is to tell beside the answer: the facts and how to go on, or the questions. Empty after a plain answer. */
export function remarksInShell(result: RunResult, where: Where = "shell"): string {
  if (result.plain) return ""
  if (answerInShell(result) === "") return messageInShell(result, where)
  return messageInShell({ ...result, message: result.facts }, where)
}

/** A conversation has commands of its own. */
export type Where = "shell" | "conversation"

/** What a run says, and the commands that go on with it; the engine knows none of them. */
export function messageInShell(result: RunResult, where: Where = "shell"): string {
  const { outcome, questions, message } = result
  if (outcome === "done") return message
  return questions.length > 0 && outcome === "waiting" ? withAnswers(result, where) : withResume(result, where)
}

function withResume(result: RunResult, where: Where): string {
  const { outcome, language, message } = result
  const hasEnded = outcome !== "running" && outcome !== "waiting"
  const line = say(language, hasEnded ? "resume" : "resume.running", resumeCommand(result, where))
  return `${message}\n${line}`
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

function withAnswers({ run_id, language, questions }: RunResult, where: Where): string {
  const command = (question: OpenQuestion, index: number) =>
    where === "conversation"
      ? IN_CONVERSATION
      : `keelson answer ${run_id}${questions.length > 1 ? ` -q ${index + 1}` : ""} ${waysOf(question)}`
  return questions
    .map((question, index) => {
      const how = say(language, "answer", command(question, index))
      return `${questionText(language, asList(question))}\n${how}`
    })
    .join("\n\n")
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
