import { parseArgs } from "node:util"
import { MEASURES } from "../measures.ts"
import { finish, repositoryPath, start } from "../support/processes.ts"
import type { Report } from "../support/report.ts"
import { temporary } from "../support/temporary.ts"
import { isWorse, type Pair, renderComparison } from "./comparison.ts"
import { buildOther } from "./other-tree.ts"

const USAGE = "npm run bench -- against COMMIT [MEASURE …] [--rounds N]"

/** The same measures of an earlier commit and of this tree, taking turns, so that both see the same machine. Each has its own bench. */
export async function against(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: "string", default: "3" } },
  })
  const [commit, ...names] = positionals
  const unknown = names.filter((name) => !(name in MEASURES))
  if (commit === undefined || unknown.length > 0) {
    console.error(unknown.length > 0 ? `No such measure: ${unknown.join(", ")}.` : `What to compare with? ${USAGE}`)
    process.exitCode = 2
    return
  }
  await using folder = await temporary()
  process.stderr.write(`building ${commit} …\n`)
  const trees = { theirs: buildOther(commit, folder.path), ours: repositoryPath("bench/processes/measure.ts") }
  const pairs = new Map<string, Pair>()
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const name of names.length > 0 ? names : Object.keys(MEASURES)) {
      process.stderr.write(`round ${round}: ${name}\n`)
      for (const side of ["theirs", "ours"] as const) add(pairs, side, await measure(trees[side], name))
    }
  }
  const both = [...pairs.values()].filter(({ theirs, ours }) => theirs.length > 0 && ours.length > 0)
  console.log(renderComparison(both))
  if (both.some(isWorse)) process.exitCode = 1
}

/** A measure that the other commit does not have yet is left out. */
async function measure(script: string, name: string): Promise<Report> {
  try {
    return JSON.parse(await finish(start({ args: ["--expose-gc", script, name] }, process.cwd())))
  } catch (error) {
    if (String(error).includes("There is no measure")) return { figures: [], charts: [] }
    throw error
  }
}

function add(pairs: Map<string, Pair>, side: "theirs" | "ours", { figures }: Report): void {
  for (const figure of figures) {
    const pair = pairs.get(figure.name) ?? { figure, theirs: [], ours: [] }
    pair[side].push(figure.value)
    pairs.set(figure.name, pair)
  }
}
