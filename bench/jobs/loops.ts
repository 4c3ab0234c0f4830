import { codingTools, createAgent, type DurableEvent, type Model } from "keelson"
import { STRATEGIES } from "../../src/strategies/index.ts"
import type { Ended } from "./cell.ts"
import { hashCheckpoints } from "./hash-checkpoints.ts"
import type { Job } from "./job.ts"

/** Carries a job out in a folder with a model, and says how it ended. */
export type Loop = (job: Job, model: Model, folder: string) => Promise<Ended>

type Strategy = NonNullable<Parameters<typeof createAgent>[0]["strategy"]>

/** The loop that the others are held against. */
export const PLAIN = "plain loop"

/** Every strategy, and the plain loop. */
export const LOOPS: ReadonlyMap<string, Loop> = new Map<string, Loop>([
  ...[...STRATEGIES].map(([name, strategy]): [string, Loop] => [name, strategyLoop(strategy)]),
  [PLAIN, async (job, model, folder) => (await import("./plain-loop.ts")).plainLoop(job, model, folder)],
])

/** Time that no run of these takes unless it hangs. */
const LONGEST_MS = 120_000

type Given = Pick<Parameters<typeof createAgent>[0], "profile">

/** A strategy as a loop, with what it is told beside the job. */
export function strategyLoop(strategy: Strategy, given: Given = {}): Loop {
  return (job, model, folder) => runStrategy(strategy, given, { job, model, folder })
}

type Played = { readonly job: Job; readonly model: Model; readonly folder: string }

async function runStrategy(strategy: Strategy, given: Given, { job, model, folder }: Played): Promise<Ended> {
  const agent = await createAgent({
    ...given,
    model,
    strategy,
    workspace: folder,
    tools: codingTools,
    approve: "full",
    secrets: {},
    checks: job.checks,
    checkpoints: hashCheckpoints(),
    limits: { max_time_ms: LONGEST_MS },
  })
  const run = await agent.start(job.request)
  const events: DurableEvent[] = []
  run.onEvent(({ event }) => events.push(event))
  const { outcome, verified, message, reason } = await run.result
  const admitsNoChange = ADMITS.test(message)
  return { outcome, isVerified: verified, text: message, reason, admitsNoChange, unsaid: unsaidParts(events, message) }
}

const ADMITS = /\*\*Outcome:\*\* done.*the model says that nothing had to be changed/

const PARTS = ["phase", "step", "item"]
const OPEN = ["pending", "in_progress"]

/** Parts that are not done and items that are still open, unless the message speaks of them. What ended by force may be ticked off later. */
function unsaidParts(events: readonly DurableEvent[], message: string): string[] {
  const list = events.findLast((event) => event.type === "todo.changed")?.todos ?? []
  const items = list.filter(({ status }) => OPEN.includes(status)).map(({ content }) => content)
  const ticked = new Set(list.filter(({ status }) => status === "completed").map(({ content }) => content))
  const open = [...openStages(events)].filter((title) => !ticked.has(title))
  return [...open, ...items].filter((title) => !message.includes(title))
}

/** By their titles: what a later plan does under the same name is not open. What a later plan dropped was given up for it. */
function openStages(events: readonly DurableEvent[]): Set<string> {
  const titles = new Map<string, string>()
  const open = new Set<string>()
  for (const event of events) {
    if (event.type === "plan.replaced") open.clear()
    for (const title of begunBy(event)) open.add(title)
    if (event.type === "stage.started" && PARTS.includes(event.kind)) titles.set(event.stage, event.title)
    if (event.type === "stage.ended" && event.status === "done") open.delete(titles.get(event.stage) ?? "")
  }
  return open
}

/** A part is open from its plan on, until it is done. */
function begunBy(event: DurableEvent): readonly string[] {
  if (event.type === "phases.planned") return event.phases.map(({ name }) => name)
  return event.type === "stage.started" && PARTS.includes(event.kind) ? [event.title] : []
}
