import type { Node } from "./outline.ts"

/** An edge of the graph, from the row of what is needed to the row of what needs it. */
export type Rail = { readonly from: number; readonly to: number; readonly lane: number; readonly isDone: boolean }

/**
 * Nodes stand in rows in the order of the plan, so an edge goes down. An edge to the next row is a straight line in
 * lane 0; one that passes other rows gets the first lane that is free between them.
 */
export function railsOf(nodes: readonly Node[]): Rail[] {
  const rows = new Map(nodes.map(({ id }, row) => [id, row]))
  const edges = nodes.flatMap(({ needs }, to) =>
    needs.flatMap((id) => {
      const from = rows.get(id)
      return from !== undefined && from < to ? [{ from, to }] : []
    }),
  )
  const busy: { lane: number; from: number; to: number }[] = []
  return edges
    .sort((a, b) => a.to - a.from - (b.to - b.from))
    .map(({ from, to }) => {
      const lane = to - from === 1 ? 0 : freeLane(busy, from, to)
      if (lane > 0) busy.push({ lane, from, to })
      return { from, to, lane, isDone: nodes[from]?.status === "done" }
    })
}

function freeLane(busy: readonly { lane: number; from: number; to: number }[], from: number, to: number): number {
  let lane = 1
  while (busy.some((other) => other.lane === lane && other.from < to && from < other.to)) lane++
  return lane
}
