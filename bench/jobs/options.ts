import { parseArgs } from "node:util"
import { PERSONAS } from "keelson/testing"
import { JOBS } from "./all-jobs.ts"
import type { Cell } from "./cell.ts"
import { LOOPS } from "./loops.ts"

const SEEDS = 1

/** The cells that a command line asks for, and whether these are all of them. `trace`: to be seen one after another. */
export type Choice = { readonly cells: readonly Cell[]; readonly isWhole: boolean; readonly trace: boolean }

/** `--job`, `--persona` and `--strategy` may be given several times; left out they mean all. Throws for a name that is none. */
export function readChoice(args: readonly string[]): Choice {
  const many = { type: "string", multiple: true } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      job: many,
      persona: many,
      strategy: many,
      seeds: { type: "string", default: String(SEEDS) },
      trace: { type: "boolean", default: false },
    },
  })
  const jobs = chosen("job", values.job, JOBS)
  const personas = chosen("persona", values.persona, PERSONAS)
  const loops = chosen("strategy", values.strategy, LOOPS)
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
  const cells = jobs.flatMap((job) =>
    personas.flatMap((persona) => loops.flatMap((loop) => seeds.map((seed) => ({ job, persona, loop, seed })))),
  )
  return { cells, isWhole: !values.job && !values.persona && !values.strategy, trace: values.trace }
}

function chosen(option: string, asked: readonly string[] | undefined, known: ReadonlyMap<string, unknown>): string[] {
  const unknown = asked?.filter((name) => !known.has(name)) ?? []
  if (unknown.length > 0)
    throw new TypeError(`--${option}: no ${unknown.join(", ")}; there are: ${[...known.keys()].join(", ")}.`)
  return [...(asked ?? known.keys())]
}
