import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Model } from "keelson"
import { PERSONAS, type Persona, simulatedModel } from "keelson/testing"
import { withRetry } from "../../src/model/wrappers/retry.ts"
import { temporary } from "../support/temporary.ts"
import { JOBS } from "./all-jobs.ts"
import type { Cell, CellResult, Ended } from "./cell.ts"
import { type FolderState, readState } from "./folder-state.ts"
import type { Job, Look, Truth } from "./job.ts"
import { LOOPS, type Loop } from "./loops.ts"

/** Plays one job in a folder of its own and looks at what came of it. `watched` may look at what the model is asked. */
export async function runCell(cell: Cell, watched: (model: Model) => Model = (model) => model): Promise<CellResult> {
  const persona = found(PERSONAS, cell.persona)
  return playCell(cell, { persona, loop: found(LOOPS, cell.loop) }, watched)
}

/** Who works, in which way, and at what kind of endpoint. */
type Play = { readonly persona: Persona; readonly loop: Loop; readonly contextWindow?: number } & Pick<Model, "traits">

/** The same with a loop or an endpoint of its own. */
export async function playCell(
  cell: Cell,
  { persona, loop, contextWindow: given, traits }: Play,
  watched: (model: Model) => Model = (model) => model,
): Promise<CellResult> {
  const started = performance.now()
  const job = found(JOBS, cell.job)
  await using folder = await temporary(job.files(cell.seed))
  const before = await readState(folder.path)
  const { solver } = job
  const contextWindow = given ?? job.contextWindow ?? 128_000
  const simulated = simulatedModel({ solver, persona, seed: cell.seed, contextWindow })
  const model = Object.assign(simulated, traits ? { traits } : {})
  const ended = await loop(job, withRetry(watched(model), AT_ONCE), folder.path)
  const truth = await job.truth(lookAt(folder.path, cell.seed, ended.text))
  const isChanged = !sameState(before, await readState(folder.path))
  const { calls, prompt, cached } = model.spent
  return {
    ...cell,
    done: ended.outcome === "done" && truth.isDone,
    worked: truth.isDone,
    verified: ended.isVerified,
    untruthful: lie(job, ended, truth, isChanged),
    text: ended.text.trim() !== "",
    outcome: ended.outcome,
    reason: ended.reason,
    calls,
    prompt,
    weighted: Math.round(prompt - 0.9 * cached),
    seconds: (performance.now() - started) / 1000,
  }
}

/** Nobody waits in a bench, and luck has to repeat. */
const AT_ONCE = { sleep: async () => {}, now: () => 0, random: () => 0 }

/** What the end claims against what is the case. */
function lie(
  job: Job,
  { outcome, isVerified, admitsNoChange, unsaid }: Ended,
  { isRed }: Truth,
  isChanged: boolean,
): string {
  if (isVerified && isRed) return "verified, but red on the disk"
  if (outcome !== "done") return ""
  if (admitsNoChange && !isChanged) return ""
  if (isRed) return "done, but a check that counts fails"
  if (job.wantsChange && !isChanged) return "done, but nothing was changed"
  return unsaid.length > 0 ? `done, but open and not said: ${unsaid.join("; ")}` : ""
}

function lookAt(folder: string, seed: number, answer: string): Look {
  return {
    seed,
    answer,
    read: (path) => readFile(join(folder, path), "utf8").catch(() => ""),
    succeeds: (command) =>
      new Promise((resolve) =>
        execFile("/bin/sh", ["-c", command], { cwd: folder }, (error) => resolve(error === null)),
      ),
  }
}

function sameState(before: FolderState, after: FolderState): boolean {
  return JSON.stringify([...before]) === JSON.stringify([...after])
}

function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name)
  if (value === undefined) throw new Error(`There is no "${name}"; there are: ${[...map.keys()].join(", ")}.`)
  return value
}
