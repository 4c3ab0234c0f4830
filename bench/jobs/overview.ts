import { JOBS } from "./all-jobs.ts"
import type { CellResult } from "./cell.ts"
import { groupBy, type Row, summarise } from "./summary.ts"

type Line = {
  readonly name: string
  readonly isMeant: (result: CellResult) => boolean
  readonly shown: (row: Row) => string
}

const percent = (share: number) => `${Math.round(100 * share)}%`
const rounded = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 })
const job = ({ job: name }: CellResult) => JOBS.get(name)
const isOf =
  (...personas: readonly string[]) =>
  ({ persona }: CellResult) =>
    personas.includes(persona)
const claims = isOf("claims-at-once", "claims-after-change")
const faultless = isOf("faultless")

const LINES: readonly Line[] = [
  { name: "faultless: done", isMeant: faultless, shown: ({ done }) => percent(done) },
  {
    name: "faultless: verified, where checks can be green",
    isMeant: (result) => faultless(result) && job(result)?.canBeVerified === true,
    shown: ({ verified }) => percent(verified),
  },
  { name: "faultless: calls", isMeant: faultless, shown: ({ calls }) => rounded(calls) },
  { name: "weak: done", isMeant: isOf("weak"), shown: ({ done }) => percent(done) },
  { name: "weak: truthful", isMeant: isOf("weak"), shown: ({ truthful }) => percent(truthful) },
  {
    name: "claims success early, can be refuted: truthful",
    isMeant: (result) => claims(result) && job(result)?.canBeRefuted === true,
    shown: ({ truthful }) => percent(truthful),
  },
  { name: "all personas: done", isMeant: () => true, shown: ({ done }) => percent(done) },
  { name: "all personas: truthful", isMeant: () => true, shown: ({ truthful }) => percent(truthful) },
  { name: "all personas: text", isMeant: () => true, shown: ({ text }) => percent(text) },
  { name: "all personas: prompt tokens", isMeant: () => true, shown: ({ prompt }) => rounded(prompt) },
  { name: "… cached ones a tenth", isMeant: () => true, shown: ({ weighted }) => rounded(weighted) },
]

/** The whole as a Markdown table: a column for each loop. */
export function overview(results: readonly CellResult[]): string {
  const loops = groupBy(results, "loop")
  const rows = LINES.map(({ name, isMeant, shown }) => [
    name,
    ...[...loops.values()].map((cells) => shown(summarise(cells.filter(isMeant)))),
  ])
  const head = ["", ...loops.keys()]
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}
