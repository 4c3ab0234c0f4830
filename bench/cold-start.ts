import { randomUUID } from "node:crypto"
import { startModelServer } from "../src/testing/model-server.ts"
import { type ChatBody, call, type ServerReply, text } from "../src/testing/server-reply.ts"
import { CODEX_COLD_START } from "./support/field.ts"
import { median } from "./support/median.ts"
import { end, finish, type Program, repositoryPath, start } from "./support/processes.ts"
import { absolute, atMost, type Report, ratio } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"

const RUNS = 11
const REQUEST = "Say hello."

type Contender = { readonly name: string; readonly program: (url: string) => Program; readonly asks: boolean }

/** From the start of the process to its first request; for bare Node, to its end. Alternating, so that all see the same machine. */
export async function coldStart(): Promise<Report> {
  await using folder = await temporary()
  const contenders = contendersIn(folder.path)
  await using server = await endpoint()
  for (const contender of contenders) await wholeRun(contender, server, folder.path)
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let run = 0; run < RUNS; run++) {
    for (const contender of contenders) times.get(contender.name)?.push(await timeOnce(contender, server, folder.path))
  }
  const ms = (name: string) => median(times.get(name) ?? [])
  const sdk = ms("AI SDK script")
  return {
    figures: [
      ratio("cold start, keelson run / AI SDK script", ms("keelson run") / sdk, atMost(CODEX_COLD_START)),
      ratio("cold start, both with compile cache", ms("keelson run") / ms("AI SDK script, compile cache")),
      ratio("cold start, first run ever (no compile cache)", ms("keelson run, no cache") / sdk),
      ratio("cold start, the same with nothing known of the machine", ms("keelson run, nothing known") / sdk),
      ...contenders.map(({ name }) => absolute(`cold start: ${name}`, ms(name), "ms")),
    ],
    charts: [
      {
        file: "cold-start",
        title: "Process start to first request (median)",
        unit: "ms",
        bars: contenders.map(({ name }) => ({ label: name, value: ms(name), ours: name.startsWith("keelson") })),
      },
    ],
  }
}

function contendersIn(folder: string): Contender[] {
  const cache = { NODE_COMPILE_CACHE: `${folder}/cache` }
  const keelson = (url: string) => [
    repositoryPath("bin/keelson.js"),
    ...["run", REQUEST, "--model", "openai-compatible:bench", "--base-url", url, "--approve", "full", "--quiet"],
  ]
  const state = { KEELSON_STATE: `${folder}/state` }
  const sdk = (name: string, url: string) => [repositoryPath(`bench/processes/${name}`), url, REQUEST]
  return [
    { name: "node -e 0", asks: false, program: () => ({ args: ["-e", "0"] }) },
    { name: "AI SDK script", asks: true, program: (url) => ({ args: sdk("ai-sdk.js", url) }) },
    {
      name: "AI SDK script, compile cache",
      asks: true,
      program: (url) => ({ args: sdk("ai-sdk-cached.js", url), env: cache }),
    },
    { name: "keelson run", asks: true, program: (url) => ({ args: keelson(url), env: { ...state, ...cache } }) },
    {
      name: "keelson run, no cache",
      asks: true,
      program: (url) => ({ args: keelson(url), env: { ...state, NODE_DISABLE_COMPILE_CACHE: "1" } }),
    },
    {
      // Nothing is remembered either: of its endpoint, or of this machine, whose sandbox is tried out.
      name: "keelson run, nothing known",
      asks: true,
      program: (url) => ({
        args: keelson(url),
        env: { KEELSON_STATE: `${folder}/state-${randomUUID()}`, NODE_DISABLE_COMPILE_CACHE: "1" },
      }),
    },
  ]
}

/** Fills the compile cache, which Node writes at a proper exit, and shows that the program works. */
async function wholeRun(contender: Contender, server: Endpoint, folder: string): Promise<void> {
  let requests = 0
  server.answer = ({ tools }) => {
    requests++
    return tools?.[0]?.function.name === "advance" ? WHOLE_ANSWER : text("Hello.")
  }
  try {
    await finish(start(contender.program(server.url), folder))
  } catch (error) {
    // A run that fails in an orderly way has loaded everything too; one that asked nothing is broken.
    if (contender.asks && requests === 0) throw error
  }
}

type Endpoint = AsyncDisposable & { readonly url: string; answer: (body: ChatBody) => ServerReply }

/** One address for all of them, as a user has it: what was learned of it the first time holds the second time. */
async function endpoint(): Promise<Endpoint> {
  const server = await startModelServer({ script: (body) => asked.answer(body) })
  const asked: Endpoint = {
    url: server.url,
    answer: () => text("Hello."),
    [Symbol.asyncDispose]: () => server.close(),
  }
  return asked
}

const WHOLE_ANSWER = call("request_analyser", {
  core_goal: "say hello",
  requirements: ["hello was said"],
  complexity: "simple",
  estimated_phases: 1,
})

async function timeOnce({ program, asks }: Contender, server: Endpoint, folder: string): Promise<number> {
  const asked = Promise.withResolvers<number>()
  server.answer = () => {
    asked.resolve(performance.now())
    return { kind: "hang" }
  }
  const started = performance.now()
  const child = start(program(server.url), folder)
  child.once("exit", (code) => {
    if (code === 0 && !asks) asked.resolve(performance.now())
    else asked.reject(new Error(`${child.spawnargs.join(" ")} ended with ${code} before it asked.`))
  })
  try {
    return (await asked.promise) - started
  } finally {
    await end(child)
  }
}
