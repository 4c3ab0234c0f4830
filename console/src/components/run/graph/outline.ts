import { idIn, isWithin, nameOf, numberOf, parentOf } from "@keelson/protocol/log/key.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import type { RunView, StageView } from "@keelson/view/run-view.ts"
import { handsOutItems } from "@keelson/view/stages.ts"

/** A node of the graph: a phase, a step, an item or another part, begun or only planned. */
export type Node = {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly goal: string
  readonly status: string
  /** Nodes that this one waits for. */
  readonly needs: readonly string[]
  /** Rounds or turns inside it, in order. */
  readonly rounds: readonly StageView[]
  readonly stage: StageView | null
  /** Why it is not done, as the engine says. */
  readonly trouble: string
}

export type Outline = {
  readonly nodes: readonly Node[]
  /** Steps of plans that were replaced since. */
  readonly earlier: readonly Node[]
  /** What was worked on after the strategy's own end. */
  readonly closings: readonly Node[]
  /** Rounds or turns that stand in no node. */
  readonly loose: readonly StageView[]
}

/** The stages of a run as a graph, with what is planned and has not begun. */
export function outlineOf(view: RunView): Outline {
  const begun = view.stages.filter(({ isRepeated }) => !isRepeated)
  const inner = view.stages.filter(({ isRepeated }) => isRepeated)
  const planned = plannedNodes(view)
  const nodes = planned.map((node) => withStage(node, begun, inner, view))
  const known = new Set(nodes.flatMap(({ stage }) => (stage ? [stage.id] : [])))
  const unplanned = begun.filter(({ id }) => !known.has(id)).map((stage) => begunNode(stage, inner, view))
  const closings = unplanned.filter(isClosing)
  const others = unplanned.filter((node) => !isClosing(node))
  const earlier = view.steps.length > 0 ? others : []
  const housed = new Set([...nodes, ...unplanned].flatMap(({ rounds }) => rounds.map(({ id }) => id)))
  return {
    nodes: earlier.length > 0 ? nodes : [...nodes, ...others],
    earlier,
    closings,
    loose: inner.filter(({ id }) => !housed.has(id)),
  }
}

function isClosing({ stage }: Node): boolean {
  return stage?.kind === "closing"
}

/** A view of which is known that nobody carries the run out, although it has not ended. */
type ShownView = Pick<RunView, "outcome"> & { readonly isStill?: boolean }

/** The picture of a run that was interrupted: what it had begun stands still. */
export function stilled(picture: RunPicture): RunPicture {
  const view = { ...picture.view, isStill: true }
  return { ...picture, view }
}

/** A run that has ended, or that nobody carries out, has nothing running. */
export function statusNow(view: ShownView, status: string): string {
  return status === "running" && (view.outcome || view.isStill) ? "stopped" : status
}

type Planned = Pick<Node, "id" | "label" | "title" | "goal" | "needs"> & {
  readonly matches: (stage: StageView) => boolean
  /** How it stands without a stage; planned unless told otherwise. */
  readonly unbegun?: string
}

function plannedNodes(view: RunView): Planned[] {
  if (view.phases.length > 0) {
    return view.phases.map(({ id, name, goal, dependencies }) => ({
      id: `phase-${id}`,
      label: String(id),
      title: name,
      goal,
      needs: dependencies.map((needed) => `phase-${needed}`),
      matches: (stage) => stage.id === `phase-${id}`,
    }))
  }
  if (view.steps.length === 0) return listedNodes(view)
  return view.steps.map(({ id, description, done_when, dependencies }) => ({
    id: `step-${id}`,
    label: String(id),
    title: description,
    goal: done_when,
    needs: dependencies.map((needed) => `step-${needed}`),
    // A plan that replaces another one keeps what is done, and may give the number of something else a new meaning.
    matches: (stage) => nameOf(stage.id) === `step-${id}` && (stage.status === "done" || stage.title === description),
  }))
}

/** A list that the engine hands out item by item. */
function listedNodes(view: RunView): Planned[] {
  if (!handsOutItems(view)) return []
  return view.todos.map(({ id, content, status }, index) => ({
    id: `item-${id}`,
    // Ticked off before it was handed out, it has no stage of its own.
    unbegun: status === "completed" ? "done" : "planned",
    label: String(index + 1),
    title: content,
    goal: "",
    needs: [],
    matches: (stage) => stage.id === `item-${id}` || stage.id.startsWith(`item-${id}-again-`),
  }))
}

function withStage(planned: Planned, begun: readonly StageView[], inner: readonly StageView[], view: RunView): Node {
  const { matches, unbegun = "planned", ...node } = planned
  const stage = begun.findLast(matches)
  if (!stage) return { ...node, status: unbegun, rounds: [], stage: null, trouble: "" }
  return {
    ...node,
    status: statusNow(view, stage.status),
    rounds: roundsOf(stage, inner),
    stage,
    trouble: troubleOf(stage),
  }
}

function begunNode(stage: StageView, inner: readonly StageView[], view: RunView): Node {
  return {
    id: stage.id,
    // The name of a closing has its number already.
    label: stage.kind === "closing" ? "" : String(numberOf(stage.id) || ""),
    title: stage.title,
    goal: "",
    status: statusNow(view, stage.status),
    needs: [],
    rounds: roundsOf(stage, inner),
    stage,
    trouble: troubleOf(stage),
  }
}

function roundsOf(stage: StageView, inner: readonly StageView[]): StageView[] {
  return inner.filter(({ id }) => isWithin(id, stage.id))
}

const TROUBLED: ReadonlySet<string> = new Set(["failed", "incomplete", "blocked"])

function troubleOf({ kind, status, summary }: StageView): string {
  return kind !== "phase" && TROUBLED.has(status) ? summary : ""
}

/** The phase, step or item that a round or turn stands in. */
export function houseOf(view: RunView, id: string): StageView | undefined {
  return view.stages.findLast((stage) => !stage.isRepeated && isWithin(id, stage.id))
}

/** The number of a round or turn in its node: `2`, or `2.1` for the first turn of a second try. */
export function numberIn(id: string): string {
  const number = String(numberOf(id) || "")
  const attempt = idIn(parentOf(id), "try") ?? "1"
  return attempt === "1" ? number : `${attempt}.${number}`
}

/** The stages that tasks stand in, in order: what j, k and the panel go through. */
export function leavesOf({ nodes, earlier, closings, loose }: Outline): StageView[] {
  const leaves = [...earlier, ...nodes, ...closings].flatMap(({ rounds, stage }) =>
    rounds.length > 0 ? rounds : stage ? [stage] : [],
  )
  return [...leaves, ...loose].sort((a, b) => a.startedAt - b.startedAt)
}
