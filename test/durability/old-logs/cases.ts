import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { AgentOptions } from "../../../src/agent.ts"
import type { EntryRow } from "../../../src/journal/entry-row.ts"
import type { Limits } from "../../../src/protocol/log/limits.ts"
import type { OutcomeStatus } from "../../../src/protocol/log/outcome.ts"
import type { RunHeader } from "../../../src/protocol/log/run.ts"
import type { AnyStrategy } from "../../../src/run/strategy.ts"
import { STRATEGIES } from "../../../src/strategies/index.ts"
import type { Manner } from "../strategy-minds.ts"

/** A run whose log is kept as a version wrote it. */
export type OldRun = {
  readonly name: string
  readonly strategy: string
  readonly manner?: Manner
  readonly options?: Partial<AgentOptions>
  readonly outcome?: OutcomeStatus
  /** At this call somebody cancels it, or its endpoint fails. */
  readonly cancelledAt?: number
  readonly failsAt?: number
  /** What it is taken up with after its end. */
  readonly more?: Partial<Limits>
}

const GOOD: Manner = { content: "good", ends: "claims" }

/** Every strategy, and each kind of end. */
export const OLD_RUNS: readonly OldRun[] = [
  { name: "phased", strategy: "phased" },
  { name: "phased-literal", strategy: "phased", options: { literal: true } },
  { name: "rounds", strategy: "rounds" },
  { name: "auto", strategy: "auto", manner: { ...GOOD, complexity: "simple" } },
  { name: "stepwise", strategy: "stepwise" },
  { name: "tasks", strategy: "tasks" },
  { name: "todo", strategy: "todo" },
  { name: "react", strategy: "react" },
  {
    name: "incomplete",
    strategy: "phased",
    manner: { content: "half", ends: "goes on" },
    options: { limits: { max_iterations: 4 } },
    outcome: "incomplete",
    more: { max_iterations: 40 },
  },
  { name: "failed", strategy: "rounds", failsAt: 2, outcome: "failed" },
  { name: "cancelled", strategy: "todo", manner: { ...GOOD, ends: "goes on" }, cancelledAt: 2, outcome: "cancelled" },
  { name: "blocked", strategy: "stepwise", manner: { ends: "is blocked" }, outcome: "blocked" },
  { name: "waiting", strategy: "react", options: { approve: "ask" }, outcome: "waiting" },
]

/** How its agent is made, then and now. */
export function optionsOf({ strategy, options }: OldRun): Partial<AgentOptions> {
  return { strategy: STRATEGIES.get(strategy) as AnyStrategy, checks: { test: "grep good state" }, ...options }
}

/** How its model behaves, then; `now` it always does well. */
export function mannerOf({ manner = GOOD }: OldRun, when: "then" | "now"): Manner {
  return when === "then" ? manner : { ...manner, ...GOOD }
}

/** What a crash left behind: so many entries of the log, the header, and the files of the workspace. */
export type Moment = {
  readonly entries: number
  readonly header: RunHeader
  readonly files: Readonly<Record<string, string>>
}

export const MOMENTS = ["in its middle", "right before its end", "after its end"] as const

/** A log as it is kept: its moments, then a row in each line. */
export type OldLog = { readonly moments: readonly Moment[]; readonly rows: readonly EntryRow[] }

/** Stands for the folder that the run worked in. */
export const WORKSPACE = "$WORKSPACE"

export function fileOf(version: string, { name }: OldRun): string {
  return join(import.meta.dirname, version, `${name}.jsonl`)
}

export async function readLog(version: string, run: OldRun): Promise<OldLog> {
  const [first = "", ...rest] = (await readFile(fileOf(version, run), "utf8")).trimEnd().split("\n")
  return { moments: JSON.parse(first), rows: rest.map((line) => JSON.parse(line)) }
}
