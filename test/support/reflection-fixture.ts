import { ReflectionThresholds } from "../../src/run/reflection/settings.ts"
import type { ToolRun, TurnRecord } from "../../src/run/reflection/turn-record.ts"

/** A run that read something new, unless told otherwise. */
export function run(call: string, more: Partial<ToolRun> = {}): ToolRun {
  return {
    tool: call.split(" ")[0] ?? call,
    title: call,
    call,
    command: undefined,
    status: "done",
    result: `result of ${call}`,
    text: `gist of ${call}`,
    isEmpty: false,
    isVerdict: false,
    isWait: false,
    changesWorld: false,
    isFresh: true,
    news: [`said ${call}`],
    isNews: more.isFresh ?? true,
    ...more,
  }
}

/** The same as before: nothing new in it. */
export function stale(call: string, more: Partial<ToolRun> = {}): ToolRun {
  return run(call, { isFresh: false, ...more })
}

export function turn(number: number, runs: readonly ToolRun[], more: Partial<TurnRecord> = {}): TurnRecord {
  return {
    id: `phase-1/round-${number}`,
    iterations: 1,
    runs,
    violations: [],
    isRetry: false,
    wantsRetry: false,
    hasMoved: false,
    isLast: false,
    hasEnded: false,
    alarm: undefined,
    epoch: 1,
    ...more,
  }
}

/** One turn for each list of runs. */
export function watched(
  turns: readonly (readonly ToolRun[] | TurnRecord)[],
  thresholds: Partial<ReflectionThresholds> = {},
) {
  return {
    turns: turns.map((part, index) => ("id" in part ? part : turn(index + 1, part))),
    thresholds: ReflectionThresholds.parse(thresholds),
    maxIterations: 30,
    language: "en" as const,
  }
}
