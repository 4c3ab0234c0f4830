import type { ArtifactFile } from "../protocol/log/event.ts"
import { nearestOf, parentOf } from "../protocol/log/key.ts"
import type { OpenQuestion } from "../protocol/log/run.ts"
import type { Moment, MomentKind } from "./moment.ts"
import type { RunPicture } from "./picture.ts"
import type { RunView, StageView, TaskView } from "./run-view.ts"
import type { CallView, CheckRun, PlanView, RulingView, Story } from "./story.ts"

/** One round, turn or step, with everything that happened in it. */
export type FeedRound = {
  readonly stage: StageView
  /** The phase, step or item around it. */
  readonly part: StageView | null
  /** What the model wrote beside the tools that it called. */
  readonly said: string
  readonly plan: PlanView | null
  readonly tasks: readonly TaskView[]
  readonly moments: readonly Moment[]
  readonly checks: readonly CheckRun[]
  readonly ruling: RulingView | null
  readonly calls: readonly CallView[]
  /** Files that its tasks made, by the task's key. */
  readonly artifacts: Story["artifacts"]
}

/** One entry of the story of a run. */
export type FeedEntry =
  | { readonly kind: "request" }
  /** What the run understood, which strategy it took and what it planned. */
  | { readonly kind: "intent" }
  | { readonly kind: "round"; readonly round: FeedRound }
  | { readonly kind: "moment"; readonly moment: Moment }
  /** A call of the model outside any round that gave no answer. */
  | { readonly kind: "attempt"; readonly call: CallView }
  | { readonly kind: "check"; readonly check: CheckRun }
  | { readonly kind: "end" }

/** A stretch of the story that is folded as one: a part's rounds in a row, or so many turns. */
export type FeedSection = {
  readonly id: string
  readonly part: StageView | null
  readonly entries: readonly FeedEntry[]
}

/** Turns without a part are folded by so many. */
const STRETCH = 50

/** The story of a run from what was asked to its end, as it stands after the events of the picture. */
export function feedOf(picture: RunPicture): readonly FeedSection[] {
  const { view, story } = picture
  if (view.environment === null) return []
  const rounds = roundsOf(view, story)
  const known = new Map(rounds.map((round) => [round.stage.id, round]))
  const items = inOrder([...rounds.map(roundItem), ...looseItems(view, story, known)])
  const start: FeedSection = { id: "start", part: null, entries: [{ kind: "request" }, ...intentOf(view)] }
  const after = items.findLastIndex(({ entry }) => !isAfterEnd(entry)) + 1
  const told = sectionsOf(items.slice(0, after))
  if (!view.outcome) return [start, ...told, ...sectionsOf(items.slice(after))]
  const rest = items.slice(after).map(({ entry }) => entry)
  return [start, ...told, { id: "end", part: null, entries: [{ kind: "end" }, ...rest] }]
}

/** What was written of the request: nothing, before the run has said a word. */
function intentOf({ analysis, chosen, phases, steps, todos }: RunView): FeedEntry[] {
  const isKnown = analysis || chosen || phases.length > 0 || steps.length > 0 || todos.length > 0
  return isKnown ? [{ kind: "intent" }] : []
}

const AFTER_END: ReadonlySet<MomentKind> = new Set(["undo", "redo"])

function isAfterEnd(entry: FeedEntry): boolean {
  return entry.kind === "moment" && AFTER_END.has(entry.moment.kind)
}

type Draft = {
  -readonly [Field in "tasks" | "moments" | "checks" | "calls"]: FeedRound[Field][number][]
} & Pick<FeedRound, "stage" | "part"> & { artifacts: Record<string, readonly ArtifactFile[]> }

/** All rounds of a run, each with its own; one pass over everything, for it is done with every drawing. */
function roundsOf(view: RunView, story: Story): FeedRound[] {
  const stages = new Map(view.stages.map((stage) => [stage.id, stage]))
  const drafts = draftsOf(view, stages)
  const draftAt = (place: string) => drafts.get(place) ?? drafts.get(parentOf(place))
  for (const task of view.tasks) drafts.get(parentOf(task.key))?.tasks.push(task)
  for (const moment of story.moments) {
    if (moment.place !== "" && isTold(moment, view)) draftAt(moment.place)?.moments.push(moment)
  }
  for (const check of story.checks) if (!check.isOnBase) drafts.get(check.stage)?.checks.push(check)
  for (const call of story.calls) drafts.get(call.stage)?.calls.push(call)
  for (const [task, files] of Object.entries(story.artifacts)) {
    const draft = drafts.get(parentOf(task))
    if (draft) draft.artifacts[task] = files
  }
  return [...drafts.values()].map((draft) => ({
    ...draft,
    checks: newestOfEach(draft.checks),
    said: story.said[draft.stage.id] ?? "",
    plan: story.plans[draft.stage.id] ?? null,
    ruling: story.rulings[draft.stage.id] ?? null,
  }))
}

/** Checks have a list of their own, and what is still asked stands on top of the page. */
function isTold(moment: Moment, { questions }: RunView): boolean {
  return !CHECKED.has(moment.kind) && !(moment.kind === "question" && questions.some((open) => isAbout(moment, open)))
}

const CHECKED: ReadonlySet<MomentKind> = new Set(["passed", "failed", "broken"])

function isAbout({ name, text, place }: Moment, question: OpenQuestion): boolean {
  if (question.kind === "clarification") return name === "clarification" && text === question.questions.join(" ")
  return name === question.tool && text === question.summary && place === parentOf(question.id)
}

/** Rounds are what work is done in: whatever repeats, has tasks of its own, or has nothing inside. */
function draftsOf(view: RunView, stages: ReadonlyMap<string, StageView>): Map<string, Draft> {
  const isKnown = (id: string) => stages.has(id)
  const houses = new Set(view.stages.map(({ id }) => nearestOf(id, isKnown)))
  const busy = new Set(view.tasks.map(({ key }) => parentOf(key)))
  const isRound = ({ id, isRepeated }: StageView) => isRepeated || busy.has(id) || !houses.has(id)
  return new Map(
    [...stages.values()].filter(isRound).map((stage) => {
      const part = stages.get(nearestPart(stage.id, stages)) ?? null
      return [stage.id, { stage, part, tasks: [], moments: [], checks: [], calls: [], artifacts: {} }]
    }),
  )
}

function nearestPart(id: string, stages: ReadonlyMap<string, StageView>): string {
  return nearestOf(id, (place) => stages.get(place)?.isRepeated === false)
}

function newestOfEach(checks: readonly CheckRun[]): readonly CheckRun[] {
  return checks.length < 2 ? checks : [...new Map(checks.map((check) => [check.name, check])).values()]
}

type Item = { readonly at: number; readonly entry: FeedEntry }

function roundItem(round: FeedRound): Item {
  return { at: round.stage.startedAt, entry: { kind: "round", round } }
}

/** What happened in no round: to the run as a whole, or in a part between its rounds. */
function looseItems(view: RunView, story: Story, rounds: ReadonlyMap<string, FeedRound>): Item[] {
  const isLoose = (place: string) => !rounds.has(place) && !rounds.has(parentOf(place))
  return [
    ...story.moments
      .filter((moment) => (moment.place === "" || isLoose(moment.place)) && isTold(moment, view))
      .map((moment): Item => ({ at: moment.at, entry: { kind: "moment", moment } })),
    ...story.calls
      .filter(({ failure, stage }) => failure && isLoose(stage))
      .map((call): Item => ({ at: call.to, entry: { kind: "attempt", call } })),
    ...story.checks
      .filter(({ stage, isOnBase }) => !isOnBase && isLoose(stage))
      .map((check): Item => ({ at: check.to, entry: { kind: "check", check } })),
  ]
}

/** By the time; what happened in the same moment stays in the order in which it was told. */
function inOrder(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => a.at - b.at)
}

/** A part's rounds that follow each other are one section; what is loose belongs to the section that it happened in. */
function sectionsOf(items: readonly Item[]): FeedSection[] {
  const sections: { id: string; part: StageView | null; entries: FeedEntry[]; rounds: number }[] = []
  for (const { entry } of items) {
    const last = sections.at(-1)
    if (entry.kind !== "round") {
      if (last) last.entries.push(entry)
      else sections.push({ id: "before", part: null, entries: [entry], rounds: 0 })
      continue
    }
    const { stage, part } = entry.round
    const goesOn = last && last.part?.id === part?.id && (part !== null || last.rounds < STRETCH)
    if (last && (goesOn || last.id === "before")) {
      last.entries.push(entry)
      last.rounds += 1
      if (last.id === "before") Object.assign(last, { id: `from ${stage.id}`, part })
    } else sections.push({ id: `from ${stage.id}`, part, entries: [entry], rounds: 1 })
  }
  return sections
}
