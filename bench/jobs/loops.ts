import { codingTools, createAgent, type DurableEvent, type Model } from "keelson"
import { STRATEGIES } from "../../src/strategies/index.ts"
import type { Ended } from "./cell.ts"
import type { Job } from "./job.ts"
import { plainLoop } from "./plain-loop.ts"

/** Carries a job out in a folder with a model, and says how it ended. */
export type Loop = (job: Job, model: Model, folder: string) => Promise<Ended>

type Strategy = NonNullable<Parameters<typeof createAgent>[0]["strategy"]>

/** The loop that the others are held against. */
export const PLAIN = "plain loop"

/** Every strategy, and the plain loop. */
export const LOOPS: ReadonlyMap<string, Loop> = new Map<string, Loop>([
  ...[...STRATEGIES].map(([name, strategy]): [string, Loop] => [
    name,
    (job, model, folder) => runStrategy(strategy, job, model, folder),
  ]),
  [PLAIN, plainLoop],
])

/** Time that no run of these takes unless it hangs. */
const LONGEST_MS = 120_000

async function runStrategy(strategy: Strategy, job: Job, model: Model, folder: string): Promise<Ended> {
  const agent = await createAgent({
    model,
    strategy,
    workspace: folder,
    tools: codingTools,
    approve: "full",
    secrets: {},
    checks: job.checks,
    limits: { max_time_ms: LONGEST_MS },
  })
  const run = await agent.start(job.request)
  const events: DurableEvent[] = []
  run.onEvent(({ event }) => events.push(event))
  const { outcome, verified, message, reason } = await run.result
  return { outcome, isVerified: verified, text: message, reason, unsaid: unsaidParts(events, message) }
}

const PARTS = ["phase", "step", "item"]
const OPEN = ["pending", "in_progress"]

/** Parts that ended undone and items that are still open, unless the message speaks of them. */
function unsaidParts(events: readonly DurableEvent[], message: string): string[] {
  const titles = new Map<string, string>()
  const open = new Map<string, string>()
  for (const event of events) {
    if (event.type === "stage.started" && PARTS.includes(event.kind)) titles.set(event.stage, event.title)
    if (event.type === "stage.ended" && titles.has(event.stage)) {
      if (event.status === "done") open.delete(event.stage)
      else open.set(event.stage, titles.get(event.stage) ?? "")
    }
  }
  const list = events.findLast((event) => event.type === "todo.changed")?.todos ?? []
  const items = list.filter(({ status }) => OPEN.includes(status)).map(({ content }) => content)
  return [...open.values(), ...items].filter((title) => !message.includes(title))
}
