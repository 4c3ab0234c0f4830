import { startModelServer } from "../src/testing/model-server.ts"
import { type Completion, call, text } from "../src/testing/server-reply.ts"
import { median } from "./support/median.ts"
import { finish, type Program, repositoryPath, start } from "./support/processes.ts"
import { absolute, atMost, type Report, ratio } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"
import { TEN_STEPS_FUSED, tenSteps } from "./support/ten-steps-work.ts"

const RUNS = 5

/** The peak of resident memory of a whole run as a process: ten steps with our coding tools, ten with the AI SDK's one toy tool. */
export async function memory(): Promise<Report> {
  const peaks = { node: [] as number[], keelson: [] as number[], sdk: [] as number[] }
  for (let run = 0; run < RUNS; run++) {
    peaks.node.push(await peakOf(() => ({ args: ["-e", "0"] }), []))
    peaks.keelson.push(await peakOf(keelson, TEN_STEPS_FUSED))
    peaks.sdk.push(await peakOf(sdk, SDK_LINES))
  }
  const [node, ours, others] = [median(peaks.node), median(peaks.keelson), median(peaks.sdk)]
  return {
    figures: [
      absolute("peak memory of keelson run", ours, "MB", atMost(100)),
      ratio("peak memory, keelson run / AI SDK script", ours / others),
      absolute("peak memory: AI SDK script", others, "MB"),
      absolute("peak memory: node -e 0", node, "MB"),
    ],
    charts: [
      {
        file: "memory",
        title: "Peak resident memory of a ten-step run",
        unit: "MB",
        bars: [
          { label: "node -e 0", value: node, ours: false },
          { label: "AI SDK script", value: others, ours: false },
          { label: "keelson run", value: ours, ours: true },
        ],
        limit: { label: "100 MB", value: 100 },
      },
    ],
  }
}

const SDK_LINES: readonly Completion[] = [
  ...Array.from({ length: 10 }, () => call("list_files", { path: "src" })),
  text("Seen."),
]

type Start = (url: string, folder: string) => Program

const keelson: Start = (url, folder) => ({
  args: [
    repositoryPath("bin/keelson.js"),
    ...["run", tenSteps.request, "--model", "openai-compatible:bench", "--base-url", url, "--approve", "full"],
    ...["--strategy", "phased", "--quiet"],
  ],
  env: { KEELSON_STATE: `${folder}/.state`, NODE_COMPILE_CACHE: `${folder}/.cache` },
})

const sdk: Start = (url) => ({ args: [repositoryPath("bench/processes/ai-sdk.js"), url, tenSteps.request] })

async function peakOf(program: Start, lines: readonly Completion[]): Promise<number> {
  await using folder = await temporary(tenSteps.files)
  const server = await startModelServer({ script: lines })
  try {
    const { args, env = {} } = program(server.url, folder.path)
    const probe = repositoryPath("bench/processes/peak-memory.js")
    const kilobytes = Number(await finish(start({ args: ["--import", probe, ...args], env }, folder.path)))
    if (server.requests.length !== lines.length) throw new Error(`Expected ${lines.length} requests.`)
    return kilobytes / 1024
  } finally {
    await server.close()
  }
}
