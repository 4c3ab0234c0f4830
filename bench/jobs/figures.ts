import type { Seen } from "keelson/testing"
import { command, inPart, read, write } from "./actions.ts"
import type { Job } from "./job.ts"
import { number, script } from "./words.ts"

const ROWS = 5000
const REGIONS = ["north", "south", "east", "west"]
const VERIFY = "sh verify.sh"
const SUM =
  "awk -F, 'NR > 1 { sum[$2] += $3 } END { for (region in sum) print \"sum\", region, sum[region] }' data/sales.csv | sort"

/** A table of 5,000 rows, too long to be read: its figures have to be computed. */
export const figures: Job = {
  name: "figures",
  request: `data/sales.csv has a row for each sale. Write figures.txt with a line \`REGION AMOUNT\` for each region, in alphabetical order, where AMOUNT is the sum of its sales. ${VERIFY} must succeed.`,
  checks: {},
  wantsChange: true,
  canBeVerified: false,
  canBeRefuted: true,
  files: (seed) => ({
    "data/sales.csv": tableOf(seed),
    "verify.sh": script(
      "awk -F, 'NR > 1 { sum[$2] += $3 } END { for (region in sum) print region, sum[region] }' data/sales.csv | sort > .wanted",
      'cmp -s .wanted figures.txt && echo "figures ok: $(wc -l < figures.txt)" || fail "figures.txt does not fit the table"',
      "rm -f .wanted",
    ),
  }),
  solver: {
    goal: "figures.txt has the sum of each region",
    complexity: "medium",
    changes: "files",
    parts: [
      { title: "Compute", goal: "Know the sum of each region in data/sales.csv", proof: read("verify.sh") },
      { title: "Write", goal: "Write figures.txt", proof: read("verify.sh") },
      { title: "Verify", goal: `${VERIFY} succeeds`, proof: command(VERIFY) },
    ],
    next(seen) {
      const sums = sumsIn(seen)
      const written = seen.changedAt("figures.txt")
      if (seen.lastAt(/figures ok: \d/g) > written) return []
      if (written >= 0) return inPart(2, command(VERIFY))
      if (sums.size > 0) return [...inPart(1, write("figures.txt", linesOf([...sums]))), ...inPart(2, command(VERIFY))]
      if (seen.has("id,region,amount")) return inPart(0, command(SUM))
      return inPart(0, { tool: "read_file", arguments: { path: "data/sales.csv", start_line: 1, end_line: 5 } })
    },
    answer: (seen) => `figures.txt has the sums of ${sumsIn(seen).size} regions.`,
    notes: (seen) => [...sumsIn(seen)].map(([region, sum]) => `sum ${region} ${sum}`).join("\n"),
  },
  async truth({ seed, read: content, succeeds }) {
    const isDone = (await content("figures.txt")).trim() === linesOf([...sumsOf(seed)]).trim()
    return { isDone, isRed: !(await succeeds(VERIFY)) }
  },
}

function rowsOf(seed: number): [string, number][] {
  return Array.from({ length: ROWS }, (_, index) => [
    REGIONS[index % REGIONS.length] ?? "",
    number(`${seed}/${index}`, 900),
  ])
}

function tableOf(seed: number): string {
  return [
    "id,region,amount",
    ...rowsOf(seed).map(([region, amount], index) => `${index + 1},${region},${amount}`),
    "",
  ].join("\n")
}

function sumsOf(seed: number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [region, amount] of rowsOf(seed)) sums.set(region, (sums.get(region) ?? 0) + amount)
  return sums
}

function sumsIn(seen: Seen): Map<string, number> {
  return new Map(seen.all(/\bsum (\w+) (\d+)\b/g).map(([, region = "", sum]) => [region, Number(sum)]))
}

function linesOf(sums: readonly (readonly [string, number])[]): string {
  return sums
    .map(([region, sum]) => `${region} ${sum}`)
    .sort()
    .join("\n")
    .concat("\n")
}
