import { parseArgs } from "node:util"
import { type Broken, campaign, commandLineUnit, insideUnit, Score, servedUnit } from "./campaign.ts"
import { Endpoint } from "./endpoint.ts"
import { QUICK } from "./quick.ts"
import { keepRun } from "./results.ts"
import { writeTables } from "./table.ts"

/* Usage: npm run campaign -- [--quick] [--seed N] [--trials N] [--inside N] [--minutes M] [--trial KIND:K]; see docs/reliability.md. */

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    trials: { type: "string" },
    inside: { type: "string" },
    minutes: { type: "string" },
    trial: { type: "string" },
    "at-once": { type: "string", default: "3" },
  },
})

const seed = Number(values.seed)
process.exitCode = values.trial === undefined ? await playAll() : await playOne(values.trial)

/** A quarter of the trials have processes to themselves, the others share servers, eight in each. */
function wanted(trials: number, inside: number) {
  return { commandLine: Math.ceil(trials / 4), served: Math.ceil((trials * 3) / 4 / 8), inside }
}

async function playAll(): Promise<number> {
  const until = performance.now() + 60_000 * Number(values.minutes ?? Number.POSITIVE_INFINITY)
  const plan = values.quick ? QUICK : wanted(Number(values.trials ?? 500), Number(values.inside ?? 2000))
  let broken = 0
  console.log(`Seed ${seed}: ${plan.commandLine} processes, ${plan.served} servers, ${plan.inside} trials in here …`)
  const run = await campaign(
    { seed, ...plan, atOnce: Number(values["at-once"]), isOver: () => performance.now() > until },
    (one) => {
      broken += 1
      tell(one)
    },
  )
  const runs = values.quick ? [] : keepRun(run)
  if (!values.quick) writeTables(runs)
  const played = run.rows.reduce((sum, row) => sum + row.trials, 0)
  console.log(`${played} trials with seed ${seed}; in ${broken} of them a promise was broken.`)
  return broken > 0 ? 1 : 0
}

/** One trial by its kind and number, as it was named; its folder is left. */
async function playOne(named: string): Promise<number> {
  const [kind = "", number = "0"] = named.split(":")
  const endpoint = new Endpoint()
  await endpoint.listen()
  const units = {
    "command line": () => commandLineUnit(seed, Number(number), endpoint),
    server: () => servedUnit(seed, Math.floor(Number(number) / 8), endpoint),
    "in one process": () => insideUnit(seed, Number(number)),
  }
  const unit = units[kind as keyof typeof units]?.()
  if (!unit) throw new Error(`There are trials of these kinds: ${Object.keys(units).join(", ")}.`)
  let broken = 0
  await new Score().take(
    unit,
    (one) => {
      broken += 1
      tell(one)
    },
    true,
  )
  endpoint.close()
  console.log(broken === 0 ? "All promises held." : "See above.")
  return broken > 0 ? 1 : 0
}

function tell({ kind, trial, name, found }: Broken): void {
  console.log(`${name} (--seed ${trial.seed} --trial "${kind}:${trial.number}")`)
  for (const one of found) console.log(`  ${one}`)
}
