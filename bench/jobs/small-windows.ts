import { PERSONAS } from "keelson/testing"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { replaceTable } from "../support/write-out.ts"
import { JOBS } from "./all-jobs.ts"
import type { CellResult } from "./cell.ts"
import { strategyLoop } from "./loops.ts"
import { inParallel } from "./pool.ts"
import { playCell } from "./run-cell.ts"
import { groupBy, summarise } from "./summary.ts"

/* What people have on their own machines: the weak persona in small windows, at an endpoint that takes a schema and forces no call. */

const WINDOWS = [4096, 8192] as const
const PROFILES = ["usual", "small"] as const
const SEEDS = 1
const AT_ONCE = 3
/** As local servers are known: a grammar keeps the form, and nothing forces a call. */
const TRAITS = { rungs: ["schema", "text"], thinking: "free" } as const

type SmallResult = CellResult & { readonly window: number; readonly profile: (typeof PROFILES)[number] }

/** Plays the weak persona in both windows, with the profile and without, and keeps the table of it. */
export async function smallWindows(): Promise<void> {
  const weak = PERSONAS.get("weak")
  if (!weak) throw new Error("There is no weak persona.")
  const cells = WINDOWS.flatMap((window) =>
    PROFILES.flatMap((profile) =>
      [...STRATEGIES].flatMap(([loop, strategy]) =>
        [...JOBS.keys()].flatMap((job) =>
          Array.from({ length: SEEDS }, (_, index) => ({
            ...{ window, profile, strategy },
            cell: { job, persona: "weak", loop, seed: index + 1 },
          })),
        ),
      ),
    ),
  )
  process.stderr.write(`jobs in small windows, ${cells.length} runs … `)
  const results = await inParallel(
    cells,
    AT_ONCE,
    async ({ window, profile, strategy, cell }): Promise<SmallResult> => {
      const play = { persona: weak, loop: strategyLoop(strategy, { profile }), contextWindow: window, traits: TRAITS }
      return { ...(await playCell(cell, play)), window, profile }
    },
  )
  process.stderr.write("\n")
  const table = tableOf(results)
  console.log(table)
  for (const { window, profile, job, loop, seed, untruthful } of results)
    if (untruthful !== "") console.log(`not truthful: ${window} ${profile} ${job} ${loop} ${seed}: ${untruthful}`)
  replaceTable("docs/figures.md", "small-windows", table)
}

/** Before and after in one cell: without the profile, and with it. */
function tableOf(results: readonly SmallResult[]): string {
  const loops = [...groupBy(results, "loop").keys()]
  const head = ["without → with the profile `small`", ...loops]
  const rows = WINDOWS.flatMap((window) =>
    LINES.map(({ name, shown }) => [
      `${window / 1024}k: ${name}`,
      ...loops.map((loop) =>
        PROFILES.map((profile) =>
          shown(results.filter((one) => one.window === window && one.profile === profile && one.loop === loop)),
        ).join(" → "),
      ),
    ]),
  )
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const percent = (share: number) => `${Math.round(100 * share)}%`
const whole = (value: number) => Math.round(value).toLocaleString("en")

const LINES: readonly { readonly name: string; readonly shown: (results: readonly SmallResult[]) => string }[] = [
  { name: "done", shown: (results) => percent(summarise(results).done) },
  { name: "truthful", shown: (results) => percent(summarise(results).truthful) },
  { name: "calls", shown: (results) => whole(summarise(results).calls) },
  { name: "prompt tokens", shown: (results) => whole(summarise(results).prompt) },
]
