import type { ArtifactFile } from "../protocol/log/event.ts"
import { parentOf } from "../protocol/log/key.ts"
import type { FeedRound } from "./feed.ts"
import type { RunPicture } from "./picture.ts"
import type { TaskView } from "./run-view.ts"
import type { PlanView, RulingView } from "./story.ts"

/** Stages at the end that a picture in brief still tells whole: what people look at first. */
const WHOLE = 20

/** What a picture in brief leaves out of one stage. */
export type StagePart = {
  readonly stage: string
  readonly tasks: readonly TaskView[]
  readonly plan: PlanView | null
  readonly ruling: RulingView | null
  readonly said: string | null
  readonly artifacts: Readonly<Record<string, readonly ArtifactFile[]>>
}

/**
 * The picture of a long run as it goes over the wire: of stages long past no results, plans and rulings; nor what only a summary is made
 * of. No fold reads them, so that what comes next is folded onto it as onto the whole.
 */
export function briefOf(picture: RunPicture): RunPicture {
  const { view, story } = picture
  const brief = Math.max(0, view.stages.length - WHOLE)
  const whole = new Set(view.stages.filter(({ endedAt }, at) => at >= brief || endedAt === null).map(({ id }) => id))
  const isWhole = (stage: string) => whole.has(stage)
  return {
    ...picture,
    brief,
    view: {
      ...view,
      summaries: [],
      notes: [],
      tasks: view.tasks.map((task) =>
        isWhole(parentOf(task.key)) || task.status === "running" ? task : inBrief(task),
      ),
    },
    story: {
      ...story,
      plans: only(story.plans, isWhole),
      rulings: only(story.rulings, isWhole),
      said: only(story.said, isWhole),
      artifacts: only(story.artifacts, (task) => isWhole(parentOf(task))),
    },
  }
}

export function partOf({ view, story }: RunPicture, stage: string): StagePart {
  return {
    stage,
    tasks: view.tasks.filter(({ key }) => parentOf(key) === stage),
    plan: story.plans[stage] ?? null,
    ruling: story.rulings[stage] ?? null,
    said: story.said[stage] ?? null,
    artifacts: only(story.artifacts, (task) => parentOf(task) === stage),
  }
}

/** Fills gaps and nothing else: what the round tells may be newer than the part. */
export function roundWith(round: FeedRound, { tasks, plan, ruling, said, artifacts }: StagePart): FeedRound {
  const known = new Map(tasks.map((task) => [task.key, task]))
  return {
    ...round,
    tasks: round.tasks.map((task) => filled(task, known.get(task.key))),
    plan: round.plan ?? plan,
    ruling: round.ruling ?? ruling,
    said: round.said === "" ? (said ?? "") : round.said,
    artifacts: { ...artifacts, ...round.artifacts },
  }
}

function inBrief(task: TaskView): TaskView {
  const { diff: _diff, ...rest } = task
  return { ...rest, digest: "", changes: [] }
}

function filled(task: TaskView, whole: TaskView | undefined): TaskView {
  if (!whole || task.digest !== "" || task.status !== whole.status) return task
  return {
    ...task,
    digest: whole.digest,
    changes: whole.changes,
    ...(whole.diff === undefined ? {} : { diff: whole.diff }),
  }
}

function only<Value>(
  record: Readonly<Record<string, Value>>,
  isWanted: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)))
}
