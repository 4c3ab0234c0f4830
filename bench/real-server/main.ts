import { temporary } from "../support/temporary.ts"
import { examine, renderDoctor } from "./doctor.ts"
import { readChoice } from "./options.ts"
import { renderTried } from "./table.ts"
import { type Tried, tryStrategy } from "./try-strategy.ts"

/** Answers that differ from time to time are a coin toss: three tell. */
const EXAMINATIONS = 3

/** `doctor` and every strategy, by the command line, on a server that is there: what no emulator can promise. */
export async function realServer(args: readonly string[]): Promise<void> {
  const choice = await readChoice(args)
  await using home = await temporary()
  console.log(`${choice.model} at ${choice.address}\n`)
  const examined = []
  for (let count = 0; count < EXAMINATIONS; count += 1) examined.push(await examine(choice, home.path))
  console.log(`${renderDoctor(examined)}\n`)
  const tried: Tried[] = []
  for (const job of choice.jobs)
    for (const strategy of choice.strategies) {
      process.stderr.write(`${job}, ${strategy} … `)
      const one = await tryStrategy(choice, job, strategy, home.path)
      process.stderr.write(`${one.outcome}, ${one.seconds.toFixed(1)} s\n`)
      tried.push(one)
    }
  console.log(renderTried(tried))
}
