import type { ArtifactFile } from "../protocol/log/event.ts"
import { parentOf } from "../protocol/log/key.ts"
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
    artifacts: only(story.artifacts, (task) => parentOf(task) === stage),
  }
}

/** Whether something of a stage may be missing. */
export function isToldInBrief({ view, brief }: RunPicture, stage: string): boolean {
  return view.stages.slice(0, brief).some(({ id }) => id === stage)
}

/** Fills gaps and nothing else: what the picture tells may be newer than the part. */
export function withPart(picture: RunPicture, { stage, tasks, plan, ruling, artifacts }: StagePart): RunPicture {
  const { view, story } = picture
  const known = new Map(tasks.map((task) => [task.key, task]))
  return {
    ...picture,
    view: { ...view, tasks: view.tasks.map((task) => filled(task, known.get(task.key))) },
    story: {
      ...story,
      plans: plan ? { [stage]: plan, ...story.plans } : story.plans,
      rulings: ruling ? { [stage]: ruling, ...story.rulings } : story.rulings,
      artifacts: { ...artifacts, ...story.artifacts },
    },
  }
}

function inBrief(task: TaskView): TaskView {
  return { ...task, digest: "", changes: [] }
}

function filled(task: TaskView, whole: TaskView | undefined): TaskView {
  if (!whole || task.digest !== "" || task.status !== whole.status) return task
  return { ...task, digest: whole.digest, changes: whole.changes }
}

function only<Value>(
  record: Readonly<Record<string, Value>>,
  isWanted: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)))
}
