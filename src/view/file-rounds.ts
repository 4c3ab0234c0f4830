import { parentOf } from "../protocol/log/key.ts"
import type { RunView } from "./run-view.ts"
import type { Story } from "./story.ts"

/** How often each round changed a file; `counts` has a number for each of `rounds`, 0 where it did not. */
export type FileRounds = {
  readonly rounds: readonly string[]
  readonly files: readonly { readonly path: string; readonly counts: readonly number[] }[]
}

/** Which rounds changed which files, the files that were changed most first. A command's changes are known only by checkpoints: those count once. */
export function fileRounds({ tasks }: Pick<RunView, "tasks">, { checkpoints }: Pick<Story, "checkpoints">): FileRounds {
  const counted = new Map<string, Map<string, number>>()
  const count = (stage: string, path: string, more: number) => {
    const paths = counted.get(stage) ?? new Map<string, number>()
    counted.set(stage, paths.set(path, Math.max(1, (paths.get(path) ?? 0) + more)))
  }
  for (const { key, changes } of tasks) for (const { path } of changes) count(parentOf(key), path, 1)
  for (const { stage, changes } of checkpoints) for (const { path } of changes) count(stage, path, 0)
  const rounds = [...counted.keys()]
  const paths = new Set([...counted.values()].flatMap((inside) => [...inside.keys()]))
  const files = [...paths].map((path) => ({ path, counts: rounds.map((round) => counted.get(round)?.get(path) ?? 0) }))
  return { rounds, files: files.sort((a, b) => sumOf(b.counts) - sumOf(a.counts)) }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, one) => sum + one, 0)
}
