import type { LogEntry } from "../../journal/run-store.ts"
import type { ConstraintOptions } from "../../protocol/log/constraints.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { isWithin } from "../../protocol/log/key.ts"
import type { ToolKind } from "../../protocol/log/traits.ts"
import { traitsOf } from "../../tools/subject.ts"
import { type Constraints, constraintsFor, whyNot } from "../constraints/constraints.ts"
import { placeOfTask } from "../constraints/place.ts"
import type { TaskType } from "../constraints/rules.ts"
import { pathsOutside } from "../constraints/scope.ts"
import { Tally } from "../core/tally.ts"
import { differenceOf, type RulingDifference } from "./difference.ts"
import { CallInputs, pathsOfCall, recordedTools } from "./recorded-calls.ts"

/** Other rules for a stored run; what is left out is as the run had it. */
export type RuleSettings = {
  readonly task_type?: TaskType | undefined
  readonly constraints?: ConstraintOptions | undefined
  /** In place of the user's scope; what the request itself limits still holds. */
  readonly scope?: readonly string[] | undefined
}

/** A call that breaks a rule. */
export type Violation = {
  readonly task: string
  readonly tool: string
  readonly seq: number
  readonly reason: string
}

/** Holds every recorded call against other rules, each at the place where it stood. */
export function replayConstraints(entries: readonly LogEntry[], settings: RuleSettings): RulingDifference<Violation> {
  const replay = new RuleReplay(settings)
  for (const entry of entries) replay.add(entry)
  return differenceOf(replay.fired(), replay.recorded, (one, other) => one.task === other.task)
}

type Rules = { readonly constraints: Constraints | null; readonly scopes: readonly (readonly string[])[] }
type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

class RuleReplay {
  readonly recorded: Violation[] = []
  readonly #settings: RuleSettings
  readonly #tally = new Tally()
  readonly #inputs = new CallInputs()
  readonly #breaches: Violation[] = []
  /** Tasks that the run's own rules had something against. */
  readonly #explained = new Set<string>()
  readonly #changedByTask = new Set<string>()

  constructor(settings: RuleSettings) {
    this.#settings = settings
  }

  /** Violations that other rules say nothing of (an unknown tool, a read-only run) stay what they are. */
  fired(): Violation[] {
    const others = this.recorded.filter(({ task }) => !this.#explained.has(task))
    return [...this.#breaches, ...others].sort((one, other) => one.seq - other.seq)
  }

  add(entry: LogEntry): void {
    this.#inputs.add(entry)
    const { record, seq } = entry
    if (record.kind === "event") this.#addEvent(record.event, seq)
    this.#tally.add(entry)
  }

  #addEvent(event: DurableEvent, seq: number): void {
    if (event.type === "task.ended") this.#addCall(event, seq)
    if (event.type === "checkpoint.made" && event.when === "after") this.#addChanges(event, seq)
    if (event.type !== "violation.recorded") return
    const { task, tool, reason } = event
    this.recorded.push({ task, tool, seq, reason })
    if (reason.includes(PUT_BACK)) this.#addPutBack({ task, tool, seq, reason })
  }

  #addCall(event: EventOf<"task.ended">, seq: number): void {
    if (event.status === "skipped") return
    const input = this.#inputs.inputOf(event)
    for (const { path } of event.changes) this.#changedByTask.add(path)
    if (this.#breachOf(event, input, this.#rulesThen())) this.#explained.add(event.task)
    const reason = this.#breachOf(event, input, this.#rulesNow())
    if (reason) this.#breaches.push({ task: event.task, tool: event.tool, seq, reason })
  }

  #breachOf(event: EventOf<"task.ended">, input: unknown, { constraints, scopes }: Rules): string | undefined {
    const place = placeOfTask(this.#tally.view, event.task)
    const why = constraints ? whyNot(constraints, event.tool, place) : undefined
    return why ?? outside(this.#inWorkspace(pathsOfCall(event, input)), scopes)
  }

  /** What a command changed: only the checkpoint after it knows. */
  #addChanges({ stage, changes }: EventOf<"checkpoint.made">, seq: number): void {
    const paths = changes.map(({ path }) => path).filter((path) => !this.#changedByTask.has(path))
    this.#changedByTask.clear()
    const reason = outside(paths, this.#rulesNow().scopes)
    if (reason && !this.#explained.has(stage))
      this.#breaches.push({ task: stage, tool: this.#culprit(stage), seq, reason })
  }

  /** What ran there and is not known to touch nothing but what it names. */
  #culprit(stage: string): string {
    const used = this.#tally.view.tasks.filter(({ key }) => isWithin(key, stage)).map(({ tool }) => tool)
    return used.find((name) => MAY_CHANGE.has(traitsOf({ name }).kind)) ?? used[0] ?? stage
  }

  /** A command's change that was put back: it stays one where the new scope does not cover it either. */
  #addPutBack(violation: Violation): void {
    this.#explained.add(violation.task)
    const paths = violation.reason.slice(0, violation.reason.indexOf(PUT_BACK)).split(", ")
    const reason = outside(paths, this.#rulesNow().scopes)
    if (reason) this.#breaches.push({ ...violation, reason })
  }

  #rulesThen(): Rules {
    const { constraints, environment } = this.#tally.view
    return { constraints, scopes: [environment?.scope ?? [], this.#requestScope()] }
  }

  #rulesNow(): Rules {
    const { constraints, environment } = this.#tally.view
    const { task_type, constraints: options, scope } = this.#settings
    const scopes = [scope ?? environment?.scope ?? [], this.#requestScope()]
    if (!constraints || !environment || (task_type === undefined && options === undefined))
      return { constraints, scopes }
    const taskType = task_type ?? (constraints.task_type as TaskType)
    const tools = recordedTools(environment)
    return { constraints: constraintsFor({ taskType }, tools, options ?? environment.constraints), scopes }
  }

  #requestScope(): readonly string[] {
    const { constraints, analysis } = this.#tally.view
    return constraints?.request_scope ?? analysis?.write_scope ?? []
  }

  #inWorkspace(paths: readonly string[]): string[] {
    const root = (this.#tally.view.environment as Environment | null)?.workspace ?? ""
    return paths.map((path) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path))
  }
}

/** A tool that a log has only the name of may be of no kind at all. */
const MAY_CHANGE: ReadonlySet<ToolKind | undefined> = new Set(["command", "code", undefined])

const PUT_BACK = " changed outside what this run may change"

function outside(paths: readonly string[], scopes: Rules["scopes"]): string | undefined {
  for (const scope of scopes) {
    const [path] = pathsOutside(paths, scope)
    if (path !== undefined) return `${path} is outside what this run may change: ${scope.join(", ")}`
  }
  return undefined
}
