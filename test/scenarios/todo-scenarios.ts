import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, reply, type ScriptCall, type ScriptLine } from "../../src/testing/script-line.ts"
import type { Scenario } from "./play.ts"

type Status = "pending" | "in_progress" | "completed" | "cancelled"
type Item = { readonly id: string; readonly content?: string; readonly status: Status }

export const write = (todos: readonly Item[], merge = true): ScriptCall => ({
  call: "todo_write",
  input: { todos, merge },
})
const mark = (id: string, status: Status) => write([{ id, status }])
const ring = (name: string, fails = false): ScriptCall => ({
  call: "ring",
  input: { name, ...(fails ? { fails } : {}) },
})
const done = (summary: string, word: object = {}): ScriptLine => ({ call: "task_done", input: { summary, ...word } })

const ITEMS = ["探索数据结构", "分析销售趋势", "生成可视化图表"]
const list = (status: Status = "pending") => ITEMS.map((content, index) => ({ id: `${index + 1}`, content, status }))

function scripted(strategy: typeof todo | typeof tasks) {
  return (name: string, lines: Readonly<Record<string, ScriptLine>>, more: Partial<Scenario> = {}): Scenario => ({
    name: `${strategy.name}: ${name}`,
    model: () => keyedModel(lines),
    ...more,
    options: { strategy, ...more.options },
  })
}

const byModel = scripted(todo)

/** Replies of a loop, numbered as its turns are. */
function turns(lines: readonly ScriptLine[], prefix = ""): Record<string, ScriptLine> {
  return Object.fromEntries(lines.map((line, index) => [`${prefix}turn-${index + 1}/reply`, line]))
}

const REPORT = "# 销售分析\n\n三项均已完成。\n\n[ANALYSIS_COMPLETE]"

/** Look at the data, make the list, start, work and tick off each of three items, report. */
export const dataAnalysis = byModel(
  "data analysis with three todos",
  turns([
    ring("read_dataset"),
    write(list(), false),
    ...["1", "2", "3"].flatMap((id) => [mark(id, "in_progress"), ring(`run_code ${id}`), mark(id, "completed")]),
    REPORT,
  ]),
  { request: "分析这份销售数据" },
)

/** The marker over open items: no reminder, the gate asks at once. */
export const markedOpen = byModel(
  "the marker ends the walk at once",
  {
    ...turns([
      calls([write(list(), false), mark("1", "in_progress"), ring("a"), mark("1", "completed")]),
      "The rest can wait. [ANALYSIS_COMPLETE]",
    ]),
    ...turns(
      [calls([ring("b"), mark("2", "completed"), mark("3", "completed")]), "All three are done. [ANALYSIS_COMPLETE]"],
      "closing-1/",
    ),
  },
  { request: `请完成：${ITEMS.join("、")}` },
)

/** The marker beside the last calls: they run, and nothing is asked after them. */
export const markedBeside = byModel(
  "the marker beside the last calls",
  turns([reply({ text: "All rung. [ANALYSIS_COMPLETE]", calls: [ring("a")] })]),
)

export const together = byModel("several calls in one reply", {
  ...turns([
    calls([write(list(), false), mark("1", "in_progress"), ring("a"), mark("1", "completed")]),
    calls([mark("2", "in_progress"), ring("b"), mark("2", "completed"), mark("3", "cancelled")]),
    "All that could be done is done.",
  ]),
  "closing-1/turn-1/reply": done("All that could be done is done.", { settled: ["a: task 2"] }),
})

export const heldBack = byModel("open todos are reported once", {
  ...turns([write(list(), false), calls([ring("a"), mark("1", "in_progress")]), "I am done!"]),
  ...turns(
    [
      mark("1", "completed"),
      done("One of three is done; the other two were not needed.", { settled: ["b: task 1", "c: task 1"] }),
    ],
    "closing-1/",
  ),
})

export const forgetsTick = byModel("forgets to tick off what it did", {
  ...turns([
    calls([
      write(
        list().map((todo) => (todo.id === "1" ? { ...todo, status: "in_progress" as const } : todo)),
        false,
      ),
      { call: "list_files", input: {} },
    ]),
    done("All of it is done.", { changes: "none" }),
  ]),
  "closing-1/turn-1/reply": done("All of it is done.", { changes: "none", settled: ["a: task 1", "b: task 1"] }),
})

export const leftOpen = byModel(
  "closes with open todos all the same",
  {
    ...turns([write(list(), false), "I am done."]),
    ...turns([done("Nothing is done.", { changes: "none" })], "closing-1/"),
  },
  { request: ITEMS.join("，") },
)

export const forgets = byModel(
  "forgets its list",
  turns([write(list(), false), ring("a"), ring("b"), ring("c"), write(list("completed")), "Three bells rang."]),
)

export const trivial = byModel("needs no list", turns(["It is four.", "It is four. [ANALYSIS_COMPLETE]"]), {
  request: "What is two and two?",
})

export const badWrites = byModel(
  "writes that make no sense",
  turns([
    write([{ id: "9", status: "completed" }]),
    write(
      [
        { id: "1", content: "a", status: "in_progress" },
        { id: "2", content: "b", status: "in_progress" },
      ],
      false,
    ),
    { call: "todo_write", input: { todos: "everything" } },
    done("Nothing was done.", { changes: "none" }),
  ]),
)

/** It names the test: so a check that failed before the run counts too. */
const CHECKED = {
  request: "Please put the house in order; its test has to pass.",
  options: { checks: { test: "grep good state" } },
}

export const falseVictory = byModel(
  "calls it done while a check fails",
  {
    ...turns([{ call: "write_file", input: { path: "state", content: "bad\n" } }, "All is well."]),
    ...turns([{ call: "write_file", input: { path: "state", content: "good\n" } }, "Now all is well."], "closing-1/"),
  },
  CHECKED,
)

export const TODO_SCENARIOS: readonly Scenario[] = [
  dataAnalysis,
  markedOpen,
  markedBeside,
  together,
  heldBack,
  forgetsTick,
  leftOpen,
  forgets,
  trivial,
  badWrites,
  falseVictory,
]

const PLAN = { "plan/try-1": write(list(), false) }
const item = (id: string, lines: readonly ScriptLine[]) => turns(lines, `item-${id}/`)

const closed = (attempt: number, text: string): Record<string, ScriptLine> => ({
  [`closing-${attempt}/summarizer/try-1`]: done(text, { changes: "none" }),
})
const CLOSED = closed(0, "三项均已处理。")

const byEngine = scripted(tasks)

export const walked = byEngine("walks the list", {
  ...PLAN,
  ...item("1", [ring("a"), mark("1", "completed")]),
  ...item("2", [calls([ring("b"), mark("2", "completed")])]),
  ...item("3", [ring("c"), mark("3", "completed")]),
  ...CLOSED,
})

export const closesAlong = byEngine("the last tick brings the last word along", {
  ...PLAN,
  ...item("1", [calls([ring("a"), mark("1", "completed")])]),
  ...item("2", [calls([ring("b"), mark("2", "completed")])]),
  ...item("3", [
    calls([
      ring("c"),
      mark("3", "completed"),
      { call: "task_done", input: { summary: "三项均已完成。", changes: "none" } },
    ]),
  ]),
})

const TICKS = { ...item("2", [mark("2", "completed")]), ...item("3", [mark("3", "completed")]) }

export const jumpsAhead = byEngine("can't tick off what it was not handed", {
  ...PLAN,
  ...item("1", [mark("2", "completed"), done("Done already."), calls([ring("a"), mark("1", "completed")])]),
  ...TICKS,
  ...CLOSED,
})

export const otherLengths = byEngine("a list of one, called steps", {
  "plan/try-1": { call: "todo_write", input: { steps: [{ id: "1", content: "all of it", status: "pending" }] } },
  ...item("1", [calls([ring("a"), mark("1", "completed")])]),
  ...CLOSED,
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    content: `part ${index}`,
    status: "pending" as const,
  }))

export const longList = byEngine("a list that is too long is asked for again", {
  "plan/try-1": write(many(13), false),
  "plan/try-2": write(list(), false),
  ...item("1", [calls([ring("a"), mark("1", "completed")])]),
  ...TICKS,
  ...CLOSED,
})

export const quiet = byEngine(
  "says nothing of an item, which is left open and asked about",
  {
    ...PLAN,
    ...item("1", [reply({ text: "" }), reply({ text: "" }), reply({ text: "" })]),
    ...item("2", [calls([ring("b"), mark("2", "completed")])]),
    ...item("3", [mark("3", "completed")]),
    ...turns([calls([ring("a"), mark("1", "completed")]), done("三项均已处理。")], "closing-1/"),
  },
  { request: ITEMS.join("，") },
)

export const talksOnly = byEngine("talks of an item, and is made to say how it stands", {
  ...PLAN,
  ...item("1", [ring("a"), "It rang.", "It did.", "As I said."]),
  "item-1/stands-4/try-1": mark("2", "completed"),
  "item-1/stands-4/try-2": mark("1", "completed"),
  ...TICKS,
  ...CLOSED,
})

const busy = (id: string, replies: number) =>
  Array.from({ length: replies }, (_, index) => ring(`${id}${String.fromCharCode(97 + index)}`))
const ROOM = { options: { limits: { max_iterations: 80 } } }

export const longItem = byEngine(
  "an item goes on beyond its estimate while it brings something new",
  {
    ...PLAN,
    ...item("1", [...busy("1", 12), mark("1", "in_progress"), ring("more"), mark("1", "completed")]),
    ...TICKS,
    ...CLOSED,
  },
  ROOM,
)

export const askedItem = byEngine(
  "an item that does not answer in words is made to",
  { ...PLAN, ...item("1", busy("1", 13)), "item-1/stands-13/try-1": mark("1", "completed"), ...TICKS, ...CLOSED },
  ROOM,
)

export const noRoom = byEngine(
  "an item that would take the share of the others is left open",
  {
    ...PLAN,
    ...item("1", [...busy("1", 12), mark("1", "in_progress")]),
    ...TICKS,
    "closing-1/turn-1/reply": done("三项均已处理。", { settled: ["a: task 1"] }),
  },
  { options: { limits: { max_iterations: 30 } } },
)

const bad: ScriptCall = { call: "write_file", input: { path: "state", content: "bad\n" } }
const good: ScriptCall = { call: "write_file", input: { path: "state", content: "good\n" } }

export const mended = byEngine(
  "a failing check becomes one more item at the end",
  {
    ...PLAN,
    ...item("1", [calls([bad, mark("1", "completed")])]),
    ...TICKS,
    ...turns([good, done("三项均已处理。")], "closing-1/"),
  },
  CHECKED,
)

export const neverMended = byEngine(
  "a failing check that nobody mends",
  {
    ...PLAN,
    ...item("1", [calls([bad, mark("1", "completed")])]),
    ...TICKS,
    ...turns([reply({ text: "" }), reply({ text: "" }), reply({ text: "" })], "closing-1/"),
    ...closed(1, "三项均已处理。"),
  },
  CHECKED,
)

export const ticksEarly = byEngine("ticks off what has not been seen to work", {
  ...PLAN,
  ...item("1", [calls([ring("a", true), mark("1", "completed")]), calls([ring("b"), mark("1", "completed")])]),
  ...item("2", [calls([mark("2", "completed"), ring("c", true)]), mark("2", "completed")]),
  ...item("3", [mark("3", "completed")]),
  ...CLOSED,
})

export const replaces = byEngine("writes a list of the item in hand alone, and puts one off", {
  ...PLAN,
  ...item("1", [calls([ring("a"), write([{ id: "1", content: "a", status: "completed" }], false)])]),
  ...item("2", [mark("2", "pending"), mark("2", "completed")]),
  ...item("3", [mark("3", "completed")]),
  ...CLOSED,
})

/** Three replies after the list: what was done is ticked off beside the work on what comes next, the rest with the answer. */
export const ticksAlong = byEngine("ticks off several at once, beside calls, and closes with the last", {
  ...PLAN,
  ...item("1", [
    ring("a"),
    calls([
      write([
        { id: "1", status: "completed" },
        { id: "2", status: "in_progress" },
      ]),
      ring("b"),
      ring("c"),
    ]),
  ]),
  ...item("2", [
    calls([
      mark("2", "completed"),
      mark("3", "completed"),
      { call: "read_file", input: { path: "not there" } },
      { call: "task_done", input: { summary: "三项均已完成。", changes: "none" } },
    ]),
  ]),
})

/** Of each write a part can't be taken. */
export const takesTheRest = byEngine("what is refused of a write refuses nothing else", {
  ...PLAN,
  ...item("1", [
    calls([
      ring("a"),
      write([
        { id: "3", status: "in_progress" },
        { id: "2", status: "cancelled" },
        { id: "9", status: "completed" },
        { id: "1", status: "completed" },
      ]),
    ]),
  ]),
  ...item("3", [
    calls([
      ring("b"),
      write([
        { id: "1", status: "pending" },
        { id: "2", status: "in_progress" },
        { id: "3", status: "in_progress" },
      ]),
    ]),
    calls([ring("c"), write(list("completed"))]),
  ]),
  ...CLOSED,
})

/** Nothing was done: only what it was handed can be called so. */
export const ticksUnworked = byEngine("ticks off a list that nothing was done for", {
  ...PLAN,
  ...item("1", [write(list("completed"))]),
  ...TICKS,
  ...CLOSED,
})

export const TASKS_SCENARIOS: readonly Scenario[] = [
  ticksAlong,
  takesTheRest,
  ticksUnworked,
  walked,
  closesAlong,
  jumpsAhead,
  otherLengths,
  longList,
  quiet,
  talksOnly,
  longItem,
  askedItem,
  noRoom,
  mended,
  neverMended,
  ticksEarly,
  replaces,
]

/* By the seed's own rules: an item has its calls and two tries, and a check that fails becomes an item. */

const literally =
  (make: typeof byEngine): typeof byEngine =>
  (name, lines, more = {}) =>
    make(`literal: ${name}`, lines, { ...more, options: { ...more.options, literal: true } })
const byTheSeed = literally(byEngine)
const CLOSE = { "end-1/summarizer/try-1": done("三项均已处理。") }
const tried = (id: string, lines: readonly ScriptLine[], attempt = 1) => turns(lines, `item-${id}/try-${attempt}/`)

export const literalSecondTry = byTheSeed("an item is tried once more, then failed", {
  ...PLAN,
  ...tried("1", [ring("a", true), "I can't go on.", "Really not.", "No."]),
  ...tried("1", [ring("again"), mark("1", "completed")], 2),
  ...tried("2", ["No idea.", "None.", "Still none."]),
  ...tried("2", ["No idea.", "None.", "Still none."], 2),
  ...tried("3", [ring("c"), mark("3", "completed")]),
  ...CLOSE,
})

export const literalUsedUp = byTheSeed(
  "an item uses up its calls",
  {
    ...PLAN,
    ...tried("1", [ring("a"), calls([ring("b"), ring("c")]), mark("1", "completed")]),
    ...tried("2", [ring("d"), mark("2", "completed")]),
    ...tried("3", [ring("e"), mark("3", "completed")]),
    ...CLOSE,
  },
  { options: { limits: { max_step_tool_calls: 2 } } },
)

export const literalShortList = byTheSeed("a list of another length is asked for again", {
  "plan/try-1": write([{ id: "1", content: "all of it", status: "pending" }], false),
  "plan/try-2": write(list(), false),
  ...tried("1", [mark("1", "completed")]),
  ...tried("2", [mark("2", "completed")]),
  ...tried("3", [mark("3", "completed")]),
  ...CLOSE,
})

export const literalMended = byTheSeed(
  "a failing check becomes an item",
  {
    ...PLAN,
    ...tried("1", [
      calls([{ call: "write_file", input: { path: "state", content: "bad\n" } }, mark("1", "completed")]),
    ]),
    ...tried("2", [mark("2", "completed")]),
    ...tried("3", [mark("3", "completed")]),
    ...tried("mend-1", [
      calls([{ call: "write_file", input: { path: "state", content: "good\n" } }, mark("mend-1", "completed")]),
    ]),
    ...CLOSE,
  },
  { options: { checks: { test: "grep good state" } } },
)

export const literalQuiet = byTheSeed("says nothing at all", {
  ...PLAN,
  ...tried("1", [reply({ text: "" }), reply({ text: "" }), reply({ text: "" })]),
  ...tried("1", [calls([ring("a"), mark("1", "completed")])], 2),
  ...tried("2", [mark("2", "completed")]),
  ...tried("3", [mark("3", "completed")]),
  ...CLOSE,
})

export const LITERAL_TASKS_SCENARIOS: readonly Scenario[] = [
  literalSecondTry,
  literalUsedUp,
  literalShortList,
  literalMended,
  literalQuiet,
]
