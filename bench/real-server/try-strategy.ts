import { readdir } from "node:fs/promises"
import type { RunResult } from "keelson"
import { temporary } from "../support/temporary.ts"
import { keelson } from "./command.ts"
import type { Choice } from "./options.ts"
import { TINY_JOBS } from "./tiny-jobs.ts"

/** One run of a strategy on a tiny job, seen from outside. */
export type Tried = {
  readonly job: string
  readonly strategy: string
  /** `none`: the process gave no result, which no server should ever bring about. */
  readonly outcome: string
  readonly code: number | null
  /** Whether what was asked for is there. */
  readonly isDone: boolean
  readonly calls: number
  readonly prompt: number
  readonly completion: number
  readonly seconds: number
  /** Why it is not done, or what the process complained about. */
  readonly reason: string
  /** What lies in the workspace and was neither there before nor is listed as changed. */
  readonly stray: readonly string[]
}

export async function tryStrategy(choice: Choice, job: string, strategy: string, home: string): Promise<Tried> {
  const { request, files, isDone } = TINY_JOBS.get(job) ?? unknownJob(job)
  await using folder = await temporary(files)
  const { code, output, errors, ms } = await keelson(
    ["run", "--json", "--strategy", strategy, ...flagsOf(choice), request],
    { cwd: folder.path, home },
  )
  const result = resultIn(output)
  const changed = result?.files.map(({ path }) => path) ?? []
  const known = [...Object.keys(files), ...changed.map((path) => path.split("/")[0])]
  return {
    job,
    strategy,
    outcome: result?.outcome ?? "none",
    code,
    isDone: await isDone(folder.path, result?.message ?? ""),
    calls: result?.usage.calls ?? 0,
    prompt: result?.usage.prompt ?? 0,
    completion: result?.usage.completion ?? 0,
    seconds: ms / 1000,
    reason: result ? result.reason : errors.trim(),
    stray: (await readdir(folder.path)).filter((name) => !known.includes(name)),
  }
}

function flagsOf({ address, model, maxTime }: Choice): string[] {
  return ["--model", `openai-compatible:${model}`, "--base-url", address, "--approve", "full", "--max-time", maxTime]
}

/** The last line of the output, if it is a result. */
function resultIn(output: string): RunResult | undefined {
  const last = output.trimEnd().split("\n").at(-1) ?? ""
  try {
    const value = JSON.parse(last)
    return value.type === "result" ? value : undefined
  } catch {
    return undefined
  }
}

function unknownJob(name: string): never {
  throw new TypeError(`--job: no ${name}; there are: ${[...TINY_JOBS.keys()].join(", ")}.`)
}
