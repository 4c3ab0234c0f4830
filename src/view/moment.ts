import type { LoggedEvent } from "../protocol/log/event.ts"
import { parentOf } from "../protocol/log/key.ts"
import { lackingOf } from "./lacking.ts"

export type MomentKind =
  | "reflection"
  | "violation"
  | "exception"
  | "limit"
  | "compaction"
  | "rejection"
  | "cut"
  | "replan"
  | "extension"
  | "missing"
  | "missed"
  | "deadlock"
  | "cancel"
  | "resume"
  | "passed"
  | "failed"
  | "broken"
  | "question"
  | "word"
  | "answer"
  | "note"
  | "undo"
  | "redo"

/** Something worth a mark on the timeline. `name` is a word of the protocol, `text` untrusted prose. */
export type Moment = {
  readonly kind: MomentKind
  readonly seq: number
  readonly at: number
  /** The stage or task that it belongs to; empty for the run as a whole. */
  readonly place: string
  readonly name: string
  readonly text: string
  readonly details: readonly string[]
  /** Who did it, where several people have tokens of their own. */
  readonly by?: string
}

/** What people do; of a word and a cancellation the name says who. */
const SIGNED: ReadonlySet<MomentKind> = new Set(["answer", "resume", "undo", "redo"])

/** The mark that a fact leaves; most leave none. */
export function momentOf({ event, seq, at, key }: LoggedEvent): Moment | null {
  const moment = (kind: MomentKind, place: string, name: string, text: string, details: readonly string[] = []) => ({
    kind,
    seq,
    at,
    place,
    name,
    text,
    details,
    ...("by" in event && SIGNED.has(kind) && event.by !== undefined ? { by: event.by } : {}),
  })
  switch (event.type) {
    case "reflection.raised":
      return moment("reflection", event.stage, `${event.detector} → ${event.level}`, event.reason, [
        ...event.evidence,
        event.suggestion,
      ])
    case "violation.recorded":
      return moment("violation", event.task, event.tool, event.reason, event.allowed)
    case "exception.asked":
      return moment("exception", event.task, event.tool, event.reason)
    case "exception.decided":
      return moment("exception", event.task, `${event.tool} → ${event.decision}`, event.reason, [event.by])
    case "limit.reached":
      return moment("limit", "", event.limit, `${event.used}/${event.allowed}`)
    case "context.compacted":
      return moment("compaction", event.stage, `${event.before} → ${event.after}`, "", event.folded)
    case "plan.rejected":
      return moment("rejection", parentOf(key), event.control, event.issues[0] ?? "", event.issues.slice(1))
    case "plan.cut":
      return moment("cut", event.stage, String(event.kept), "", event.dropped)
    case "stage.extended":
      return moment("extension", event.stage, String(event.left), event.why)
    case "gate.ruled": {
      const [first, ...others] = lackingOf(event)
      return first === undefined ? null : moment("missing", "", "", first, others)
    }
    case "control.missed":
      return moment("missed", event.stage, event.control, event.reason)
    case "plan.replaced":
      return moment("replan", "", `plan-${event.generation}`, event.reason)
    case "deadlock.found":
      return moment(
        "deadlock",
        "",
        "",
        event.change,
        event.waiting.map(
          ({ step, waits_for, why }) => `${[step, waits_for.join(", ")].filter(Boolean).join(" ← ")}: ${why}`,
        ),
      )
    case "word.added":
      return moment("word", "", event.by, event.text)
    case "cancel.requested":
      return moment("cancel", "", event.by, event.reason)
    case "run.resumed":
      return moment("resume", "", String(event.epoch), "")
    case "check.ended":
      if (event.moment === "base") return null
      return moment(event.status, event.stage, event.name, event.failing[0] ?? "")
    case "clarification.asked":
      return moment("question", "", "clarification", event.questions.join(" "))
    case "approval.asked":
      return moment("question", parentOf(event.question), event.tool, event.summary)
    case "clarification.answered":
      return moment("answer", "", "clarification", event.answer)
    case "approval.answered":
      return moment("answer", parentOf(event.question), event.decision, event.reason)
    case "note.made":
      return moment("note", event.stage, event.kind, event.title, linesOf(event.data))
    case "undo.made":
      return moment(
        (event.undoes ?? null) === null ? "undo" : "redo",
        "",
        event.stages.join(", "),
        "",
        event.changes.map(({ path }) => path),
      )
    default:
      return null
  }
}

/** Data as people read it: a line for each of its parts. */
function linesOf(data: unknown): readonly string[] {
  if (data === null || data === undefined) return []
  if (typeof data !== "object") return [String(data)]
  if (Array.isArray(data)) return data.map(plain)
  return Object.entries(data).map(([name, value]) => `${name}: ${plain(value)}`)
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
