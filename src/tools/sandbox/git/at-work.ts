/** The commands at work in a workspace, and the repositories that were there before the first of them. */
type AtWork = { count: number; readonly entries: ReadonlySet<string> }

const workspaces = new Map<string, AtWork>()

/**
 * Notes that a command begins. Tells which repositories no command can exchange: one that a command is making at this moment is
 * still in its hands.
 */
export function beginWork(root: string, entries: readonly string[]): ReadonlySet<string> {
  const before = workspaces.get(root)
  const now = before ?? { count: 0, entries: new Set(entries) }
  now.count++
  workspaces.set(root, now)
  return now.entries
}

export function endWork(root: string): void {
  const now = workspaces.get(root)
  if (now && --now.count === 0) workspaces.delete(root)
}
