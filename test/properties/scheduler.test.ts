import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { PlanStep } from "../../src/protocol/log/control.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import type { RunState } from "../../src/protocol/log/outcome.ts"
import { mayFollow } from "../../src/run/core/run-state.ts"
import { deadlockOf } from "../../src/strategies/stepwise/deadlock.ts"
import { cutSteps, type Ends, type StepEnd, stepIssues } from "../../src/strategies/stepwise/plan-graph.ts"
import { stepwise } from "../../src/strategies/stepwise/stepwise.ts"
import { walk } from "../../src/strategies/stepwise/walk.ts"
import { type ScriptLine, speak } from "../../src/testing/script-line.ts"
import { SEED, timesTried } from "../sample.ts"
import { summary } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"

/** Replay a failure with the seed and path that fast-check prints. */
const RUNS = timesTried({ sample: 200, whole: 500 })
const options = (runs: number) => ({ seed: SEED, numRuns: runs })

type Status = Exclude<StepEnd["status"], "forced">

/** An acyclic graph, listed in any order, with what each of its steps would come to. */
const graph = fc
  .record({
    size: fc.integer({ min: 1, max: 7 }),
    edges: fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 }),
    order: fc.array(fc.nat(1000), { minLength: 7, maxLength: 7 }),
    fates: fc.array(fc.constantFrom<Status>("done", "done", "done", "failed", "blocked", "incomplete"), {
      minLength: 7,
      maxLength: 7,
    }),
  })
  .map(({ size, edges, order, fates }) => {
    const ids = Array.from({ length: size }, (_, index) => index + 1)
    const needs = (id: number) => [
      ...new Set(edges.flatMap(([a, b]) => (Math.max(a, b) + 1 === id && a !== b ? [Math.min(a, b) + 1] : []))),
    ]
    const steps = ids.map((id): PlanStep => {
      const place = { description: `part ${id}`, done_when: "it is done", tools: ["ring"] }
      return { id, ...place, dependencies: needs(id).filter((need) => need <= size) }
    })
    const listed = steps.toSorted((one, other) => (order[one.id - 1] ?? 0) - (order[other.id - 1] ?? 0))
    return { steps: listed, fates: new Map(ids.map((id) => [id, fates[id - 1] ?? "done"])) }
  })
type Graph = typeof graph extends fc.Arbitrary<infer T> ? T : never

const isDone = (ends: Ends, id: number) => ends.get(id)?.status === "done"

/** What must come out, from the graph alone: a step is worked on if all that it stands on comes to be done. */
function expectedEnds({ steps, fates }: Graph): Map<number, Status> {
  const works = (id: number): boolean =>
    (steps.find((step) => step.id === id)?.dependencies ?? []).every(
      (need) => fates.get(need) === "done" && works(need),
    )
  return new Map(steps.filter(({ id }) => works(id)).map(({ id }) => [id, fates.get(id) as Status]))
}

/** Walks the graph; the steps under way end in the order that `scheduler` picks. */
async function walked(given: Graph, limit: number, scheduler: fc.Scheduler) {
  const running = new Set<number>()
  const started: number[] = []
  const wrong: string[] = []
  const check = (ends: Ends) => {
    const ready = given.steps.filter(
      ({ id, dependencies }) => !started.includes(id) && dependencies.every((need) => isDone(ends, need)),
    )
    if (running.size > limit) wrong.push(`${running.size} at once`)
    if (running.size < limit && ready.length > 0) wrong.push(`step ${ready[0]?.id} was idle`)
  }
  let latest: Ends = new Map()
  const ends = walk(given.steps, new Map(), { limit }, async (step, soFar) => {
    latest = soFar
    if (!step.dependencies.every((need) => isDone(soFar, need))) wrong.push(`step ${step.id} came too early`)
    started.push(step.id)
    running.add(step.id)
    await scheduler.schedule(Promise.resolve())
    running.delete(step.id)
    return { status: given.fates.get(step.id) ?? "done", summary: `end of ${step.id}` }
  })
  while (scheduler.count() > 0) {
    check(latest)
    await scheduler.waitOne()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ends: await ends, started, wrong }
}

describe("the walk over a plan", () => {
  it("starts each step once, after all it needs, as many at once as may be; whatever ends first, the same comes out", () =>
    fc.assert(
      fc.asyncProperty(graph, fc.integer({ min: 1, max: 4 }), fc.scheduler(), async (given, limit, scheduler) => {
        const { ends, started, wrong } = await walked(given, limit, scheduler)
        expect(wrong).toEqual([])
        expect(new Set(started).size).toBe(started.length)
        const statuses = [...ends].map(([id, { status }]) => [id, status] as const)
        expect(new Map(statuses.toSorted())).toEqual(new Map([...expectedEnds(given)].toSorted()))
      }),
      options(Math.min(RUNS, 200)),
    ))
})

const ends = (given: Graph): Ends =>
  new Map([...expectedEnds(given)].map(([id, status]) => [id, { status, summary: `end of ${id}` }]))

function subsets(ids: readonly number[]): number[][] {
  const [first, ...rest] = ids
  if (first === undefined) return [[]]
  return subsets(rest).flatMap((set) => [set, [first, ...set]])
}

/** Which steps could go on if these were done: those that wait for nothing else, and those that were made to. */
function freedBy({ steps }: Graph, known: Ends, change: readonly number[]): number[] {
  const after: Ends = new Map([...known, ...change.map((id) => [id, { status: "done", summary: "" }] as const)])
  const canGoOn = (id: number): boolean =>
    (steps.find((step) => step.id === id)?.dependencies ?? []).every(
      (need) => isDone(after, need) || (!after.has(need) && canGoOn(need)),
    )
  return steps
    .filter(({ id }) => (known.has(id) ? known.get(id)?.status === "blocked" && change.includes(id) : canGoOn(id)))
    .map(({ id }) => id)
}

describe("a deadlock", () => {
  it("is named exactly where something waits, with everything that waits and what it waits for", () => {
    fc.assert(
      fc.property(graph, (given) => {
        const known = ends(given)
        const stuck = given.steps.filter(({ id }) => !known.has(id) || known.get(id)?.status === "blocked")
        const deadlock = deadlockOf(given.steps, known, "en")
        expect(deadlock !== undefined).toBe(stuck.length > 0)
        expect((deadlock?.waiting ?? []).map(({ step }) => step)).toEqual(stuck.map(({ id }) => id))
        for (const { step, waits_for, why } of deadlock?.waiting ?? []) {
          expect(why).not.toBe("")
          expect(waits_for.length > 0).toBe(!known.has(step))
          expect(waits_for.every((need) => !isDone(known, need))).toBe(true)
        }
      }),
      options(RUNS),
    )
  })

  it("comes with the smallest change that frees anything, and of those the one that frees the most", () => {
    fc.assert(
      fc.property(graph, (given) => {
        const known = ends(given)
        const deadlock = deadlockOf(given.steps, known, "en")
        if (!deadlock) return
        const undone = [...known].filter(([, { status }]) => status !== "done").map(([id]) => id)
        const helpful = subsets(undone).filter((set) => freedBy(given, known, set).length > 0)
        const least = Math.min(...helpful.map((set) => set.length))
        const most = Math.max(
          ...helpful.filter((set) => set.length === least).map((set) => freedBy(given, known, set).length),
        )
        expect(deadlock.change.length).toBe(least)
        expect(deadlock.frees.toSorted()).toEqual(freedBy(given, known, deadlock.change).toSorted())
        expect(deadlock.frees.length).toBe(most)
      }),
      options(RUNS),
    )
  })
})

describe("a cut", () => {
  it("keeps as many steps as may be, a plan that is still whole, and nothing that was not there", () => {
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 8 }), ({ steps }, most) => {
        const cut = cutSteps(steps, most)
        expect(cut.steps.length).toBe(Math.min(most, steps.length))
        expect(stepIssues(cut.steps, [])).toEqual([])
        expect(cut.steps).toEqual(steps.filter((step) => cut.steps.some(({ id }) => id === step.id)))
        expect(cut.steps.length + cut.dropped.length).toBe(steps.length)
      }),
      options(RUNS),
    )
  })
})

const SIGNAL: Record<Status, string> = {
  done: JSON.stringify({ control: "step_done", result: "it is done" }),
  failed: "Hm.",
  blocked: JSON.stringify({ control: "step_blocked", reason: "the door is locked" }),
  incomplete: JSON.stringify({ control: "replan", reason: "this way is no way" }),
}

/** Each making of the plan is one of these graphs, with its numbers shifted so that they never meet those before. */
function scenarioOf(
  graphs: readonly Graph[],
  limits: { max_replans: number; parallel_steps: number },
  isLiteral: boolean,
): Scenario {
  const shift = (generation: number) => 10 * (generation - 1)
  const graphAt = (generation: number) => graphs[(generation - 1) % graphs.length] as Graph
  const line = (key: string): ScriptLine => {
    const [, plan = "1", step] = key.match(/^plan-(\d+)\/(?:step-(\d+))?/) ?? []
    const by = shift(Number(plan))
    const { steps, fates } = graphAt(Number(plan))
    if (step !== undefined) return SIGNAL[fates.get(Number(step) - by) ?? "done"]
    if (!key.startsWith("plan-")) return { call: "summarizer", input: summary("All is well.") }
    const shifted = steps.map(({ id, dependencies, ...rest }) => ({
      ...rest,
      id: id + by,
      dependencies: dependencies.map((need) => need + by),
    }))
    return { call: "plan_steps", input: { steps: shifted } }
  }
  return {
    name: "random graphs",
    model: () => ({
      id: "graph:model",
      contextWindow: 128_000,
      async *stream(request) {
        yield* speak(line(request.purpose.key), request, (index) => `call-${index}`)
      },
    }),
    options: {
      strategy: stepwise,
      literal: isLiteral,
      limits: { ...limits, max_iterations: 500, max_model_calls: 500 },
    },
  }
}

describe("a run over random graphs", () => {
  it("works on every step of its last plan, each after what it needs has ended, and within its replans", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(graph, { minLength: 1, maxLength: 4 }),
        fc.record({ max_replans: fc.integer({ min: 0, max: 3 }), parallel_steps: fc.integer({ min: 1, max: 4 }) }),
        async (graphs, limits) => {
          await using played = await play(scenarioOf(graphs, limits, false))
          const events = played.events.map(({ event }) => event)
          const plans = events.filter((event) => event.type === "steps.planned")
          const last = plans.at(-1)?.steps.filter(({ id }) => id > 10 * (plans.length - 1)) ?? []
          const begun = events.flatMap((event) =>
            event.type === "stage.started" ? [stepIn(event.stage, /step-(\d+)\/turn-1$/)] : [],
          )
          expect(last.filter(({ id }) => !begun.includes(id))).toEqual([])
          expect(plans.length - 1).toBeLessThanOrEqual(limits.max_replans)
          expect(tooEarly(events, () => true)).toEqual([])
          expect(illegalStates(events)).toEqual([])
        },
      ),
      options(Math.min(RUNS, 40)),
    ))

  it("ends, within its replans, blocked exactly with a deadlock, and never works on a step before what it needs", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(graph, { minLength: 1, maxLength: 4 }),
        fc.record({ max_replans: fc.integer({ min: 0, max: 3 }), parallel_steps: fc.integer({ min: 1, max: 4 }) }),
        async (graphs, limits) => {
          await using played = await play(scenarioOf(graphs, limits, true))
          const events = played.events.map(({ event }) => event)
          const count = (type: DurableEvent["type"]) => events.filter((event) => event.type === type).length
          const used = count("plan.replaced")
          const lastGraph = graphs[used % graphs.length] as Graph
          const fates = [...expectedEnds(lastGraph).values()]
          const allDone = fates.length === lastGraph.steps.length && fates.every((status) => status === "done")
          const waits = fates.length < lastGraph.steps.length || fates.includes("blocked")
          expect(played.result.outcome).toBe(allDone ? "done" : waits ? "blocked" : "failed")
          expect(used).toBeLessThanOrEqual(limits.max_replans)
          if (!allDone) expect(used).toBe(limits.max_replans)
          expect(count("deadlock.found")).toBe(played.result.outcome === "blocked" ? 1 : 0)
          expect(tooEarly(events)).toEqual([])
          expect(illegalStates(events)).toEqual([])
        },
      ),
      options(Math.min(RUNS, 60)),
    ))
})

const isDoneStatus = (status: string) => status === "done"

/** Steps whose work began while something that they need was not done yet, or not over, by the log alone. */
function tooEarly(events: readonly DurableEvent[], isOver: (status: string) => boolean = isDoneStatus): number[] {
  const needs = new Map(
    events.flatMap((event) => (event.type === "steps.planned" ? event.steps : [])).map((step) => [step.id, step]),
  )
  const done = new Set<number>()
  return events.flatMap((event) => {
    if (event.type === "stage.ended" && isOver(event.status)) done.add(stepIn(event.stage, /step-(\d+)$/))
    const begun = event.type === "stage.started" ? stepIn(event.stage, /step-(\d+)\/turn-1$/) : 0
    return needs.get(begun)?.dependencies.every((id) => done.has(id)) === false ? [begun] : []
  })
}

function stepIn(stage: string, place: RegExp): number {
  return Number(stage.match(place)?.[1] ?? 0)
}

function illegalStates(events: readonly DurableEvent[]): string[] {
  const states = events.flatMap((event) => (event.type === "state.changed" ? [event.state] : []))
  return states.slice(1).filter((state, index) => !mayFollow(states[index] as RunState, state))
}
