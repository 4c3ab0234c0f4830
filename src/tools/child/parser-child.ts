import { writeFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { ToolFailure } from "../tool.ts"
import type { ChildJobName, ChildJobs, ChildOrder, ChildReply } from "./child-jobs.ts"

/* The child process: does one job at a time, and lives no longer than whoever started it. */

type Does<Name extends ChildJobName> = (request: ChildJobs[Name]["request"]) => Promise<ChildJobs[Name]["result"]>

/** Each is loaded when it is first wanted. */
const JOBS: { readonly [Name in ChildJobName]: () => Promise<Does<Name>> } = {
  query_data: async () => (await import("../data/jobs.ts")).queryJob,
  query_table: async () => (await import("../data/jobs.ts")).tableJob,
  render_svg: async () => (await import("../pictures/jobs.ts")).renderSvgJob,
  read_dataset: async () => (await import("../data/jobs.ts")).datasetJob,
  read_markdown: async () => (await import("../creation/read-markdown.ts")).markdownJob,
  make_pdf: async () => (await import("../creation/jobs.ts")).pdfJob,
  make_slides: async () => (await import("../creation/jobs.ts")).slidesJob,
  read_page: async () => (await import("../research/page-job.ts")).pageJob,
}

/** Checks what no limit of the system's does here: memory, and whether the parent is there. A thread, for parsers hold up this one. */
const WATCH = `
const { workerData } = require("node:worker_threads")
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGKILL")
}, 50)
`
const OUT_OF_MEMORY = /out of memory|needs more memory|bad_alloc|allocation fail|failed to allocate/i

goFirst()
const [memoryBytes] = process.argv.slice(2)
if (memoryBytes !== undefined) new Worker(WATCH, { eval: true, workerData: Number(memoryBytes), execArgv: [] }).unref()
// Nothing here goes online.
globalThis.fetch = async () => {
  throw new Error("offline")
}
process.on("disconnect", () => process.exit())
process.on("message", async (order: ChildOrder) => {
  process.send?.(await carryOut(order))
})

async function carryOut<Name extends ChildJobName>({ job, request }: ChildOrder<Name>): Promise<ChildReply> {
  try {
    const does = (await JOBS[job]()) as Does<Name>
    return { result: await does(request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isSpent = OUT_OF_MEMORY.test(message)
    if (!(error instanceof ToolFailure)) return { fault: message, isSpent }
    return { failure: message, verdict: error.isVerdict, isSpent }
  }
}

/** Where the machine's memory runs out, this process goes before any other. */
function goFirst(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000")
  } catch {
    // Not on Linux.
  }
}
