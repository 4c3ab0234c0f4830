import { type ChildProcess, spawn } from "node:child_process"
import { median } from "./support/median.ts"
import { end, repositoryPath } from "./support/processes.ts"
import { absolute, atMost, type Report, ratio } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"

const RUNS = 11
const PROMPT = "› "

type Contender = {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** From the start of the process to its first prompt on a terminal. Alternating, so that all see the same machine. */
export async function firstPrompt(): Promise<Report> {
  await using folder = await temporary()
  const contenders = contendersIn(folder.path)
  // The first time fills the compile caches, which Node writes at a proper exit.
  for (const contender of contenders) await timeToPrompt(contender, folder.path)
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let run = 0; run < RUNS; run++) {
    for (const contender of contenders) times.get(contender.name)?.push(await timeToPrompt(contender, folder.path))
  }
  const ms = (name: string) => median(times.get(name) ?? [])
  return {
    figures: [
      ratio("first prompt, keelson / AI SDK script", ms("keelson") / ms("AI SDK conversation"), atMost(1)),
      ratio("first prompt, both with compile cache", ms("keelson") / ms("AI SDK conversation, compile cache")),
      ratio("first prompt, keelson / node that prints one", ms("keelson") / ms("node that prints one")),
      ...contenders.map(({ name }) => absolute(`first prompt: ${name}`, ms(name), "ms")),
    ],
    charts: [
      {
        file: "first-prompt",
        title: "Process start to first prompt (median)",
        unit: "ms",
        bars: contenders.map(({ name }) => ({ label: name, value: ms(name), ours: name === "keelson" })),
      },
    ],
  }
}

function contendersIn(folder: string): Contender[] {
  const model = { KEELSON_MODEL: "openai-compatible:bench", KEELSON_BASE_URL: "http://127.0.0.1:9/v1" }
  return [
    { name: "node that prints one", args: ["-e", `process.stdout.write("${PROMPT}"); setInterval(() => {}, 1000)`] },
    {
      name: "AI SDK conversation",
      args: [repositoryPath("bench/processes/ai-sdk-prompt.js"), "http://127.0.0.1:9/v1"],
    },
    {
      name: "AI SDK conversation, compile cache",
      args: [repositoryPath("bench/processes/ai-sdk-prompt.js"), "http://127.0.0.1:9/v1"],
      env: { NODE_COMPILE_CACHE: `${folder}/cache` },
    },
    {
      name: "keelson",
      args: [repositoryPath("bin/keelson.js")],
      env: { ...model, KEELSON_STATE: `${folder}/state`, NODE_COMPILE_CACHE: `${folder}/cache` },
    },
  ]
}

const CONTROL_D = "\x04"

/** On a terminal of its own; `script` costs all of them the same. */
async function timeToPrompt({ args, env = {} }: Contender, folder: string): Promise<number> {
  const words = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")
  const started = performance.now()
  const child = spawn("script", ["-qec", words, "/dev/null"], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder, TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  try {
    await shown(child)
    return performance.now() - started
  } finally {
    child.stdin?.write(CONTROL_D)
    await Promise.race([new Promise((resolve) => child.once("exit", resolve)), afterAll()])
    await end(child)
  }
}

/** Who does not leave by Ctrl-D is ended. */
function afterAll(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500))
}

function shown(child: ChildProcess): Promise<void> {
  let printed = ""
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      if (printed.includes(PROMPT)) resolve()
    })
    child.once("exit", () => reject(new Error(`It ended without a prompt: ${printed}`)))
  })
}
