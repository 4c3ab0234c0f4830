import type { Language } from "../../protocol/log/environment.ts"
import type { InVain } from "./history.ts"
import * as prompts from "./prompts.ts"
import type { ReflectionThresholds } from "./settings.ts"
import type { Finding, ToolRun, TurnRecord } from "./turn-record.ts"
import {
  flatRuns,
  isAnomalous,
  isBarren,
  isQuiet,
  isSame,
  lastRuns,
  ofTheEngine,
  quietTurns,
  sinceAlarm,
} from "./turns.ts"

/** What a detector looks at; the last turn is the one that just ran. */
export type Watched = {
  readonly turns: readonly TurnRecord[]
  readonly thresholds: ReflectionThresholds
  readonly maxIterations: number
  /** Of what the user reads. */
  readonly language: Language
  /** Of the whole run; none with `literal`, which knows stages only. */
  readonly inVain?: InVain | undefined
  /** Whether the user may be asked what to do. */
  readonly mayAsk?: boolean
}

/** Looks at the turns of one stage and nothing else. */
export type Detector = (watched: Watched) => Finding | undefined

/** The same call with the same outcome again, and nothing in between that could have changed it. */
export const repeatedCall: Detector = ({ turns, thresholds, language }) => {
  const { repeated_calls, same, window } = thresholds
  const runs = flatRuns(turns.slice(-window - 1))
  const now = ofTheEngine(turns.at(-1)) ? 0 : (turns.at(-1)?.runs.length ?? 0)
  for (let at = runs.length - now; at < runs.length; at++) {
    const run = runs[at] as ToolRun
    const before = runs.slice(0, at)
    const times = 1 + (same === "tool" ? streakOf(run, before) : repeatsOf(run, before))
    if (times >= repeated_calls) return prompts.repeated(language, { run, times, same })
  }
  return undefined
}

/** How often the tool ran right before. */
function streakOf({ tool }: ToolRun, before: readonly ToolRun[]): number {
  return before.length - 1 - before.findLastIndex((other) => other.tool !== tool)
}

/** How often the same came out since the world last changed by something else. */
function repeatsOf(run: ToolRun, before: readonly ToolRun[]): number {
  if (run.isFresh) return 0
  const changed = before.findLastIndex((other) => other.changesWorld && other.call !== run.call)
  return before.slice(changed + 1).filter((other) => isSame(other, run)).length
}

/** Back and forth between two calls that always come out the same. */
export const alternation: Detector = ({ turns, thresholds, language }) => {
  const runs = lastRuns(turns, 2 * thresholds.alternations)
  const [first, second] = runs
  if (!first || !second || runs.length < 2 * thresholds.alternations || isSame(first, second)) return undefined
  const isBackAndForth = runs.every((run, index) => isSame(run, index % 2 === 0 ? first : second))
  if (!isBackAndForth || runs.slice(2).some((run) => run.isFresh)) return undefined
  return prompts.alternating(language, [first, second], thresholds.alternations)
}

/** A check that fails the same way again and again: what was changed in between did not touch the cause. */
export const sameFailure: Detector = ({ turns, thresholds, language }) => {
  const failed = flatRuns(turns.slice(-1)).filter(({ status }) => status === "failed")
  if (failed.length === 0) return undefined
  const runs = flatRuns(sinceAlarm(turns))
  for (const run of failed) {
    const tries = runs.filter((other) => other.call === run.call)
    const last = tries.slice(-thresholds.same_failures)
    if (last.length === thresholds.same_failures && last.every((other) => isSame(other, run)))
      return prompts.failingOn(language, run, last.length)
  }
  return undefined
}

/** Turn after turn brings nothing but errors, empty results or what was known. One failing test is none of these. */
export const resultAnomaly: Detector = ({ turns, thresholds, language }) => {
  const recent = sinceAlarm(turns)
    .filter((turn) => !turn.isRetry)
    .slice(-thresholds.anomalies)
  if (recent.length < thresholds.anomalies) return undefined
  return recent.every((turn) => turn.runs.every(isAnomalous))
    ? prompts.anomalous(language, flatRuns(recent))
    : undefined
}

/** Calls that the run's rules forbid, again and again. */
export const planDrift: Detector = ({ turns, thresholds, language }) => {
  if ((turns.at(-1)?.violations.length ?? 0) === 0) return undefined
  const violations = sinceAlarm(turns).flatMap((turn) => turn.violations)
  return violations.length >= thresholds.violations ? prompts.drifting(language, violations) : undefined
}

/** The stage has not moved for turns, or for many tool runs. */
export const stepStuck: Detector = ({ turns, thresholds, language }) => {
  const quiet = quietTurns(turns, thresholds)
  const runs = quiet.flatMap((turn) => turn.runs)
  const isStuck = quiet.length >= thresholds.stuck_turns || runs.length > thresholds.stuck_runs
  return isStuck ? prompts.stuck(language, quiet.length, runs) : undefined
}

/** Nothing in the whole run has brought news for turns; once it was warned of that, each further turn is one too many. */
export const warnedInVain: Detector = ({ turns, thresholds, inVain, language }) => {
  const last = turns.at(-1)
  if (!inVain || !last || ofTheEngine(last) || !isQuiet(last, thresholds)) return undefined
  const most = inVain.alarms > 0 ? 1 : thresholds.stuck_turns + 1
  return inVain.turns >= most ? prompts.stuck(language, inVain.turns, last.runs) : undefined
}

/** The stage has moved too little lately, or in most turns up to a checkpoint of its budget. */
export const slowProgress: Detector = ({ turns, thresholds, maxIterations, language }) => {
  const quiet = quietTurns(turns, thresholds, isBarren)
  const runs = quiet.flatMap((turn) => turn.runs)
  if (quiet.length >= thresholds.slow_turns) return prompts.slow(language, quiet.length, runs)
  const part = partEndedBy(turns, thresholds.checkpoints, maxIterations)
  const idle = part.filter((turn) => isBarren(turn, thresholds))
  return 2 * idle.length > part.length
    ? prompts.atCheckpoint(language, { idle: idle.length, turns: part.length, runs: flatRuns(idle) })
    : undefined
}

/** The turns between two checkpoints, when the last turn passed the second; in the stage's own iterations, whatever stands beside it. */
function partEndedBy(
  turns: readonly TurnRecord[],
  checkpoints: readonly number[],
  most: number,
): readonly TurnRecord[] {
  let used = 0
  const usedUpTo = turns.map((turn) => {
    used += turn.iterations
    return used
  })
  const marks = checkpoints.map((part) => part * most).filter((mark) => mark <= used)
  const [before = 0, passed] = [0, ...marks.toSorted((one, other) => one - other)].slice(-2)
  if (passed === undefined || (usedUpTo.at(-2) ?? 0) >= passed) return []
  return turns.filter((turn, index) => (usedUpTo[index] ?? 0) > before && turn.runs.length > 0)
}

/** The most specific first: its words help most. */
export const DETECTORS: Readonly<Record<string, Detector>> = {
  repeated_call: repeatedCall,
  alternation,
  same_failure: sameFailure,
  result_anomaly: resultAnomaly,
  plan_drift: planDrift,
  warned_in_vain: warnedInVain,
  step_stuck: stepStuck,
  slow_progress: slowProgress,
}
