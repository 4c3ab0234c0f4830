import type { Language } from "../../protocol/log/environment.ts"
import { gistOf } from "./normalise.ts"
import type { Alarm, AlarmLevel, Finding, ToolRun } from "./turn-record.ts"
import { counted, often, sayWhy } from "./words.ts"

const MOST_EVIDENCE = 4

/** What the model reads: the failure by its name, then at most three ways on; the user's word where it was asked for. */
export function guidance({ level, reason, evidence, suggestion }: Alarm, said?: string): string {
  return [
    `${OPENING[level]} ${reason}`,
    ...evidence.map((line) => `- ${line}`),
    ...(said === undefined ? ["Options:", suggestion] : ["The user was asked what to do and answered:", said]),
    ...(level === "guidance" ? [] : [OTHER_PLAN]),
  ].join("\n")
}

const OPENING: Readonly<Record<AlarmLevel, string>> = {
  guidance: "Stop and think:",
  replan: "You are still not making progress:",
  ask: "You are still not making progress:",
  fail: "This has not worked:",
}

const OTHER_PLAN = "Change your approach: do something else than the calls named above."

export function suggestion(ways: readonly string[]): string {
  return ways
    .slice(0, 3)
    .map((way, index) => `${index + 1}. ${way}`)
    .join("\n")
}

type Repeated = { readonly run: ToolRun; readonly times: number; readonly same: "call" | "tool" }

export function repeated(language: Language, { run, times, same }: Repeated): Finding {
  const howOften = often(language, times)
  const reason =
    same === "tool"
      ? sayWhy(language, "repeated_tool", run.tool, howOften)
      : sayWhy(language, "repeated_call", quoted(run.title), howOften, quoted(gistOf(run.text)))
  return {
    detector: "repeated_call",
    reason,
    evidence: [],
    ways: [
      "Use the result you already have; it will not change by itself.",
      run.status === "done"
        ? "Continue with what the result tells you."
        : "Change what makes it fail before you run it again.",
      "Find out what is missing with another tool or other arguments.",
    ],
  }
}

export function alternating(language: Language, [first, second]: readonly [ToolRun, ToolRun], times: number): Finding {
  return {
    detector: "alternation",
    reason: sayWhy(
      language,
      "alternation",
      quoted(first.title),
      quoted(second.title),
      sayWhy(language, "times", times),
    ),
    evidence: shown([first, second]),
    ways: [
      "Stop calling both: you know their results.",
      "Work on the cause that the results point to.",
      "Do something other than these two.",
    ],
  }
}

export function failingOn(language: Language, run: ToolRun, times: number): Finding {
  return {
    detector: "same_failure",
    reason: sayWhy(
      language,
      "same_failure",
      quoted(run.title),
      sayWhy(language, "times", times),
      quoted(gistOf(run.text)),
    ),
    evidence: [],
    ways: [
      "Read the failing line and what it calls before the next change.",
      "Make sure that the code you changed is the code that runs, and not another copy, an old build or a cache.",
      "Undo the changes that made no difference, and test one assumption at a time.",
    ],
  }
}

export function anomalous(language: Language, runs: readonly ToolRun[]): Finding {
  return {
    detector: "result_anomaly",
    reason: sayWhy(language, "result_anomaly", counted(language, runs.length, "tool run")),
    evidence: shown(runs),
    ways: [
      "Look at what exists (list the files, read the closest one) instead of guessing names.",
      "Question the assumptions behind these calls; one of them is wrong.",
      "Continue without it, and say at the end what could not be found.",
    ],
  }
}

export function drifting(language: Language, violations: readonly string[]): Finding {
  return {
    detector: "plan_drift",
    reason: sayWhy(
      language,
      "plan_drift",
      counted(language, violations.length, "call"),
      [...new Set(violations)].map(quoted).join(", "),
    ),
    evidence: [],
    ways: [
      "Use only the tools that are offered, within the files you may change.",
      "Reach the goal with a tool that is allowed here.",
      "If that is impossible, leave it out and say so.",
    ],
  }
}

export function stuck(language: Language, turns: number, runs: readonly ToolRun[]): Finding {
  return {
    detector: "step_stuck",
    reason: sayWhy(
      language,
      "step_stuck",
      counted(language, turns, "turn"),
      counted(language, runs.length, "tool run"),
    ),
    evidence: shown(runs),
    ways: WAYS_FORWARD,
  }
}

export function slow(language: Language, turns: number, runs: readonly ToolRun[]): Finding {
  return {
    detector: "slow_progress",
    reason: sayWhy(language, "slow_progress", counted(language, turns, "turn")),
    evidence: shown(runs),
    ways: WAYS_FORWARD,
  }
}

type Part = { readonly idle: number; readonly turns: number; readonly runs: readonly ToolRun[] }

export function atCheckpoint(language: Language, { idle, turns, runs }: Part): Finding {
  return {
    detector: "slow_progress",
    reason: sayWhy(language, "at_checkpoint", idle, counted(language, turns, "turn")),
    evidence: shown(runs),
    ways: WAYS_FORWARD,
  }
}

const WAYS_FORWARD = [
  "If you know enough, take the next step.",
  "Split the problem into smaller questions, and answer one of them first.",
  "Try a different approach, with a tool or a file that you have not used yet.",
]

/** The newest, each once. */
function shown(runs: readonly ToolRun[]): string[] {
  const lines = runs.map((run) => `${quoted(run.title)} (${run.status}): ${quoted(gistOf(run.text))}`)
  return [...new Set(lines)].slice(-MOST_EVIDENCE)
}

/** What tools and models wrote is data: in quotes that it can't close. */
function quoted(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``
}
