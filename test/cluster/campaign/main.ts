import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { type Blow, FAULTS, untilBusy } from "./faults.ts"
import { findingsOf } from "./findings.ts"
import { openHouse } from "./house.ts"
import { writeTable } from "./table.ts"

/* `npm run campaign -- cluster`: a server's database, workers and runs, and everything that can go wrong between them. */

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "1000" },
    workers: { type: "string", default: "3" },
    scale: { type: "string", default: "1" },
    cycles: { type: "string", default: "1" },
    only: { type: "string" },
  },
})
/** Every so many runs have a source instead of a folder. */
const SOURCE_EVERY = 10
const house = await openHouse({ isSlow: true })
// Nothing of it outlives it.
process.once("SIGINT", () => void house.close().finally(() => process.exit(130)))
const blows: Blow[] = []
const ids: string[] = []
const began = Date.now()
const say = (what: string) => console.log(`${((Date.now() - began) / 1000).toFixed(0)} s: ${what}`)

for (let at = 0; at < Number(values.workers); at++) house.startWorker()
/** No faster than they can be carried out: workers are never without one. */
const submitting = (async () => {
  for (let at = 0; at < Number(values.runs); at++) {
    ids.push(await submitted(at))
    while ((await queued()) > 60) await pause(200)
  }
})()
const faults = FAULTS.filter(({ name }) => !values.only || name.includes(values.only))
await untilBusy(house)
for (let cycle = 0; cycle < Number(values.cycles); cycle++) {
  for (const { name, play } of faults) {
    say(name)
    await play({ house, blows, scale: Number(values.scale) })
  }
}
await submitting
say("all submitted")
for (let left = await open(); left > 0; left = await open()) {
  say(`${left} runs are open`)
  await pause(2000)
}
const findings = await findingsOf(house, ids, blows)
console.log(JSON.stringify(findings, null, 2))
if (values.scale === "1" && !values.only) writeTable(findings)
await house.close()
const { lost, withoutOneSummary, lateWrites, gaps, doneTwice, recordedTwice, notesMissing } = findings
const wrong = lost + withoutOneSummary + lateWrites + gaps + doneTwice + recordedTwice + notesMissing
process.exit(wrong > 0 ? 1 : 0)

/** The database may be away just now. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await pause(500)
    }
  }
}

async function submitted(number: number): Promise<string> {
  return patiently(() => house.submit(`run-${number}`, number % SOURCE_EVERY === 0))
}

async function queued(): Promise<number> {
  return patiently(async () => (await house.queue.figures()).queued)
}

async function open(): Promise<number> {
  const rows = await patiently(() => house.store.listRuns())
  const ends = ["DONE", "INCOMPLETE", "FAILED", "BLOCKED", "CANCELLED"]
  return rows.filter(({ state }) => !ends.includes(state)).length
}
