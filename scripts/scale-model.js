// `node scripts/scale-model.js`: what 10, 100 and 1,000 workers ask of one database, simulated from measured figures; writes the table of docs/scale.md.
import { readFileSync, writeFileSync } from "node:fs"

/** Measured with `npm run bench -- cluster`; see docs/scale.md for the machine. Replaced there when they are measured anew. */
const MEASURED = JSON.parse(readFileSync(new URL("../docs/bench/cluster.json", import.meta.url), "utf8"))

/** A run of a language model, as `docs/figures.md` sees them: a step waits for the model most of the time. */
const STEP_SECONDS = 8
const RUNS_A_WORKER = 4
const SIZES = [10, 100, 1000]
const SECONDS = 300
const SEED = 7

/**
 * One database as a queue: entries are committed one after the other. Steps come when a model has answered, with times that vary as
 * theirs do. Returns what the database was asked, and how long the entries of a step waited.
 */
function simulate(workers, { entriesPerSecond, idleProcessorSeconds, cores, entriesPerStep }) {
  const random = generator(SEED + workers)
  const service = 1 / entriesPerSecond
  const idleShare = (workers * idleProcessorSeconds) / cores
  const slots = Array.from({ length: workers * RUNS_A_WORKER }, () => random() * STEP_SECONDS)
  let free = 0
  let entries = 0
  const waits = []
  for (;;) {
    let next = 0
    for (let slot = 1; slot < slots.length; slot++) if (slots[slot] < slots[next]) next = slot
    const asked = slots[next]
    if (asked > SECONDS) break
    // What polling takes is not there for entries.
    const begun = Math.max(asked, free)
    free = begun + (entriesPerStep * service) / Math.max(0.05, 1 - idleShare)
    entries += entriesPerStep
    waits.push(free - asked)
    slots[next] = free - Math.log(1 - random()) * STEP_SECONDS
  }
  waits.sort((one, other) => one - other)
  const at = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] * 1000
  return {
    perSecond: entries / SECONDS,
    load: (entries * service) / SECONDS + idleShare,
    median: at(0.5),
    late: at(0.99),
  }
}

/** Reproducible chance (mulberry32). */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function row(workers) {
  const { perSecond, load, median, late } = simulate(workers, MEASURED)
  const connections = workers * MEASURED.connectionsPerProcess
  const gigabytes = (perSecond * 86_400 * MEASURED.bytesPerEntry) / 1e9
  return [
    workers,
    workers * RUNS_A_WORKER,
    perSecond.toFixed(0),
    `${(100 * load).toFixed(0)} %`,
    `${median.toFixed(0)} / ${late.toFixed(0)} ms`,
    connections,
    `${gigabytes.toFixed(gigabytes < 10 ? 1 : 0)} GB`,
  ]
}

/** The most workers whose steps one database takes with a third to spare. */
function mostWorkers() {
  let [low, high] = [1, 100_000]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const { entriesPerSecond, entriesPerStep, idleProcessorSeconds, cores } = MEASURED
    const entries = (middle * RUNS_A_WORKER * entriesPerStep) / STEP_SECONDS / entriesPerSecond
    if (entries + (middle * idleProcessorSeconds) / cores < 2 / 3) low = middle
    else high = middle
  }
  return low
}

const head = [
  "workers",
  "runs at once",
  "entries/s",
  "load",
  "a step waits (median / 99 %)",
  "connections",
  "log a day",
]
const lines = [head, head.map(() => "---"), ...SIZES.map(row)].map((cells) => `| ${cells.join(" | ")} |`)
const text = [
  ...lines,
  "",
  `One database of this kind ends at about ${mostWorkers()} workers (two thirds of its load).`,
].join("\n")
const page = new URL("../docs/scale.md", import.meta.url)
const before = readFileSync(page, "utf8")
writeFileSync(page, before.replace(/(<!-- model -->\n)[\s\S]*?(<!-- \/model -->)/, `$1${text}\n$2`))
process.stdout.write(`${text}\n`)
