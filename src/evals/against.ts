import type { CellResult } from "./cell.ts"
import type { EvalDocument } from "./document.ts"
import { type EvalRow, pairName } from "./rows.ts"
import { chanceOf } from "./statistics.ts"

/** A share or a median that is another one than before. */
export type EvalChange = {
  /** A model with a strategy; with a job, of that job alone. */
  readonly pair: string
  readonly job?: string
  readonly figure: string
  readonly before: number
  readonly now: number
  readonly verdict: "better" | "worse"
  /** How likely a difference like this is where nothing changed; absent for medians. */
  readonly chance?: number
}

/** What became better and worse. `isWorse`: what got done, or what was truthful, became less in some row. */
export type EvalComparison = {
  readonly changes: readonly EvalChange[]
  readonly isWorse: boolean
  /** Pairs and jobs that only one of both has: they are compared with nothing. */
  readonly only: { readonly before: readonly string[]; readonly now: readonly string[] }
}

const SHARES = ["done", "truthful", "verified"] as const
/** Less than this share of a median is no news. */
const NEWS = 0.1
const MEDIANS = ["calls", "prompt_tokens", "completion_tokens", "cost", "time_ms"] as const

/** Compares by the cells that both have: a job that is new makes nothing worse. */
export function compareWith(before: EvalDocument, now: EvalDocument): EvalComparison {
  const known = new Set(before.cells.map(place))
  const present = new Set(now.cells.map(place))
  const old = before.cells.filter((cell) => present.has(place(cell)))
  const own = now.cells.filter((cell) => known.has(place(cell)))
  const pairs = [...new Set(own.map(pairName))]
  const changes = pairs.flatMap((pair) => {
    const [then, today] = [old, own].map((cells) => cells.filter((cell) => pairName(cell) === pair)) as [
      CellResult[],
      CellResult[],
    ]
    const jobs = [...new Set(today.map(({ job }) => job))]
    const single = jobs.flatMap((job) => sharesOf({ pair, job }, ofJob(then, job), ofJob(today, job)))
    return [...sharesOf({ pair }, then, today), ...mediansOf(pair, before.rows, now.rows), ...single]
  })
  const counting = changes.filter(
    ({ job, figure }) => job === undefined && (figure === "done" || figure === "truthful"),
  )
  return {
    changes,
    isWorse: counting.some(({ verdict }) => verdict === "worse"),
    only: {
      before: [...known].filter((one) => !present.has(one)),
      now: [...present].filter((one) => !known.has(one)),
    },
  }
}

type About = Pick<EvalChange, "pair" | "job">

function sharesOf(about: About, then: readonly CellResult[], today: readonly CellResult[]): EvalChange[] {
  return SHARES.flatMap((figure) => {
    const counts = [then, today].map((cells) => [cells.filter((cell) => cell[figure]).length, cells.length] as const)
    const [was, is] = counts as [readonly [number, number], readonly [number, number]]
    const [before, now] = [was[0] / was[1], is[0] / is[1]]
    if (before === now) return []
    return [{ ...about, figure, before, now, verdict: now > before ? "better" : "worse", chance: chanceOf(was, is) }]
  })
}

function mediansOf(pair: string, then: readonly EvalRow[], today: readonly EvalRow[]): EvalChange[] {
  const [was, is] = [then, today].map((rows) => rows.find((row) => pairName(row) === pair))
  return MEDIANS.flatMap((figure) => {
    const [before, now] = [was?.[figure]?.value, is?.[figure]?.value]
    if (before === undefined || now === undefined || Math.abs(now - before) <= NEWS * before) return []
    return [{ pair, figure, before, now, verdict: now < before ? ("better" as const) : ("worse" as const) }]
  })
}

function ofJob(cells: readonly CellResult[], name: string): CellResult[] {
  return cells.filter(({ job }) => job === name)
}

/** What cells of two evals are compared by. */
function place(cell: CellResult): string {
  return `${cell.job} · ${pairName(cell)}`
}
