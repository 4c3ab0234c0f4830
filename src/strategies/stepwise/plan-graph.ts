import type { PlanStep } from "../../protocol/log/control.ts"
import { graphIssues } from "../../run/plans/graph.ts"

/* The plan as a graph. Pure. */

/** How a step ended that was worked on; `incomplete` means that it asked for another plan, `forced` that it was not done in its time. */
export type StepEnd = {
  readonly status: "done" | "failed" | "blocked" | "incomplete" | "forced"
  readonly summary: string
}

/** By step; those that never started have none. */
export type Ends = ReadonlyMap<number, StepEnd>

export function isDone(ends: Ends, id: number): boolean {
  return ends.get(id)?.status === "done"
}

/** What is wrong with a plan's steps, in words for the model. `done`: the ids of steps that are done and stay. */
export function stepIssues(steps: readonly PlanStep[], done: readonly number[]): string[] {
  const taken = steps.filter(({ id }) => done.includes(id))
  const first = Math.max(0, ...done, ...steps.map(({ id }) => id)) + 1
  return [
    ...taken.map(({ id }) => `step ${id} is done already: leave it out, or give a new step an id from ${first} on`),
    ...graphIssues(
      steps.map(({ id, dependencies }) => ({ id, needs: dependencies.filter((need) => !done.includes(need)) })),
      "step",
    ),
  ]
}

/** A plan that says once more what is done, by its number and its words, means what is left of it. */
export function withoutDone(steps: readonly PlanStep[], done: readonly PlanStep[]): readonly PlanStep[] {
  const isSaidAgain = ({ id, description }: PlanStep) =>
    done.some((step) => step.id === id && step.description.trim() === description.trim())
  const left = steps.filter((step) => !isSaidAgain(step))
  return left.length === 0 ? steps : left
}

export type CutPlan = { readonly steps: readonly PlanStep[]; readonly dropped: readonly PlanStep[] }

/** The first `most` steps that the dependencies allow: what stays never needs what goes. */
export function cutSteps(steps: readonly PlanStep[], most: number): CutPlan {
  if (steps.length <= most) return { steps, dropped: [] }
  const kept = new Set(
    inOrder(steps)
      .slice(0, most)
      .map(({ id }) => id),
  )
  return {
    steps: steps
      .filter(({ id }) => kept.has(id))
      .map((step) => ({ ...step, dependencies: step.dependencies.filter((id) => kept.has(id) || !isOwn(steps, id)) })),
    dropped: steps.filter(({ id }) => !kept.has(id)),
  }
}

function isOwn(steps: readonly PlanStep[], id: number): boolean {
  return steps.some((step) => step.id === id)
}

/** As planned, but each step behind all that it needs. */
function inOrder(steps: readonly PlanStep[]): PlanStep[] {
  const ordered: PlanStep[] = []
  const isReady = ({ dependencies }: PlanStep) => dependencies.every((id) => !isOwn(steps, id) || isOwn(ordered, id))
  for (let left = [...steps]; left.length > 0; ) {
    const next = left.find(isReady) ?? (left[0] as PlanStep)
    ordered.push(next)
    left = left.filter((step) => step !== next)
  }
  return ordered
}

/** Everything that a step stands on, directly or not, in plan order. */
export function needsOf(steps: readonly PlanStep[], id: number): PlanStep[] {
  const found = new Set<number>()
  const visit = (at: number) => {
    for (const need of steps.find((step) => step.id === at)?.dependencies ?? []) {
      if (found.has(need)) continue
      found.add(need)
      visit(need)
    }
  }
  visit(id)
  return steps.filter((step) => found.has(step.id))
}

/** The one step that this one follows alone and that only this one follows; those beside each other have none. */
export function predecessorOf(steps: readonly PlanStep[], id: number): number | undefined {
  const [before, ...others] = nearestNeeds(steps, id)
  if (before === undefined || others.length > 0) return undefined
  const followers = steps.filter((step) => nearestNeeds(steps, step.id).includes(before))
  return followers.length === 1 ? before : undefined
}

/** The step that everything else leads to, if there is one. */
export function lastOf(steps: readonly PlanStep[]): number | undefined {
  const [last, ...others] = steps.filter(({ id }) => !steps.some(({ dependencies }) => dependencies.includes(id)))
  return others.length === 0 ? last?.id : undefined
}

/** What it needs itself, without what another of these needs anyway. */
function nearestNeeds(steps: readonly PlanStep[], id: number): number[] {
  const needs = new Set(steps.find((step) => step.id === id)?.dependencies)
  const implied = new Set([...needs].flatMap((need) => needsOf(steps, need).map((step) => step.id)))
  return [...needs].filter((need) => !implied.has(need))
}
