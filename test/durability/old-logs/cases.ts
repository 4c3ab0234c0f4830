import type { AgentOptions } from "../../../src/agent.ts"
import type { LogEntry } from "../../../src/journal/run-store.ts"
import type { RunHeader } from "../../../src/protocol/run.ts"
import type { AnyStrategy } from "../../../src/run/strategy.ts"
import { STRATEGIES } from "../../../src/strategies/index.ts"
import type { Manner } from "../strategy-minds.ts"

/** A run whose log is kept as an earlier version wrote it. */
export type OldRun = {
  readonly name: string
  readonly strategy: string
  readonly fuse?: boolean
  readonly complexity?: Manner["complexity"]
}

/** An entry with the version that its event had. */
export type OldEntry = LogEntry & { readonly version: number }

/** What a run left behind: its log, and the files of its workspace. */
export type OldLog = {
  readonly header: RunHeader
  readonly entries: readonly OldEntry[]
  readonly files: Readonly<Record<string, string>>
}

/** Every strategy, and each way in which one leads. */
export const OLD_RUNS: readonly OldRun[] = [
  { name: "phased", strategy: "phased", fuse: false },
  { name: "phased-fused", strategy: "phased", fuse: true },
  { name: "rounds", strategy: "rounds", fuse: false },
  { name: "rounds-fused", strategy: "rounds", fuse: true },
  { name: "auto-as-rounds", strategy: "auto", fuse: true, complexity: "simple" },
  { name: "auto-as-phased", strategy: "auto", fuse: true, complexity: "medium" },
  { name: "stepwise", strategy: "stepwise" },
  { name: "tasks", strategy: "tasks" },
  { name: "todo", strategy: "todo" },
  { name: "react", strategy: "react" },
]

/** How its agent is made, then and now. */
export function optionsOf({ strategy, fuse }: OldRun): Partial<AgentOptions> {
  return {
    strategy: STRATEGIES.get(strategy) as AnyStrategy,
    settings: fuse === undefined ? {} : { fuse },
    checks: { test: "grep good state" },
  }
}

export function mannerOf({ complexity }: OldRun): Manner {
  return { content: "good", ends: "claims", ...(complexity ? { complexity } : {}) }
}
