import type { LiveEvent } from "../protocol/log/event.ts"
import { isWithin, parentOf } from "../protocol/log/key.ts"
import { isEnd } from "../protocol/log/outcome.ts"
import type { OpenQuestion } from "../protocol/log/run.ts"
import type { ProcessView } from "./apply/apply-process.ts"
import type { LiveNow } from "./live-now.ts"
import type { RunView, StageView, TaskView } from "./run-view.ts"
import type { Story } from "./story.ts"

/** One thing that a run does or waits for in this moment; `since` is the moment in which it began. */
export type Doing =
  /** Somebody has to answer. */
  | { readonly kind: "you"; readonly count: number }
  /** It has not ended, and nobody carries it out. */
  | { readonly kind: "nobody" }
  | { readonly kind: "stopping" }
  | { readonly kind: "store" }
  | { readonly kind: "checkpoint"; readonly done: number }
  | {
      readonly kind: "check"
      readonly name: string
      readonly isOnBase: boolean
      readonly isAgain: boolean
      readonly since: number
      readonly last: string
    }
  | { readonly kind: "task"; readonly task: TaskView; readonly last: string }
  /** A server or watcher beside the work. */
  | { readonly kind: "process"; readonly process: ProcessView; readonly last: string }
  /** A stage has its plan, and another one works in the folder. */
  | { readonly kind: "turn"; readonly stage: StageView; readonly holder: string }
  /** Another part of the run writes in the folder. */
  | { readonly kind: "folder" }
  | {
      readonly kind: "model"
      readonly since: number
      readonly progress: Extract<LiveEvent, { type: "model.progress" }> | null
      readonly retry: string
    }
  /** Another process carries it out, which tells facts only. */
  | { readonly kind: "elsewhere"; readonly since: number }

/** Who carries a run out, as far as the server said. */
export type Carrier = "here" | "elsewhere" | "nobody" | "unknown"

/** What a run does right now, the most telling first; nothing of one that has ended. The one place that decides what is said of it. */
export function nowOf(view: RunView, story: Story, live: LiveNow, carried: Carrier): readonly Doing[] {
  if (isEnd(view.state) || view.outcome || carried === "unknown") return []
  const count = view.questions.reduce((sum, question) => sum + askedIn(question), 0)
  const you: Doing[] = count > 0 ? [{ kind: "you", count }] : []
  if (carried === "nobody") return you.length > 0 ? you : [{ kind: "nobody" }]
  const found = [
    ...you,
    ...stopping(view),
    ...held(live),
    ...checking(view, story, live),
    ...working(view, story, live),
  ]
  const beside = inBackground(view, live)
  if (found.length > 0) return [...found, ...beside]
  if (carried === "elsewhere") return [{ kind: "elsewhere", since: view.updatedAt }, ...beside]
  const { progress, retry, calledAt } = live
  return [{ kind: "model", since: calledAt ?? view.updatedAt, progress, retry }, ...beside]
}

/** Its output is told under the task that started it. */
function inBackground({ processes }: RunView, live: LiveNow): Doing[] {
  const running = processes.filter(({ status }) => status === "running")
  return running.map((process) => ({ kind: "process", process, last: lastLine(live.tasks[process.task] ?? "") }))
}

/** What is asked at once may be several things. */
function askedIn(question: OpenQuestion): number {
  return question.kind === "clarification" ? question.questions.length : 1
}

function stopping({ cancelled }: RunView): Doing[] {
  return cancelled === null ? [] : [{ kind: "stopping" }]
}

function held({ busy }: LiveNow): Doing[] {
  if (!busy) return []
  return [busy.with === "checkpoint" ? { kind: "checkpoint", done: busy.done ?? 0 } : { kind: busy.with }]
}

/** A check that was heard of; else, where the log shows that checks are due, those that there are. */
function checking(view: RunView, story: Story, { check }: LiveNow): Doing[] {
  if (check) {
    const { name, isOnBase, isAgain, since, text } = check
    return [{ kind: "check", name, isOnBase, isAgain, since, last: lastLine(text) }]
  }
  const point = story.checkpoints.at(-1)
  const isAfterWork = point?.when === "after" && point.changes.length > 0 && point.at === view.updatedAt
  const names = (view.knownChecks ?? []).map(({ name }) => name)
  if (names.length === 0 || !(isAfterWork || view.state === "VERIFYING")) return []
  return [{ kind: "check", name: names.join(", "), isOnBase: false, isAgain: false, since: view.updatedAt, last: "" }]
}

function working(view: RunView, story: Story, live: LiveNow): Doing[] {
  const running = view.tasks.filter(({ status, key }) => status === "running" && !isAsking(view, key))
  const tasks = running.map((task): Doing => ({ kind: "task", task, last: lastLine(live.tasks[task.key] ?? "") }))
  const [holder] = running
  return holder ? [...tasks, ...waitingFor(parentOf(holder.key), view, story)] : tasks
}

/** A task that waits for an answer does not run. */
function isAsking({ questions }: RunView, key: string): boolean {
  return questions.some(({ id }) => isWithin(id, key))
}

/** Stages whose plan is made, and of whose tasks none has begun. */
function waitingFor(holder: string, view: RunView, { plans }: Story): Doing[] {
  const isWaiting = (stage: StageView) =>
    stage.status === "running" &&
    stage.id !== holder &&
    (plans[stage.id]?.tasks.length ?? 0) > 0 &&
    !view.tasks.some(({ key }) => parentOf(key) === stage.id)
  return view.stages.filter(isWaiting).map((stage): Doing => ({ kind: "turn", stage, holder }))
}

/** The last line that says something; what a carriage return has overwritten is not there any more. */
function lastLine(text: string): string {
  const line = text.trimEnd().split("\n").at(-1) ?? ""
  return line.split("\r").at(-1) ?? ""
}
