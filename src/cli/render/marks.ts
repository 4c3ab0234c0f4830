import type { StageStatus, TaskStatus } from "../../protocol/log/event.ts"
import type { RunState } from "../../protocol/log/outcome.ts"
import type { TextFormat } from "../paint/paint.ts"
import { sayTree } from "../words/tree-words.ts"

/** Shape, colour and word say the same, so that none of them is needed. */
export type Mark = { readonly shape: string; readonly format: TextFormat; readonly word: string }

const DONE = { shape: "✓", format: "green" } as const
const FAILED = { shape: "✗", format: "red" } as const
const RUNNING = { shape: "●", format: "cyan" } as const
const PENDING = { shape: "○", format: "dim" } as const
const UNKNOWN = { shape: "?", format: "yellow" } as const

type Look = Omit<Mark, "word">

const TASKS: Readonly<Record<TaskStatus | "running" | "planned" | "asked" | "stopped", Look>> = {
  done: DONE,
  failed: FAILED,
  refused: FAILED,
  running: RUNNING,
  planned: PENDING,
  skipped: PENDING,
  unknown: UNKNOWN,
  asked: UNKNOWN,
  stopped: PENDING,
}

const STAGES: Readonly<Record<StageStatus | "running" | "planned" | "stopped", Look>> = {
  done: DONE,
  continued: DONE,
  failed: FAILED,
  forced: FAILED,
  incomplete: FAILED,
  unproven: UNKNOWN,
  blocked: UNKNOWN,
  running: RUNNING,
  planned: PENDING,
  skipped: PENDING,
  stopped: PENDING,
}

/** `planned` and `asked` are not in the log: the task has not begun. */
export function taskMark(status: keyof typeof TASKS): Mark {
  return { ...TASKS[status], word: sayTree(status) }
}

/** A round that only led to the next one is no failure, and no word. */
export function stageMark(status: keyof typeof STAGES): Mark {
  return { ...STAGES[status], word: status === "continued" ? "" : sayTree(status) }
}

/** Every end but DONE is a cross: the word says which. */
export function stateMark(state: RunState): Mark {
  return { ...STATES[state], word: sayTree(`state.${state}`) }
}

const STATES: Readonly<Record<RunState, Look>> = {
  DONE,
  FAILED,
  INCOMPLETE: FAILED,
  BLOCKED: FAILED,
  CANCELLED: FAILED,
  WAITING: UNKNOWN,
  INTAKE: RUNNING,
  PLANNING: RUNNING,
  EXECUTING: RUNNING,
  VERIFYING: RUNNING,
  RECOVERING: RUNNING,
}

/** A run that neither ended nor is carried out; it can be resumed. */
export function interruptedMark(): Mark {
  return { ...UNKNOWN, word: sayTree("interrupted") }
}

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
