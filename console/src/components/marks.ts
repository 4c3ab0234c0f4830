import type { RunListItem } from "@keelson/protocol/api/api.ts"
import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { undoneOf } from "@keelson/view/undone.ts"
import type { WordKey } from "../words/en.ts"
import type { Shape } from "./icon.tsx"

/** The tone picks the colour; only `verified` is green. */
export type Tone = "running" | "planned" | "done" | "verified" | "failed" | "warn" | "ask" | "quiet"

export type Mark = { readonly shape: Shape; readonly tone: Tone; readonly word: WordKey }

const TASKS: Readonly<Record<string, Mark>> = {
  running: { shape: "running", tone: "running", word: "task.running" },
  planned: { shape: "planned", tone: "planned", word: "task.planned" },
  done: { shape: "done", tone: "done", word: "task.done" },
  failed: { shape: "failed", tone: "failed", word: "task.failed" },
  refused: { shape: "refused", tone: "failed", word: "task.refused" },
  skipped: { shape: "skipped", tone: "quiet", word: "task.skipped" },
  unknown: { shape: "unknown", tone: "warn", word: "task.unknown" },
  asked: { shape: "asked", tone: "ask", word: "task.asked" },
  stopped: { shape: "cancelled", tone: "quiet", word: "task.stopped" },
}

const STAGES: Readonly<Record<string, Mark>> = {
  running: { shape: "running", tone: "running", word: "stage.running" },
  planned: { shape: "planned", tone: "planned", word: "stage.planned" },
  done: { shape: "done", tone: "done", word: "stage.done" },
  continued: { shape: "again", tone: "done", word: "stage.continued" },
  failed: { shape: "failed", tone: "failed", word: "stage.failed" },
  forced: { shape: "incomplete", tone: "warn", word: "stage.forced" },
  incomplete: { shape: "incomplete", tone: "warn", word: "stage.incomplete" },
  unproven: { shape: "unknown", tone: "warn", word: "stage.unproven" },
  skipped: { shape: "skipped", tone: "quiet", word: "stage.skipped" },
  blocked: { shape: "blocked", tone: "warn", word: "stage.blocked" },
  stopped: { shape: "cancelled", tone: "quiet", word: "stage.stopped" },
}

const STATES: Readonly<Record<string, Mark>> = {
  INTAKE: { shape: "running", tone: "running", word: "state.INTAKE" },
  PLANNING: { shape: "running", tone: "running", word: "state.PLANNING" },
  EXECUTING: { shape: "running", tone: "running", word: "state.EXECUTING" },
  VERIFYING: { shape: "running", tone: "running", word: "state.VERIFYING" },
  RECOVERING: { shape: "again", tone: "running", word: "state.RECOVERING" },
  WAITING: { shape: "asked", tone: "ask", word: "state.WAITING" },
  DONE: { shape: "done", tone: "done", word: "state.DONE" },
  UNDONE: { shape: "undo", tone: "quiet", word: "state.UNDONE" },
  PARTLY_UNDONE: { shape: "undo", tone: "quiet", word: "state.PARTLY_UNDONE" },
  VERIFIED: { shape: "verified", tone: "verified", word: "state.VERIFIED" },
  INCOMPLETE: { shape: "incomplete", tone: "warn", word: "state.INCOMPLETE" },
  FAILED: { shape: "failed", tone: "failed", word: "state.FAILED" },
  BLOCKED: { shape: "blocked", tone: "warn", word: "state.BLOCKED" },
  CANCELLED: { shape: "cancelled", tone: "quiet", word: "state.CANCELLED" },
}

const CHECKS: Readonly<Record<string, Mark>> = {
  passed: { shape: "verified", tone: "verified", word: "check.passed" },
  failed: { shape: "failed", tone: "failed", word: "check.failed" },
  broken: { shape: "unknown", tone: "warn", word: "check.broken" },
  planned: { shape: "planned", tone: "planned", word: "check.planned" },
}

const UNKNOWN: Mark = { shape: "unknown", tone: "quiet", word: "task.unknown" }

export const taskMark = (status: string): Mark => TASKS[status] ?? UNKNOWN
export const stageMark = (status: string): Mark => STAGES[status] ?? UNKNOWN
export const stateMark = (state: string): Mark => STATES[state] ?? UNKNOWN
export const checkMark = (status: string): Mark => CHECKS[status] ?? UNKNOWN

/** Verified is what is done and was checked with success; what nobody carries out any more was interrupted. */
export function itemMark({ state, verified, undone, live, questions, queue }: RunListItem): Mark {
  if (undone) return stateMark(undone === "all" ? "UNDONE" : "PARTLY_UNDONE")
  if (state === "DONE" && verified) return stateMark("VERIFIED")
  if (questions > 0 && !isEnd(state)) return stateMark("WAITING")
  const mark = stateMark(state)
  if (queue && mark.tone === "running") return QUEUED
  return !live && mark.tone === "running" ? INTERRUPTED : mark
}

/** It has not ended, waits for nobody, and nobody carries it out. */
export const INTERRUPTED: Mark = { shape: "cancelled", tone: "quiet", word: "state.INTERRUPTED" }

/** It waits until somebody has time for it. */
export const QUEUED: Mark = { shape: "pause", tone: "quiet", word: "state.QUEUED" }

/** `DONE` is green only where checks passed, and what they looked at is still there. */
export function stateOf(view: Pick<RunView, "state" | "outcome" | "undos" | "changes">): Mark {
  const { state, outcome } = view
  const undone = outcome && undoneOf(view)
  if (undone) return stateMark(undone === "all" ? "UNDONE" : "PARTLY_UNDONE")
  return stateMark(state === "DONE" && outcome?.status === "done" && outcome.verified ? "VERIFIED" : state)
}
