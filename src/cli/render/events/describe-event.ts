import type { Language } from "../../../protocol/log/environment.ts"
import type { DurableEvent, Estimate } from "../../../protocol/log/event.ts"
import { namesOf } from "../../../protocol/log/key.ts"
import { isRepeated } from "../../../protocol/log/stage-kind.ts"
import { tellingLine } from "../../../run/context/telling-line.ts"
import { clip } from "../../../text/clip.ts"
import { amount, dollars, duration, percent, plural } from "../../../text/words/units.ts"
import { formName, say } from "../../../text/words/words.ts"
import { onOneLine } from "../../paint/text.ts"
import { describeCheck } from "./describe-check.ts"
import { describeGate } from "./describe-gate.ts"
import { plannedLine } from "./describe-plan.ts"
import { describeProcess } from "./describe-process.ts"

/** A fact in one line, and who did it where that is known; empty for those that another line tells. */
export function describeEvent(event: DurableEvent): string {
  const line = describe(event)
  return line === "" ? "" : `${line}${signature(event)}`
}

/** `user` is whoever runs the machine; what decided on an exception is told by its own line. */
function signature(event: DurableEvent): string {
  if (!("by" in event) || event.type === "exception.decided") return ""
  return event.by === undefined || event.by === "user" ? "" : ` (by ${onOneLine(event.by)})`
}

/** The whole of it is in the log, and where it is the answer on standard output. */
const MOST_SAID = 200

function describe(event: DurableEvent): string {
  switch (event.type) {
    case "run.started": {
      const { model, approve, workspace } = event.environment
      return `started: ${event.strategy}, ${model}, approve ${approve}, in ${workspace}`
    }
    case "run.resumed":
      return `resumed (epoch ${event.epoch})`
    case "run.forked":
      return `forked from ${event.from} at ${event.key}`
    case "run.archived":
      return `archived: ${event.archived}`
    case "source.opened":
      return `files of the source at ${event.commit}`
    case "work.delivered":
      return deliveredLine(event)
    case "state.changed":
      return `state ${event.state}`
    case "word.added":
      return toldLine(event)
    case "words.heard":
      return `${event.stage === "" ? "the run" : placeOf(event.stage)} has heard it`
    case "cancel.requested":
      return `cancelled: ${onOneLine(event.reason)}`
    case "limit.reached":
      return `limit reached: ${event.limit} (${event.used} of ${event.allowed})`
    case "summary.made":
      return `summary made (${event.layer})${event.quality ? `, quality: ${onOneLine(event.quality)}` : ""}`
    case "run.ended":
      return `ended: ${event.outcome.status}${"reason" in event.outcome ? `: ${onOneLine(event.outcome.reason)}` : ""}`
    case "clarification.asked":
      return `asked: ${event.questions.map(onOneLine).join(" / ")}`
    case "clarification.answered":
      return `answered: ${onOneLine(event.answer)}`
    case "approval.asked":
      // The question itself shows the command.
      return `approval asked: ${event.tool}${event.command === undefined ? ` ${onOneLine(event.summary)}` : ""}`
    case "undo.made":
      return `${event.undoes === null ? "undone" : "redone"}: ${plural(event.changes.length, "file")}`
    case "approval.answered":
      return `approval answered: ${event.decision}${event.edited === undefined ? "" : ", changed"}${event.reason ? `: ${onOneLine(event.reason)}` : ""}`
    default:
      return describeWork(event)
  }
}

function deliveredLine({
  branch,
  commit,
  reason,
  left_out,
}: Extract<DurableEvent, { type: "work.delivered" }>): string {
  const where = branch === null ? `no branch in the source: ${onOneLine(reason)}` : `branch ${branch} at ${commit}`
  return left_out.length === 0 ? where : `${where}; not kept: ${left_out.map(onOneLine).join(", ")}`
}

function toldLine({ text, now }: Extract<DurableEvent, { type: "word.added" }>): string {
  return `told ${now ? "at once" : "on the way"}: ${onOneLine(text)}`
}

type WorkEvent = Exclude<
  DurableEvent,
  {
    type: `${"run" | "source" | "work" | "state" | "cancel" | "limit" | "summary" | "clarification" | "approval" | "undo" | "word" | "words"}.${string}`
  }
>

function describeWork(event: WorkEvent): string {
  switch (event.type) {
    case "strategy.chosen":
      return `strategy ${event.strategy}: ${onOneLine(event.reason)}`
    case "steps.planned":
      return plannedLine(event)
    case "plan.cut":
      return `plan cut to ${plural(event.kept, "step")}; left out: ${event.dropped.map(onOneLine).join("; ")}`
    case "plan.replaced":
      return `planned anew: ${onOneLine(event.reason)}`
    case "thought.made":
      // Without a word of the model's there is nothing to say of it.
      return event.user_summary.trim() && `${placeOf(event.stage)}: ${clip(onOneLine(event.user_summary), MOST_SAID)}`
    case "note.made":
      return `note ${onOneLine(event.kind)}: ${onOneLine(event.title)}`
    // What changed in it is told by `todoLines`.
    case "todo.changed":
      return ""
    case "checks.found":
      return event.checks.length === 0
        ? "no checks found"
        : `checks: ${event.checks.map(({ name }) => name).join(", ")}`
    case "check.ended":
      return describeCheck(event)
    case "checkpoint.made":
      return ""
    case "checkpoint.missed":
      return event.why === undefined
        ? `the folder was not kept within ${duration(event.ms)}: no undo for what commands change in ${event.stage}`
        : `no checkpoint: ${onOneLine(event.why)}; no undo for what commands change in ${event.stage}`
    case "gate.ruled":
      return describeGate(event)
    case "deadlock.found":
      return `deadlock: ${event.waiting.map(({ step, why }) => `step ${step}: ${onOneLine(why)}`).join("; ")}`
    case "request.analysed":
      return `goal: ${onOneLine(event.analysis.core_goal)}`
    case "phases.planned":
      return `${plural(event.phases.length, "phase")} planned: ${event.phases.map(({ name }) => onOneLine(name)).join(", ")}`
    case "stage.started":
      return `${placeOf(event.stage)} started${isNumbered(event) ? "" : `: ${onOneLine(event.title)}`}`
    case "stage.ended":
      return `${placeOf(event.stage)} ${event.status}`
    case "stage.extended":
      return `${placeOf(event.stage)} goes on: ${onOneLine(event.why)} (${plural(event.left, "iteration")} left)`
    case "handover.made":
      return `${placeOf(event.stage)} begins with ${plural(event.results.length, "result")} and ${plural(event.files.length, "file")} of ${event.from.map(placeOf).join("; ") || "the request"}`
    case "control.missed":
      return missedLine(event)
    case "plan.made":
      return `${placeOf(event.stage)} plan: ${event.tasks.map(({ tool }) => tool).join(", ")}`
    case "plan.rejected":
      return `answer for ${event.control} not usable: ${event.issues.map(onOneLine).join("; ")}`
    case "judge.ruled":
      return describeRuling(event)
    case "constraints.set":
      return confinement(event)
    case "budget.estimated": {
      const { expected, worst } = event
      return `estimate: ${inWords(expected)}; at most ${inWords(worst)}`
    }
    case "exception.asked":
      return `exception asked for ${event.tool}: ${onOneLine(event.reason)}`
    case "exception.decided":
      return `exception for ${event.tool} ${event.decision}`
    case "reflection.raised":
      return `reflection (${event.detector}, ${event.level}): ${onOneLine(event.reason)}`
    case "context.compacted":
      return `context compacted: ${amount(event.before)} to ${amount(event.after)} tokens`
    case "context.measured":
      return ""
    case "process.started":
    case "process.ended":
      return describeProcess(event)
    case "results.shown":
      return describeShown(event)
    case "task.started":
      return `${placeOf(event.task)} started: ${event.tool} ${onOneLine(event.title)}`
    case "task.ended": {
      const why = event.status === "done" ? "" : `: ${onOneLine(tellingLine(event.digest))}`
      return `${placeOf(event.task)} ${event.status} in ${duration(event.ms)}${why}`
    }
    case "calls.cut":
      return `${placeOf(event.stage)}: ${event.of} calls in one reply; only the first ${event.kept} run`
    case "violation.recorded":
      return `violation: ${event.tool}: ${onOneLine(event.reason)}`
    case "model.failed":
      return failedLine(event)
    // Said with the window of the whole run.
    case "window.learned":
      return ""
    case "model.called": {
      const { prompt, completion } = event.usage
      const cost = event.cost === null ? "" : `, ${dollars(event.cost)}`
      const what = event.lost
        ? `the model's reply to ${event.control} was lost after`
        : `model answered ${event.control} in`
      return `${what} ${duration(event.ms)} (${amount(prompt)} tokens in, ${amount(completion)} out${cost})`
    }
  }
}

function failedLine({
  control,
  n,
  status,
  kind,
  reason,
  ms,
  wait_ms,
}: Extract<DurableEvent, { type: "model.failed" }>) {
  const what = `try ${n} of ${control} failed after ${duration(ms)} (${status ?? kind})`
  const next = wait_ms === null ? "" : `; next try in ${duration(wait_ms)}`
  return `${what}: ${onOneLine(reason)}${next}`
}

function describeRuling({ stage, verdict }: Extract<DurableEvent, { type: "judge.ruled" }>): string {
  const { phase_completion_rate: rate, user_summary } = verdict
  return `${placeOf(stage)} judged${rate === undefined ? "" : ` ${percent(rate)}`}${user_summary.trim() === "" ? "" : `: ${clip(onOneLine(user_summary), MOST_SAID)}`}`
}

/** What the run may not use or change; empty where nothing confines it. */
function confinement(event: Extract<DurableEvent, { type: "constraints.set" }>): string {
  const { task_type, forbidden, late, write_scope } = event
  const rules = [
    ...(forbidden.length > 0 ? [`not allowed: ${forbidden.join(", ")}`] : []),
    ...(late.length > 0 ? [`only at the end: ${late.join(", ")}`] : []),
    ...(write_scope.length > 0 ? [`may change: ${write_scope.map(onOneLine).join(", ")}`] : []),
  ]
  return rules.length === 0 ? "" : [`${task_type} task`, ...rules].join("; ")
}

function inWords({ calls, tokens, cost }: Estimate): string {
  return `${plural(calls, "call")}, ${amount(tokens)} tokens${cost === null ? "" : `, ${dollars(cost)}`}`
}

/** `phase-1/round-2/task-3` in words. */
function placeOf(key: string): string {
  return namesOf(key)
    .map((name) => name.replaceAll("-", " "))
    .join(", ")
}

/** Its place says all that its title could. */
export function isNumbered(event: Extract<DurableEvent, { type: "stage.started" }>): boolean {
  return isRepeated(event) || event.kind === "closing"
}

/** What the model could not give, and that this is not the end. */
export function missedLine(
  { stage, control }: Extract<DurableEvent, { type: "control.missed" }>,
  language: Language = "en",
): string {
  return `${stage === "" ? "" : `${placeOf(stage)}: `}${say(language, "control.missed", formName(control))}`
}

/** Only what was cut is worth a line. */
function describeShown({ stage, results, left_out = 0 }: Extract<DurableEvent, { type: "results.shown" }>): string {
  return left_out === 0
    ? ""
    : `${placeOf(stage)}: the model is shown ${plural(results.length, "result")} without ${amount(left_out)} tokens`
}
