import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Which kind of trial it was. */
export type Kind = "command line" | "server" | "in one process"

/** How often a fault was tried in one run of the campaign, and how often a promise was broken. */
export type Row = { readonly kind: Kind; readonly group: string; readonly trials: number; readonly broken: number }

/** One run of the campaign. A seed counts once: played again, it takes the place of what it was. */
export type CampaignRun = {
  readonly seed: number
  readonly at: string
  readonly rows: readonly Row[]
  /** How often each promise was looked at, and how often it was broken. */
  readonly promises: Readonly<Record<string, { readonly looked: number; readonly broken: number }>>
}

const FILE = fileURLToPath(new URL("./results.json", import.meta.url))

export function keptRuns(): CampaignRun[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as CampaignRun[]) : []
}

export function keepRun(run: CampaignRun): readonly CampaignRun[] {
  const runs = [...keptRuns().filter(({ seed }) => seed !== run.seed), run].sort((a, b) => a.seed - b.seed)
  writeFileSync(FILE, `${JSON.stringify(runs, null, 1)}\n`)
  return runs
}
