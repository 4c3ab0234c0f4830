import type { StageStatus, TaskStatus } from "../../protocol/event.ts"
import type { RunState } from "../../protocol/outcome.ts"
import type { TextFormat } from "./paint.ts"

/** Shape, colour and word say the same, so that none of them is needed. */
export type Mark = { readonly shape: string; readonly format: TextFormat; readonly word: string }

const DONE = { shape: "✓", format: "green" } as const
const FAILED = { shape: "✗", format: "red" } as const
const RUNNING = { shape: "●", format: "cyan" } as const
const PENDING = { shape: "○", format: "dim" } as const
const UNKNOWN = { shape: "?", format: "yellow" } as const

const TASKS: Readonly<Record<TaskStatus | "running" | "planned" | "asked" | "stopped", Mark>> = {
  done: { ...DONE, word: "done" },
  failed: { ...FAILED, word: "failed" },
  refused: { ...FAILED, word: "refused" },
  running: { ...RUNNING, word: "running" },
  planned: { ...PENDING, word: "planned" },
  skipped: { ...PENDING, word: "skipped" },
  unknown: { ...UNKNOWN, word: "outcome unknown" },
  asked: { ...UNKNOWN, word: "needs you" },
  stopped: { ...PENDING, word: "not finished" },
}

const STAGES: Readonly<Record<StageStatus | "running" | "planned" | "stopped", Mark>> = {
  done: { ...DONE, word: "done" },
  continued: { ...DONE, word: "continued" },
  failed: { ...FAILED, word: "failed" },
  forced: { ...FAILED, word: "ended by force" },
  incomplete: { ...FAILED, word: "incomplete" },
  unproven: { ...UNKNOWN, word: "unproven" },
  blocked: { ...UNKNOWN, word: "blocked" },
  running: { ...RUNNING, word: "running" },
  planned: { ...PENDING, word: "planned" },
  skipped: { ...PENDING, word: "skipped" },
  stopped: { ...PENDING, word: "not finished" },
}

/** `planned` and `asked` are not in the log: the task has not begun. */
export function taskMark(status: keyof typeof TASKS): Mark {
  return TASKS[status]
}

/** A round that only led to the next one is no failure. */
export function stageMark(status: keyof typeof STAGES): Mark {
  return STAGES[status]
}

/** Every end but DONE is a cross: the word says which. */
export function stateMark(state: RunState): Mark {
  switch (state) {
    case "DONE":
      return { ...DONE, word: state }
    case "FAILED":
    case "INCOMPLETE":
    case "BLOCKED":
    case "CANCELLED":
      return { ...FAILED, word: state }
    case "WAITING":
      return { ...UNKNOWN, word: state }
    case "INTAKE":
    case "PLANNING":
    case "EXECUTING":
    case "VERIFYING":
    case "RECOVERING":
      return { ...RUNNING, word: state }
  }
}

/** A run that neither ended nor is carried out; it can be resumed. */
export const INTERRUPTED: Mark = { ...UNKNOWN, word: "interrupted" }

/** For what `doctor` found. */
export function levelMark(level: "ok" | "warn" | "fail"): Mark {
  switch (level) {
    case "ok":
      return { ...DONE, word: level }
    case "warn":
      return { shape: "!", format: "yellow", word: level }
    case "fail":
      return { ...FAILED, word: level }
  }
}
