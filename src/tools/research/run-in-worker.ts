import { Worker } from "node:worker_threads"

const MOST_MEMORY_MB = 512

export type WorkerTask = {
  /** The body of an async function of `data`, in JavaScript: it gives back what can be cloned. */
  readonly source: string
  readonly data: object
  readonly limitMs: number
  readonly signal: AbortSignal
}

/**
 * Runs foreign code over foreign texts in a thread of its own: a text that is slow to read must not hold up every other run.
 * Gives `undefined` if it fails, takes too long, or needs too much memory or stack. It can't go online.
 */
export async function runInWorker<Result>({ source, data, limitMs, signal }: WorkerTask): Promise<Result | undefined> {
  signal.throwIfAborted()
  const result = Promise.withResolvers<Result | undefined>()
  const worker = new Worker(frame(source), {
    eval: true,
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    env: {},
    // Flags of this process are about its own code: some would even change what kind of code the text is.
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  const giveUp = () => result.resolve(undefined)
  const timer = setTimeout(giveUp, limitMs)
  signal.addEventListener("abort", giveUp, { once: true })
  worker.on("message", result.resolve).on("error", giveUp).on("exit", giveUp)
  try {
    const made = await result.promise
    signal.throwIfAborted()
    return made
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", giveUp)
    await worker.terminate()
  }
}

/** As text, so that it is the same under type stripping, compiled and bundled. */
function frame(source: string): string {
  return `
const { parentPort, workerData } = require("node:worker_threads")
globalThis.fetch = async () => { throw new Error("offline") }
const work = async (data) => { ${source} }
work(workerData).then((result) => parentPort.postMessage(result), () => parentPort.postMessage(undefined))
`
}
