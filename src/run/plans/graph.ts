/** A node that waits for others of the same graph. Ids are positive and unique; a need must point to an earlier or later node. */
export type GraphNode = { readonly id: number; readonly needs: readonly number[] }

/** What is wrong with a graph, in words for the model; empty when it can be run. */
export function graphIssues(nodes: readonly GraphNode[], what: string): string[] {
  const ids = new Set(nodes.map((node) => node.id))
  if (ids.size < nodes.length) return [`${what} ids must be unique`]
  const unknown = nodes.flatMap((node) =>
    node.needs
      .filter((need) => !ids.has(need))
      .map((need) => `${what} ${node.id} depends on ${need}, which does not exist`),
  )
  if (unknown.length > 0) return unknown
  const stuck = onCycle(nodes)
  return stuck.length > 0 ? [`${what} dependencies form a circle: ${stuck.join(", ")}`] : []
}

/** The nodes that can never start because they wait for each other. */
function onCycle(nodes: readonly GraphNode[]): number[] {
  const done = new Set<number>()
  let left = [...nodes]
  for (;;) {
    const ready = left.filter((node) => node.needs.every((need) => done.has(need)))
    if (ready.length === 0) return left.map((node) => node.id)
    for (const node of ready) done.add(node.id)
    left = left.filter((node) => !done.has(node.id))
    if (left.length === 0) return []
  }
}

/**
 * Runs each node once all that it needs has been run, at most `limit` side by side, earlier nodes first.
 *
 * When a node throws, nothing new is started; what is under way is waited for, and then the first error is thrown.
 * With `goesOn` an error lets the other nodes go on (its dependents stay behind) and is thrown at the end. A node that comes
 * to `false` leaves its dependents behind too, without an error.
 */
export async function runGraph<Node extends GraphNode>(
  nodes: readonly Node[],
  limit: number,
  run: (node: Node) => Promise<unknown>,
  goesOn: (error: unknown) => boolean = () => false,
): Promise<void> {
  const done = new Set<number>()
  const waiting = [...nodes]
  const running = new Map<number, Promise<void>>()
  const errors: unknown[] = []
  let stopped = false

  const start = (node: Node) => {
    const work = run(node).then(
      (result) => {
        if (result !== false) done.add(node.id)
      },
      (error) => {
        errors.push(error)
        if (!goesOn(error)) stopped = true
      },
    )
    running.set(
      node.id,
      work.finally(() => running.delete(node.id)),
    )
  }

  for (;;) {
    while (!stopped && running.size < limit) {
      const index = waiting.findIndex((node) => node.needs.every((need) => done.has(need)))
      const [node] = index < 0 ? [] : waiting.splice(index, 1)
      if (!node) break
      start(node)
    }
    if (running.size === 0) break
    await Promise.race(running.values())
  }
  const worst = errors.find((error) => !goesOn(error)) ?? errors[0]
  if (worst !== undefined) throw worst
}
