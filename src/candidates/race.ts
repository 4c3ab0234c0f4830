import { BudgetWatch, type EvalBudget, isSharedLimit } from "../evals/budget.ts"
import type { EvalCell } from "../evals/cell.ts"
import type { EvalGround } from "../evals/ground.ts"
import type { KnownJob } from "../evals/keys.ts"
import type { EvalRun, Runner } from "../evals/runner.ts"
import { giveBack, openFolder } from "../evals/sources/work-folder.ts"
import type { RunResult } from "../protocol/log/run.ts"
import { messageOf } from "../text/message-of.ts"
import { bestOf, type CandidateStanding, isProven } from "./choose.ts"

/** One that tries: a model with a strategy, by its number. */
export type Candidate = EvalCell & { readonly name: string }

/** A candidate that came to an end, with its copy of the folder. */
export type EndedCandidate = {
  readonly candidate: Candidate
  readonly result: RunResult
  readonly standing: CandidateStanding
  readonly folder: string
}

/** What happens on the way, for whoever waits. */
export type RaceProgress =
  | { readonly type: "ended"; readonly end: EndedCandidate }
  | { readonly type: "broken"; readonly candidate: Candidate; readonly why: string }

/** What several candidates need that one does not. */
export type RaceHouse = {
  readonly ground: EvalGround
  readonly runner: Runner
  readonly budget: EvalBudget
  readonly atOnce: number
  /** Facts about an ended run. */
  readonly standing: (result: RunResult) => Promise<CandidateStanding>
  readonly tell: (progress: RaceProgress) => void
}

export type RaceEnd = { readonly winner: EndedCandidate | undefined; readonly ended: readonly EndedCandidate[] }

/** Under this name a copy of the folder is kept for one candidate. */
export function folderName(key: string, { repeat }: Candidate): string {
  return `best-${key}-${repeat}`
}

/** All try, so many at once, until one is proven; then the others stop. Said again it goes on where each of them was. */
export async function race(
  house: RaceHouse,
  known: KnownJob,
  candidates: readonly Candidate[],
  key: string,
): Promise<RaceEnd> {
  const budget = new BudgetWatch(house.budget)
  const ended: EndedCandidate[] = []
  const running = new Map<Candidate, EvalRun>()
  const queue = candidates.values()
  const isOver = () => house.ground.signal.aborted || ended.some(({ standing }) => isProven(standing))
  const carry = async (candidate: Candidate) => {
    try {
      const end = await tryOne(house, known, candidate, { key, budget, running, isOver })
      ended.push(end)
      house.tell({ type: "ended", end })
      if (isProven(end.standing)) await stopOthers(running)
    } catch (error) {
      // What was stopped goes on when the same is asked again.
      if (!house.ground.signal.aborted) house.tell({ type: "broken", candidate, why: messageOf(error) })
    }
  }
  const worker = async () => {
    for (const candidate of queue) if (!isOver() && budget.reached === undefined) await carry(candidate)
  }
  try {
    await Promise.all(Array.from({ length: house.atOnce }, worker))
    const inOrder = ended.toSorted((one, other) => one.candidate.repeat - other.candidate.repeat)
    return { winner: bestOf(inOrder), ended: inOrder }
  } finally {
    budget.close()
  }
}

async function stopOthers(running: ReadonlyMap<Candidate, EvalRun>): Promise<void> {
  await Promise.all([...running.values()].map((run) => run.cancel("another candidate was verified first")))
}

type Race = {
  readonly key: string
  readonly budget: BudgetWatch
  readonly running: Map<Candidate, EvalRun>
  readonly isOver: () => boolean
}

async function tryOne(
  { ground, runner, standing }: RaceHouse,
  known: KnownJob,
  candidate: Candidate,
  { key, budget, running, isOver }: Race,
): Promise<EndedCandidate> {
  const name = folderName(key, candidate)
  const { path, isFresh } = await openFolder(ground, known, name)
  try {
    const found = isFresh ? undefined : await runner.find(path)
    const before = found?.isOver ? await runner.result(found.id) : undefined
    const carried =
      before && !isSharedLimit(before.limit)
        ? { result: Promise.resolve(before) }
        : await (found ? runner.resume(candidate, known.job, path, found.id) : runner.begin(candidate, known.job, path))
    const stops = "id" in carried ? follow(carried, { candidate, budget, running, signal: ground.signal }) : () => {}
    // One may have won while this one was about to begin.
    if ("id" in carried && isOver()) await carried.cancel("another candidate was verified first")
    const result = await carried.result.finally(stops)
    return { candidate, result, standing: await standing(result), folder: path }
  } finally {
    await giveBack(ground, name)
  }
}

type Following = Pick<Race, "budget" | "running"> & { readonly candidate: Candidate; readonly signal: AbortSignal }

function follow(run: EvalRun, { candidate, budget, running, signal }: Following): () => void {
  const stopWatching = budget.watch(run)
  const leave = () => void run.detach()
  signal.addEventListener("abort", leave)
  running.set(candidate, run)
  return () => {
    running.delete(candidate)
    signal.removeEventListener("abort", leave)
    stopWatching()
  }
}
