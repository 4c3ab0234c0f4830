import type { DurableEvent } from "@keelson/protocol/log/event.ts"
import { clip } from "@keelson/text/clip.ts"
import { lackingOf } from "@keelson/view/lacking.ts"

/** An event in half a line: its own words and figures, so that it reads the same in every language. */
export function gistOf(event: DurableEvent): string {
  return oneLine([...partsOf(event), ...signature(event)].filter(Boolean).join(" · "))
}

/** Who did it, where an event has not told it by itself. */
function signature(event: DurableEvent): readonly string[] {
  switch (event.type) {
    case "run.started":
    case "run.resumed":
    case "run.forked":
    case "run.archived":
    case "undo.made":
    case "clarification.answered":
    case "approval.answered":
      return event.by === undefined ? [] : [event.by]
    default:
      return []
  }
}

function partsOf(event: DurableEvent): readonly (string | number)[] {
  switch (event.type) {
    case "run.started":
      return [event.strategy, event.request]
    case "run.resumed":
      return [`epoch ${event.epoch}`]
    case "run.forked":
      return [event.from, event.key]
    case "source.opened":
      return [event.commit]
    case "work.delivered":
      return [event.branch ?? event.reason, event.commit ?? ""]
    case "run.archived":
      return [String(event.archived)]
    case "state.changed":
      return [event.state]
    case "word.added":
      return [event.by, event.text]
    case "words.heard":
      return [event.stage, String(event.upto)]
    case "cancel.requested":
      return [event.by, event.reason]
    case "limit.reached":
      return [event.limit, `${event.used}/${event.allowed}`]
    case "summary.made":
      return [event.layer, event.text]
    case "run.ended":
      return [event.outcome.status, "reason" in event.outcome ? event.outcome.reason : ""]
    case "undo.made":
      return [event.stages.join(", "), `${event.changes.length} files`]
    case "clarification.asked":
      return event.questions
    case "clarification.answered":
      return [event.answer]
    case "approval.asked":
      return [event.tool, event.summary]
    case "approval.answered":
      return [event.decision, event.reason]
    case "request.analysed":
      return [event.analysis.core_goal, `${event.raw_tokens} → ${event.structured_tokens}`]
    case "phases.planned":
      return event.phases.map(({ id, name }) => `${id} ${name}`)
    case "steps.planned":
      return event.steps.map(({ id, description }) => `${id} ${description}`)
    case "stage.started":
      return [event.stage, event.title]
    case "stage.ended":
      return [event.stage, event.status, event.summary]
    case "stage.extended":
      return [event.stage, event.why, `${event.left}`]
    case "handover.made":
      return [event.stage, ...event.from, ...event.results, ...event.files]
    case "control.missed":
      return [event.stage, event.control, event.reason]
    case "plan.made":
      return [event.stage, event.tasks.map(({ tool }) => tool).join(", "), event.reasoning]
    case "plan.rejected":
      return [event.control, ...event.issues]
    case "plan.cut":
      return [event.stage, `${event.kept}`, ...event.dropped]
    case "plan.replaced":
      return [`plan-${event.generation}`, event.reason]
    case "judge.ruled":
      return [event.stage, event.verdict.next_action, event.verdict.user_summary]
    case "thought.made":
      return [event.stage, event.user_summary]
    case "strategy.chosen":
      return [event.strategy, event.reason]
    case "todo.changed":
      return event.todos.map(({ content, status }) => `${content} (${status})`)
    default:
      return workParts(event)
  }
}

function workParts(event: DurableEvent): readonly (string | number)[] {
  switch (event.type) {
    case "task.started":
      return [event.task, event.tool, event.title]
    case "task.ended":
      return [event.task, event.tool, event.status, `${Math.round(event.ms)} ms`]
    case "calls.cut":
      return [event.stage, `${event.kept}/${event.of}`]
    case "violation.recorded":
      return [event.task, event.tool, event.reason]
    case "checks.found":
      return event.checks.map(({ name, command }) => `${name}: ${command}`)
    case "check.ended":
      return [event.moment === "base" ? event.moment : "", event.name, event.status, event.command]
    case "process.started":
      return [event.process, event.command]
    case "process.ended":
      return [event.process, event.how, event.code === null ? "" : `${event.code}`]
    case "results.shown":
      return [event.stage, ...event.results.map(({ id }) => id), event.left_out ? `−${event.left_out}` : ""]
    case "gate.ruled":
      return [event.next, ...lackingOf(event)]
    case "checkpoint.made":
      return [event.stage, event.when, `${event.changes?.length ?? 0} files`]
    case "checkpoint.missed":
      return [event.stage, `${event.ms / 1000} s`]
    case "model.called":
      return [
        event.control,
        event.rung,
        `${event.usage.prompt} + ${event.usage.completion}`,
        `${Math.round(event.ms)} ms`,
      ]
    case "model.failed":
      return [event.control, `${event.status ?? event.kind}`, `${Math.round(event.ms)} ms`, event.reason]
    case "window.learned":
      return [event.model, `${event.before} → ${event.tokens}`]
    case "constraints.set":
      return [event.task_type, event.reason]
    case "budget.estimated":
      return [`${event.expected.calls} calls`, `≤ ${event.worst.calls}`]
    case "exception.asked":
      return [event.tool, event.reason]
    case "exception.decided":
      return [event.tool, event.decision, event.by]
    case "reflection.raised":
      return [event.detector, event.level, event.reason]
    case "context.measured":
      return [event.stage, `${event.tokens}/${event.limit}`]
    case "context.compacted":
      return [event.stage, `${event.before} → ${event.after}`]
    case "deadlock.found":
      return [event.change]
    default:
      return plainParts(event)
  }
}

/** Whatever else there is shows its own words and figures. */
function plainParts({ type: _type, ...event }: DurableEvent): readonly (string | number)[] {
  return Object.values(event).filter((value) => typeof value === "string" || typeof value === "number")
}

function oneLine(text: string): string {
  return clip(text.replace(/\s+/g, " "), 300)
}
