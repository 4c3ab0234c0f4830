import type { LogEntry } from "../journal/run-store.ts"
import { parentOf } from "../protocol/log/key.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import { turnsOf } from "../run/reflection/history.ts"
import type { Alarm, ToolRun, TurnRecord } from "../run/reflection/turn-record.ts"
import { bringsNews, isSame } from "../run/reflection/turns.ts"
import { activeAt, foldActiveTime, NO_TIME } from "../view/active-time.ts"

/** What counts of one run. */
export type RunFigures = {
  readonly id: string
  readonly model: string
  readonly strategy: string
  readonly createdAt: number
  readonly outcome: "done" | "incomplete" | "failed" | "blocked" | "cancelled" | "open"
  readonly isVerified: boolean
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cost: number | null
  readonly ms: number
  readonly rounds: number
  readonly iterations: number
  readonly tasks: number
  readonly violations: number
  /** Turns without news before a stall was noticed, one for each alarm. */
  readonly stallDelays: readonly number[]
  /** How often the same had come out before a loop was noticed, one for each alarm. */
  readonly repeats: readonly number[]
  /** Phases that a judge called complete and after which checks ran, and those of them that the checks bore out. */
  readonly judged: { readonly phases: number; readonly right: number }
}

/** What a policy replay says in place of the log. */
export type OtherGuards = { readonly alarms: readonly Alarm[]; readonly violations: number }

const STALLS: ReadonlySet<string> = new Set(["step_stuck", "slow_progress", "warned_in_vain", "result_anomaly"])
const LOOPS: ReadonlySet<string> = new Set(["repeated_call", "alternation", "same_failure"])

/** One walk over a log; turns are looked at only where something was noticed. */
export function runFigures(header: RunHeader, entries: readonly LogEntry[], guards?: OtherGuards): RunFigures {
  const walk = new Walk()
  for (const { record, at } of entries) if (record.kind === "event") walk.add(record.event, at)
  const { id, model, strategy, created_at: createdAt } = header
  const { alarms: recorded, ...figures } = walk.figures
  const alarms = guards?.alarms ?? recorded
  return {
    ...{ id, model, strategy, createdAt },
    ...figures,
    violations: guards?.violations ?? figures.violations,
    stallDelays: alarms.filter(({ detector }) => STALLS.has(detector)).map((alarm) => stallDelay(entries, alarm)),
    repeats: alarms.filter(({ detector }) => LOOPS.has(detector)).map((alarm) => repeats(entries, alarm)),
  }
}

type EventIn = Extract<LogEntry["record"], { kind: "event" }>["event"]

const NOTHING = {
  outcome: "open" as RunFigures["outcome"],
  isVerified: false,
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cost: 0 as number | null,
  rounds: 0,
  iterations: 0,
  tasks: 0,
  violations: 0,
}

/** What one event after the other adds up to. */
class Walk {
  readonly #judged = new JudgedPhases()
  readonly #alarms: Alarm[] = []
  #sums = NOTHING
  #time = NO_TIME

  add(event: EventIn, at: number): void {
    this.#judged.add(event)
    this.#time = foldActiveTime(this.#time, { seq: 0, key: "", at, event })
    this.#sums = { ...this.#sums, ...added(this.#sums, event) }
    if (event.type === "reflection.raised") this.#alarms.push(event)
  }

  get figures() {
    const ms = activeAt(this.#time, this.#time.lastAt)
    return { ...this.#sums, ms, judged: this.#judged.figures, alarms: this.#alarms }
  }
}

function added(sums: typeof NOTHING, event: EventIn): Partial<typeof NOTHING> {
  switch (event.type) {
    case "model.called":
      return {
        calls: sums.calls + 1,
        promptTokens: sums.promptTokens + event.usage.prompt,
        completionTokens: sums.completionTokens + event.usage.completion,
        cost: sums.cost === null || event.cost === null ? null : sums.cost + event.cost,
      }
    case "stage.started":
      return {
        iterations: sums.iterations + event.iterations,
        rounds: sums.rounds + (event.kind === "round" || event.kind === "turn" ? 1 : 0),
      }
    case "phases.planned":
      return { iterations: sums.iterations + 1 }
    case "task.ended":
      return { tasks: sums.tasks + 1 }
    case "violation.recorded":
      return { violations: sums.violations + 1 }
    case "run.resumed":
      return { outcome: "open", isVerified: false }
    case "run.ended": {
      const { outcome } = event
      return { outcome: outcome.status, isVerified: outcome.status === "done" && outcome.verified }
    }
    default:
      return {}
  }
}

/** Each judge's word that a phase is complete, and what the checks said next. */
class JudgedPhases {
  readonly #open = new Set<string>()
  #isGreen = true
  #hasChecked = false
  #phases = 0
  #right = 0

  add(event: EventIn): void {
    if (event.type === "judge.ruled" && event.verdict.phase_completed) {
      this.#settle()
      this.#open.add(event.stage)
    } else if (event.type === "check.ended" && this.#open.size > 0) {
      this.#hasChecked = true
      if (event.status === "failed") this.#isGreen = false
    }
  }

  get figures(): RunFigures["judged"] {
    this.#settle()
    return { phases: this.#phases, right: this.#right }
  }

  #settle(): void {
    if (this.#open.size > 0 && this.#hasChecked) {
      this.#phases += this.#open.size
      if (this.#isGreen) this.#right += this.#open.size
    }
    this.#open.clear()
    this.#isGreen = true
    this.#hasChecked = false
  }
}

function turnsUpTo(entries: readonly LogEntry[], { stage }: Alarm): TurnRecord[] {
  const turns = turnsOf(entries, parentOf(stage)).filter(({ runs }) => runs.length > 0)
  return turns.slice(0, turns.findLastIndex(({ id }) => id === stage) + 1)
}

function stallDelay(entries: readonly LogEntry[], alarm: Alarm): number {
  const turns = turnsUpTo(entries, alarm)
  return (
    turns.length -
    1 -
    turns.findLastIndex((turn, index) => bringsNews(turn) || (index < turns.length - 1 && turn.alarm !== undefined))
  )
}

/** The most that any call of the turn had come out the same. */
function repeats(entries: readonly LogEntry[], alarm: Alarm): number {
  const runs = turnsUpTo(entries, alarm)
  const last = runs.at(-1)?.runs ?? []
  const all = runs.flatMap((turn) => turn.runs)
  const times = (run: ToolRun) => all.filter((other) => isSame(other, run)).length
  return Math.max(0, ...last.map(times))
}
