import type { RunView, StageView } from "@keelson/view/run-view.ts"
import { stageOf } from "@keelson/view/stage-of.ts"

/** A node of the graph: a phase, a step or an item, begun or only planned. */
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
}

export type Outline = {
  readonly nodes: readonly Node[]
  /** Rounds or turns that stand in no node. */
  readonly loose: readonly StageView[]
}

const NODE_KINDS: ReadonlySet<string> = new Set(["phase", "step", "item"])

/** The stages of a run as a graph, with what is planned and has not begun. */
export function outlineOf(view: RunView): Outline {
  const begun = view.stages.filter(({ kind }) => NODE_KINDS.has(kind))
  const inner = view.stages.filter(({ kind }) => !NODE_KINDS.has(kind))
  const planned = plannedNodes(view)
  const nodes = planned.map((node) => withStage(node, begun, inner, view))
  const known = new Set(nodes.flatMap(({ stage }) => (stage ? [stage.id] : [])))
  const unplanned = begun.filter(({ id }) => !known.has(id)).map((stage) => begunNode(stage, inner, view))
  const housed = new Set([...nodes, ...unplanned].flatMap(({ rounds }) => rounds.map(({ id }) => id)))
  return { nodes: [...nodes, ...unplanned], loose: inner.filter(({ id }) => !housed.has(id)) }
}

/** A run that has ended leaves nothing running. */
export function statusNow(view: RunView, status: string): string {
  return status === "running" && view.outcome ? "stopped" : status
}

type Planned = Pick<Node, "id" | "label" | "title" | "goal" | "needs"> & { readonly matches: (id: string) => boolean }

function plannedNodes(view: RunView): Planned[] {
  if (view.phases.length > 0) {
    return view.phases.map(({ id, name, goal, dependencies }) => ({
      id: `phase-${id}`,
      label: String(id),
      title: name,
      goal,
      needs: dependencies.map((needed) => `phase-${needed}`),
      matches: (stage) => stage === `phase-${id}`,
    }))
  }
  return view.steps.map(({ id, description, done_when, dependencies }) => ({
    id: `step-${id}`,
    label: String(id),
    title: description,
    goal: done_when,
    needs: dependencies.map((needed) => `step-${needed}`),
    matches: (stage) => stage.split("/").at(-1) === `step-${id}`,
  }))
}

function withStage(planned: Planned, begun: readonly StageView[], inner: readonly StageView[], view: RunView): Node {
  const { matches, ...node } = planned
  const stage = begun.findLast(({ id }) => matches(id))
  if (!stage) return { ...node, status: "planned", rounds: [], stage: null }
  return { ...node, status: statusNow(view, stage.status), rounds: roundsOf(stage, inner), stage }
}

function begunNode(stage: StageView, inner: readonly StageView[], view: RunView): Node {
  return {
    id: stage.id,
    label: stage.id.match(/(\d+)$/)?.[1] ?? "",
    title: stage.title,
    goal: "",
    status: statusNow(view, stage.status),
    needs: [],
    rounds: roundsOf(stage, inner),
    stage,
  }
}

function roundsOf(stage: StageView, inner: readonly StageView[]): StageView[] {
  return inner.filter(({ id }) => stageOf(id) === stage.id)
}

/** The stages that tasks stand in, in order: what j, k and the panel go through. */
export function leavesOf({ nodes, loose }: Outline): StageView[] {
  const leaves = nodes.flatMap(({ rounds, stage }) => (rounds.length > 0 ? rounds : stage ? [stage] : []))
  return [...leaves, ...loose].sort((a, b) => a.startedAt - b.startedAt)
}
