import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText, isStepCount, streamText, tool } from "ai"
import { createAgent, defineTool, openStore, type RunStore, react } from "keelson"
import { z } from "zod"
import { startModelServer } from "../src/testing/model-server.ts"
import { notingScript } from "./support/noting-script.ts"
import { absolute, atMost, type Report, ratio } from "./support/report.ts"
import { modelAt } from "./support/stage-run.ts"
import { startStepServer } from "./support/step-server.ts"
import { temporary } from "./support/temporary.ts"

const STEPS = 50
const ROUNDS = 12

type Loop = { readonly name: string; readonly run: (url: string) => Promise<unknown> }

/**
 * What a tool step costs besides the request: a loop's time less that of the same bodies sent by bare `fetch`. The server is a
 * process of its own; the loops take turns.
 */
export async function overhead(): Promise<Report> {
  await using folder = await temporary()
  await using server = await startStepServer(STEPS)
  await using stores = await openStores(folder.path)
  const loops: Loop[] = [
    { name: "keelson react, log on disk", run: (url) => keelsonLoop(url, folder.path, stores.disk) },
    { name: "keelson react, log in memory", run: (url) => keelsonLoop(url, folder.path, stores.memory) },
    { name: "AI SDK generateText, no log", run: generateLoop },
    { name: "AI SDK streamText, no log", run: streamLoop },
  ]
  const perStep = await timeInTurns(loops, server.url)
  const [disk = 0, memory = 0, generate = 0, stream = 0] = perStep
  return {
    figures: [
      ratio("overhead per step, durable log / AI SDK generateText", disk / generate, atMost(1)),
      ratio("overhead per step, durable log / AI SDK streamText", disk / stream, atMost(1)),
      ratio("overhead per step, log on disk / in memory", disk / memory),
      ...loops.map(({ name }, index) => absolute(`overhead per step: ${name}`, perStep[index] ?? Number.NaN, "ms")),
    ],
    charts: [
      {
        file: "overhead",
        title: `Time per tool step beyond bare fetch (${STEPS} steps)`,
        unit: "ms",
        bars: [disk, memory, generate, stream].map((value, index) => ({
          label: loops[index]?.name ?? "",
          value,
          ours: index < 2,
        })),
      },
    ],
  }
}

/**
 * Milliseconds per step, loop by loop. An untimed run of each warms up and tells which bodies to send by hand. The least of many
 * counts: whatever else the machine does makes some rounds slower, but none faster.
 */
async function timeInTurns(loops: readonly Loop[], url: string): Promise<number[]> {
  const times = loops.map(({ run }) => ({ run, bare: [] as number[], whole: [] as number[] }))
  const bodies: string[][] = []
  for (const { run } of loops) bodies.push(await bodiesOf(run))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { run, bare, whole }] of times.entries()) {
      bare.push(await timed(() => sendAll(url, bodies[index] ?? [])))
      whole.push(await timed(() => run(url)))
    }
  }
  return times.map(({ bare, whole }) => (Math.min(...whole) - Math.min(...bare)) / STEPS)
}

/** After a full collection, which frees a loop from the garbage of the one before, V8 has to compile again: so the second run counts. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.()
  await work()
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** What a loop sends, as a server of this process hears it. */
async function bodiesOf(run: Loop["run"]): Promise<string[]> {
  const server = await startModelServer({ script: notingScript(STEPS) })
  try {
    await run(server.url)
  } finally {
    await server.close()
  }
  if (server.requests.length !== STEPS + 1)
    throw new Error(`Expected ${STEPS + 1} requests, saw ${server.requests.length}.`)
  return server.requests.map(({ body }) => JSON.stringify(body))
}

async function sendAll(url: string, bodies: readonly string[]): Promise<void> {
  const headers = { "content-type": "application/json" }
  for (const body of bodies) {
    const response = await fetch(`${url}/chat/completions`, { method: "POST", headers, body })
    await response.text()
  }
}

const description = "Note a text."
const input = z.object({ text: z.string() })

const note = defineTool({
  name: "note",
  description,
  input,
  access: "read",
  repeat: "safe",
  execute: async ({ text }) => `noted: ${text}`,
})

async function keelsonLoop(url: string, workspace: string, store: RunStore): Promise<void> {
  const agent = await createAgent({
    model: modelAt({ url }),
    workspace,
    store,
    strategy: react,
    tools: [note],
    secrets: {},
    limits: { max_iterations: 1000, max_model_calls: 1000 },
  })
  const { outcome, reason } = await agent.run("Note everything, one by one.")
  if (outcome !== "done") throw new Error(`The run ended ${outcome}: ${reason}`)
}

const sdkOptions = (url: string) => ({
  model: createOpenAICompatible({ name: "bench", baseURL: url }).chatModel("bench"),
  prompt: "Note everything, one by one.",
  tools: { note: tool({ description, inputSchema: input, execute: async ({ text }) => `noted: ${text}` }) },
  stopWhen: isStepCount(STEPS + 1),
  maxRetries: 0,
})

async function generateLoop(url: string): Promise<void> {
  await generateText(sdkOptions(url))
}

async function streamLoop(url: string): Promise<void> {
  await streamText(sdkOptions(url)).consumeStream()
}

async function openStores(folder: string): Promise<AsyncDisposable & { disk: RunStore; memory: RunStore }> {
  const disk = await openStore(folder)
  return { disk, memory: await openStore(":memory:"), [Symbol.asyncDispose]: () => disk.close() }
}
