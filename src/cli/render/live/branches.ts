import { languageHere } from "../../../host/user-language.ts"
import type { PlannedTask } from "../../../protocol/log/control.ts"
import { keyIn, nearestOf, numbered, parentOf } from "../../../protocol/log/key.ts"
import { duration } from "../../../text/words/units.ts"
import type { StageView, TaskView } from "../../../view/run-view.ts"
import { stageWord, stageTitle as titleOf } from "../../../view/stages.ts"
import type { PaintedLine } from "../../paint/paint.ts"
import { firstLine, lastLine, onOneLine } from "../../paint/text.ts"
import { sayCount, sayTree } from "../../words/tree-words.ts"
import { type Mark, stageMark, taskMark } from "../marks.ts"
import { runningTasks, type Screen } from "./screen.ts"

/** A line of the tree with the lines and branches below it. */
export type Branch = {
  readonly line: PaintedLine
  readonly below: readonly PaintedLine[]
  readonly children: readonly Branch[]
}

/** How much to leave out, from nothing to nearly everything; a tree that does not fit is drawn at the next level. */
export type Level = 0 | 1 | 2 | 3 | 4
/** From the fullest drawing to the shortest. */
export const LEVELS: readonly Level[] = [0, 1, 2, 3, 4]
const FOLD_PHASES = 1
const FOLD_ROUNDS = 2
const HIDE_DETAILS = 3
const FOLD_TASKS = 4
/** So many finished rounds, turns or phases stay in sight when the rest is folded. */
const KEPT = 2
const HAS_NO_TIME: ReadonlySet<string> = new Set(["skipped", "stopped"])

type Drawing = {
  readonly screen: Screen
  readonly level: Level
  readonly now: number
  /** What stands right inside each stage, `""` being the run; looked up for every stage. */
  readonly stages: ReadonlyMap<string, readonly StageView[]>
  readonly tasks: ReadonlyMap<string, readonly TaskView[]>
  readonly judged: ReadonlyMap<string, string>
}

/** The stages of the run with what they hold, and the phases that are still to come. */
export function branchesOf(screen: Screen, level: Level, now: number): readonly Branch[] {
  const drawing = { screen, level, now, ...sorted(screen) }
  const top = drawing.stages.get("") ?? []
  const begun = new Set(top.map((stage) => stage.id))
  const planned = screen.phases
    .filter((phase) => !begun.has(numbered("phase", phase.id)))
    .map((phase) =>
      leaf(
        headline(stageMark("planned"), sayTree("phase", phase.id, onOneLine(phase.name)), stageMark("planned").word),
      ),
    )
  return [...foldFinished(drawing, top, (stage) => stageBranch(drawing, stage)), ...planned]
}

function stageBranch(drawing: Drawing, stage: StageView): Branch {
  const { screen, level, now } = drawing
  const mark = stageMark(statusNow(screen, stage.status))
  const time = stage.endedAt === null ? "" : duration(stage.endedAt - stage.startedAt)
  const isFolded = stage.endedAt !== null && level >= (stage.kind === "phase" ? FOLD_PHASES : FOLD_ROUNDS)
  const rounds = drawing.stages.get(stage.id) ?? []
  const summary = onOneLine(stage.summary || (drawing.judged.get(stage.id) ?? ""))
  const isTold = stage.kind === "phase" && !isFolded && rounds.length > 0
  const below = [...extension(screen, stage), ...(summary === "" || isTold ? [] : [summary])]
  return {
    line: headline(mark, headlineOf(stage), mark.word, time || runningTime(screen, stage, now)),
    below: level >= HIDE_DETAILS ? [] : below.map((text): PaintedLine => [[text, "dim"]]),
    children: isFolded
      ? []
      : [...foldFinished(drawing, rounds, (round) => stageBranch(drawing, round)), ...taskBranches(drawing, stage)],
  }
}

/** Finished stages but the newest become one line when room is short. */
function foldFinished(
  { level }: Drawing,
  stages: readonly StageView[],
  draw: (stage: StageView) => Branch,
): readonly Branch[] {
  const finished = stages.filter((stage) => stage.endedAt !== null)
  if (level < HIDE_DETAILS || finished.length <= KEPT) return stages.map(draw)
  const hidden = new Set(finished.slice(0, -KEPT))
  const language = languageHere()
  const word = finished[0] ? stageWord(finished[0], language) : ""
  const kind = language === "en" && hidden.size > 1 ? `${word}s` : word
  const shown = stages.filter((stage) => !hidden.has(stage)).map(draw)
  return [leaf([[sayTree("earlier", hidden.size, kind), "dim"]]), ...shown]
}

function taskBranches({ screen, level, now, tasks: all }: Drawing, stage: StageView): readonly Branch[] {
  const tasks = all.get(stage.id) ?? []
  const begun = new Set(tasks.map((task) => task.id))
  const planned = stage.endedAt === null ? (screen.plans.get(stage.id) ?? []).filter(({ id }) => !begun.has(id)) : []
  const foldable = level >= FOLD_TASKS ? tasks.filter((task) => task.status === "done") : []
  const branches = [
    ...tasks
      .filter((task) => !foldable.includes(task))
      .map((task) => ({ id: task.id, branch: taskBranch(screen, level, task, now) })),
    ...planned.map((task) => ({ id: task.id, branch: plannedBranch(screen, stage, task) })),
  ].sort((a, b) => a.id - b.id)
  return [
    ...(foldable.length > 0
      ? [leaf(headline(taskMark("done"), sayCount(foldable.length, "tasks"), taskMark("done").word))]
      : []),
    ...branches.map(({ branch }) => branch),
  ]
}

function taskBranch(screen: Screen, level: Level, task: TaskView, now: number): Branch {
  const status = statusNow(screen, task.status)
  const mark = taskMark(status)
  const isRunning = status === "running"
  // Of a single one the line of what happens now says it.
  const printed = isRunning && runningTasks(screen).length > 1 ? lastLine(screen.output.get(task.key) ?? "") : ""
  const note = isRunning ? printed : task.status === "done" ? "" : firstLine(task.digest)
  const time = isRunning ? now - task.startedAt : task.ms
  return {
    line: headline(mark, `${task.number} ${taskTitle(task)}`, mark.word, HAS_NO_TIME.has(status) ? "" : duration(time)),
    below: note === "" || level >= HIDE_DETAILS ? [] : [[[note, "dim"]]],
    children: [],
  }
}

function plannedBranch(screen: Screen, stage: StageView, task: PlannedTask): Branch {
  const question = screen.view.questions.find(
    ({ id }) => id === keyIn(keyIn(stage.id, numbered("task", task.id)), "approval"),
  )
  const mark = taskMark(question ? "asked" : "planned")
  const title = question?.kind === "approval" ? question.summary : task.why || task.tool
  return leaf(headline(mark, `${task.id} ${taskTitle({ tool: task.tool, title })}`, mark.word))
}

function headline(mark: Mark, title: string, word: string, time = ""): PaintedLine {
  return [
    [`${mark.shape} `, mark.format],
    [title, mark.shape === "○" ? "dim" : "none", "elastic"],
    ...(word === "" ? [] : [[`  ${word}`, mark.format] as const]),
    ...(time === "" ? [] : [[`  ${time}`, "dim"] as const]),
  ]
}

function leaf(line: PaintedLine): Branch {
  return { line, below: [], children: [] }
}

function headlineOf(stage: StageView): string {
  return stage.kind === "phase"
    ? sayTree("phase", stage.id.replace(/^phase-/, ""), onOneLine(stage.title))
    : onOneLine(numberedTitle(stage) ?? titleOf(stage, languageHere()))
}

/** What the engine calls by a number is said in the language of the person. */
function numberedTitle({ kind, title }: StageView): string | undefined {
  if (kind !== "round" && kind !== "turn") return undefined
  const [, number, retry] = /^(?:Round|Turn) (\d+)(: retry)?$/.exec(title) ?? []
  return number === undefined ? undefined : sayTree(kind === "round" && retry ? "round.retry" : kind, number)
}

/** Titles say what is done, tool names with what; a title that only repeats the tool is left out. */
export function taskTitle({ tool, title }: Pick<TaskView, "tool" | "title">): string {
  return title === tool ? tool : `${tool}  ${onOneLine(title)}`
}

function runningTime(screen: Screen, stage: StageView, now: number): string {
  if (stage.kind === "phase" || screen.view.outcome) return ""
  return duration(Math.max(0, now - stage.startedAt))
}

/** A run that has ended leaves nothing running, whatever the last word on a stage was. */
function statusNow<T extends string>(screen: Screen, status: T | "running"): T | "running" | "stopped" {
  return status === "running" && screen.view.outcome ? "stopped" : status
}

/** Why a part that is under way goes on beyond its estimate. */
function extension({ extended }: Screen, { id, endedAt }: StageView): readonly string[] {
  const why = endedAt === null ? extended.get(id) : undefined
  return why === undefined ? [] : [sayTree("extended", why)]
}

/** A key may have parts that are no stage. */
function sorted({ view }: Screen): Pick<Drawing, "stages" | "tasks" | "judged"> {
  const known = new Set(view.stages.map((stage) => stage.id))
  return {
    stages: Map.groupBy(view.stages, ({ id }) => nearestOf(id, (place) => known.has(place))),
    tasks: Map.groupBy(view.tasks, ({ key }) => parentOf(key)),
    judged: new Map(view.summaries.map(({ stage, text }) => [stage, text])),
  }
}
