import type { PlanStep } from "../../protocol/log/control.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { type Ends, isDone, needsOf, type StepEnd } from "./plan-graph.ts"
import { list, say } from "./words.ts"

/** Which step waits for what, and the smallest change that would free the most. */
export type Deadlock = {
  readonly waiting: readonly { readonly step: number; readonly waits_for: readonly number[]; readonly why: string }[]
  /** The steps that would have to be done for it. */
  readonly change: readonly number[]
  /** What could go on then. */
  readonly frees: readonly number[]
}

/**
 * What is left of a plan in which nothing can go on; `undefined` where nothing waits. A step that failed does not wait:
 * it is over. One that said it is blocked waits for what it named.
 */
export function deadlockOf(steps: readonly PlanStep[], ends: Ends, language: Language): Deadlock | undefined {
  const stuck = steps.filter(({ id }) => !ends.has(id) || ends.get(id)?.status === "blocked")
  if (stuck.length === 0) return undefined
  const causes = new Map(stuck.map(({ id }) => [id, causesOf(steps, ends, id)]))
  const freedBy = (change: readonly number[]) =>
    stuck.map(({ id }) => id).filter((id) => causes.get(id)?.every((cause) => change.includes(cause)))
  const change = smallest([...causes.values()], freedBy)
  return {
    waiting: stuck.map((step) => waitOf(step, ends, language)),
    change,
    frees: freedBy(change),
  }
}

/** Why a step did not come to its end, with its number. */
export function whyNotDone(id: number, end: StepEnd, language: Language): string {
  return say(language, end.status === "done" ? "failed" : end.status, id, end.summary)
}

/** The change in words. */
export function changeText({ change, frees }: Deadlock, language: Language): string {
  const others = frees.filter((id) => !change.includes(id))
  if (others.length === 0) return say(language, "clear", list(language, change))
  return say(language, "finish", list(language, change), list(language, others))
}

/** The whole of it in words: who waits for what, and what would help. */
export function deadlockText(deadlock: Deadlock, language: Language): string {
  const waits = deadlock.waiting.map(({ step, waits_for, why }) => {
    if (waits_for.length === 0) return say(language, "blocked", step, why)
    return say(language, "waiting_why", step, list(language, waits_for), why)
  })
  return say(language, "deadlock", waits.join("; "), changeText(deadlock, language))
}

/** The steps that ended undone and that this one stands on; one that blocked itself is its own cause. */
function causesOf(steps: readonly PlanStep[], ends: Ends, id: number): number[] {
  if (ends.has(id)) return [id]
  return needsOf(steps, id)
    .map((step) => step.id)
    .filter((need) => ends.has(need) && !isDone(ends, need))
}

/** Whatever frees a step has all its causes in it: so the smallest set that frees anything is one step's causes. */
function smallest(
  sets: readonly (readonly number[])[],
  freedBy: (change: readonly number[]) => readonly number[],
): readonly number[] {
  const least = Math.min(...sets.map((set) => set.length))
  const candidates = sets.filter((set) => set.length === least)
  return candidates.reduce((best, set) => (freedBy(set).length > freedBy(best).length ? set : best))
}

function waitOf({ id, dependencies }: PlanStep, ends: Ends, language: Language): Deadlock["waiting"][number] {
  const end = ends.get(id)
  if (end) return { step: id, waits_for: [], why: end.summary }
  const waits_for = dependencies.filter((need) => !isDone(ends, need))
  const whys = waits_for.map((need) => {
    const cause = ends.get(need)
    return cause ? whyNotDone(need, cause, language) : say(language, "waits_too", need)
  })
  return { step: id, waits_for, why: whys.join("; ") }
}
