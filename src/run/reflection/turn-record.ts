import type { DurableEvent, TaskStatus } from "../../protocol/log/event.ts"

/** One run of a tool, as detectors see it. */
export type ToolRun = {
  readonly tool: string
  /** One line for people, without secrets. */
  readonly title: string
  /** Tool and normalised arguments. */
  readonly call: string
  /** The shell command, where it is one. */
  readonly command: string | undefined
  readonly status: TaskStatus
  /** What came back, without what changes from run to run (times, durations). */
  readonly result: string
  /** The same as it came. */
  readonly text: string
  readonly isEmpty: boolean
  /** It ended by its own exit code: a failing test is a finding, not a breakdown. */
  readonly isVerdict: boolean
  /** Its tool waits for something outside, by its own word. */
  readonly isWait: boolean
  /** Other calls may come out differently after it. */
  readonly changesWorld: boolean
  /** It brought something that the stage had not seen: a file, a content, a command, a result. */
  readonly isFresh: boolean
  /** What of it would be news, where nobody has seen it yet; nothing of what found nothing. */
  readonly news: readonly string[]
  /** The stage had not seen it. */
  readonly isNews: boolean
}

export type Alarm = Extract<DurableEvent, { type: "reflection.raised" }>
export type AlarmLevel = Alarm["level"]

/** A round, or one reply with its tools. */
export type TurnRecord = {
  readonly id: string
  readonly iterations: number
  readonly runs: readonly ToolRun[]
  /** Tools that were called against a rule of the run. */
  readonly violations: readonly string[]
  /** The engine's own second try of failed tasks. */
  readonly isRetry: boolean
  /** The judge wants its failed tasks tried again. */
  readonly wantsRetry: boolean
  /** A todo moved in it, or a check came out otherwise than before: that is news too. */
  readonly hasMoved: boolean
  /** The stage is over after it. */
  readonly isLast: boolean
  readonly hasEnded: boolean
  readonly alarm: Alarm | undefined
  /** The epoch that worked on it last; alarms of earlier ones are not held against it. */
  readonly epoch: number
}

/** What a detector found. */
export type Finding = {
  readonly detector: string
  readonly reason: string
  readonly evidence: readonly string[]
  /** At most three, most promising first. */
  readonly ways: readonly string[]
}
