import type { Todo } from "../../protocol/log/control.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import type { Conversation } from "../../run/context/conversation.ts"
import { firstMessage } from "../../run/context/prompts.ts"
import { offeredPanel } from "../../run/controls/panel.ts"
import { toldOfResult } from "../../run/finish/gate/result-due.ts"
import { planChanged } from "../../run/questions/review-prompts.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { TodoWrite } from "../../run/todo/ledger.ts"
import { keptTodoControl, TodoList, todoControl, todoWrite } from "../../run/todo/todo-write.ts"
import { endingControl } from "../../run/tool-loop/closing.ts"
import type { Beside } from "../../run/tool-loop/turn.ts"
import { openTurns } from "../../run/tool-loop/turn-loop.ts"
import { failingNames, stillFailing } from "../../run/verification/check-report.ts"
import { checkClaim } from "../../run/verification/claim.ts"
import { checksText } from "../../run/verification/prompts.ts"
import { say } from "../../text/words/words.ts"
import { firstList } from "./first-list.ts"
import { freshId } from "./fresh-id.ts"
import { goOn, itemCloser } from "./go-on.ts"
import * as prompts from "./prompts.ts"
import type { TasksSettings } from "./tasks.ts"
import { tickOff } from "./tick-off.ts"
import { type ItemEnd, type Walk, walkAgain, walkItem } from "./walk.ts"

/**
 *   plan a list ─▶ for each item:  in_progress ─▶ ┌▶ model ─▶ tools ─┐ ─▶ completed by todo_write
 *                                                 └──────────────────┘ ─▶ not in its time: left open
 *               ─▶ closing gate: what is missing is one more item
 */
export async function workThroughList(run: RunContext, settings: TasksSettings): Promise<Conclusion> {
  const walk = await startWalk(run, settings)
  await run.enter("PLANNING")
  await planList(run, walk)

  await run.enter("EXECUTING")
  if (run.environment.literal) return untilFailed(run, walk)
  run.closeWith(itemCloser(walk))
  return goOn(run, walk)
}

/** By the seed's own rules: an item is tried twice, then failed, and checks are mended here. */
async function untilFailed(run: RunContext, walk: Walk): Promise<Conclusion> {
  const ends = await walkAgain(run, walk, await walkAll(run, walk, walk.list.todos, []))
  return conclude(ends) ?? (await makeResult(run, walk)) ?? mendChecks(run, walk)
}

async function startWalk(run: RunContext, { reflection }: TasksSettings): Promise<Walk> {
  const list = new TodoList()
  const said = { continues: false }
  const work = { onList: false, onItem: false }
  const walk: Omit<Walk, "turns"> = { list, said, work, left: new Set<string>(), isClosing: false }
  const control = run.environment.literal
    ? todoControl(list, (input, beside) => whyRefused(list, input, beside), true)
    : keptTodoControl(list, tickOff(walk))
  const turns = await openTurns(run, {
    controls: [control, endingControl(() => (walk.isClosing ? undefined : notYet(run, walk)))],
    prompt: (rules) => prompts.plan(firstMessage(run), rules, lengthOf(run)),
    asksAtOnce: true,
    reflection,
  })
  return Object.assign(walk, { turns })
}

/** A list of three to five is what is asked for; what else is taken depends on the rules of the run. */
function lengthOf({ environment }: RunContext): prompts.ListLength {
  return environment.literal ? { fewest: 3, most: 5 } : { fewest: 1, most: 12 }
}

async function planList(run: RunContext, { list, turns }: Walk): Promise<void> {
  const proposed = await run.ask("plan", {
    control: firstList,
    panel: offeredPanel(turns.specs),
    conversation: turns.conversation,
    prompt: "",
    check: (list) => listIssues(run, list),
  })
  const { todos } = await review(run, turns.conversation, proposed)
  const pending = todos.map(({ id, content = "" }): Todo => ({ id, content, status: "pending" }))
  await list.set(run, "plan", pending)
  const { max_step_tool_calls } = run.environment.limits
  await run.estimate({
    rounds: pending.map(() => 2),
    usual: { perRound: 1, beside: 1 },
    most: { perRound: 1, beside: 1 },
    extraRounds: 2 * max_step_tool_calls,
  })
}

/** Lets the user look at the list, and change it. */
async function review(run: RunContext, conversation: Conversation, plan: TodoWrite): Promise<TodoWrite> {
  const title = say(run.environment.language, "review.items", plan.todos.map(({ content }) => content).join(", "))
  const reviewed = await run.review("plan", {
    plan,
    title,
    schema: todoWrite.input,
    issues: (list) => listIssues(run, list),
  })
  if (reviewed.isEdited) conversation.tell(planChanged(reviewed.plan))
  return reviewed.plan
}

function listIssues(run: RunContext, { todos }: TodoWrite): string[] {
  const { fewest, most } = lengthOf(run)
  if (todos.length < fewest || todos.length > most) return [`give ${fewest} to ${most} items, not ${todos.length}`]
  if (new Set(todos.map(({ id }) => id)).size < todos.length) return ["each id may be there once"]
  return todos.filter(({ content }) => content === undefined).map(({ id }) => `item ${id} needs its content`)
}

/** By the seed's own rules, one item at a time. */
function whyRefused(list: TodoList, input: TodoWrite, beside: Beside): string | undefined {
  return notAllowed(list, input) ?? tooEarly(list, input, beside)
}

/** The engine walks the list: the model can only tick off what it was handed. */
function notAllowed(list: TodoList, { todos }: TodoWrite): string | undefined {
  const current = list.todos.find(({ status }) => status === "in_progress")
  const others = todos.filter(({ id, status }) => {
    const known = list.todos.find((todo) => todo.id === id)
    return id !== current?.id && known?.status !== status
  })
  if (others.length === 0) return whyNotSo(todos.find(({ id }) => id === current?.id))
  return `only the item in hand (${current?.id ?? "none"}) can be changed, not ${others.map(({ id }) => id).join(", ")}`
}

/** The item in hand is done or it is not: whether it is off the list is for the engine to say. */
function whyNotSo(written: TodoWrite["todos"][number] | undefined): string | undefined {
  if (written === undefined || written.status === "completed" || written.status === "in_progress") return undefined
  return `the item in hand can only be marked completed, not ${written.status}; if it can't be done, say why`
}

/** What has not been seen to work can't be ticked off: the engine's record of failures wins over the model's word. */
function tooEarly(list: TodoList, { todos }: TodoWrite, { outcomes, ahead }: Beside): string | undefined {
  const current = list.todos.find(({ status }) => status === "in_progress")
  if (!todos.some(({ id, status }) => id === current?.id && status === "completed")) return undefined
  if (ahead > 0) return `the calls of this reply had not run; look at their results, then mark ${current?.id} completed`
  // What nobody can tell the outcome of is for the model to judge, as it is for a judge.
  const failed = outcomes.filter(({ status }) => status !== "done" && status !== "unknown")
  const undone = failed.map(({ tool, status }) => `${tool} (${status})`)
  return undone.length === 0 ? undefined : `in this very reply: ${undone.join(", ")}; look at the results first`
}

function notYet({ environment }: RunContext, { list, left }: Omit<Walk, "turns">): string | undefined {
  const open = list.open.filter(({ id }) => !left.has(id))
  if (open.length === 0) return undefined
  return environment.literal
    ? `Not yet: ${open.length} items are open. Go on with the one in hand.`
    : prompts.notYet(open)
}

async function walkAll(
  run: RunContext,
  walk: Walk,
  todos: readonly Todo[],
  before: readonly ItemEnd[],
): Promise<readonly ItemEnd[]> {
  const ends = [...before]
  for (const todo of todos) ends.push(await walkItem(run, walk, todo, ends.length + 1))
  return ends
}

/** A list that is done without the result that this kind of task ends with gets one item more. */
async function makeResult(run: RunContext, walk: Walk): Promise<Conclusion | undefined> {
  const lacking = await toldOfResult(run, false)
  if (lacking === undefined) return undefined
  const todo: Todo = { id: freshId(walk.list, "result"), content: lacking, status: "pending" }
  await walk.list.set(run, "result", [...walk.list.todos, todo])
  return conclude(await walkAgain(run, walk, [await walkItem(run, walk, todo, walk.list.todos.length)]))
}

/** Every check runs once more; what fails becomes an item of its own, as often as a plan may be made anew. */
async function mendChecks(run: RunContext, walk: Walk): Promise<Conclusion> {
  const { language } = run.environment
  for (let attempt = 1; ; attempt++) {
    const { here, report, mayMend } = await checkClaim(run, attempt)
    if (report.status !== "failed") return { kind: "done" }
    const stillFail: Conclusion = { kind: "failed", reason: stillFailing(language, report) }
    if (!mayMend) return stillFail
    await here.recover()
    const content = say(language, "checks.mend", failingNames(report).join(", "))
    const todo: Todo = { id: freshId(walk.list, `mend-${attempt}`), content, status: "pending" }
    walk.turns.conversation.tell(checksText(report))
    await walk.list.set(here, "mend", [...walk.list.todos, todo])
    const ends = await walkAgain(run, walk, [await walkItem(run, walk, todo, walk.list.todos.length)])
    if (conclude(ends)) return stillFail
  }
}

function conclude(ends: readonly ItemEnd[]): Conclusion | undefined {
  const failed = ends.filter(({ status }) => status !== "done")
  if (failed.length === 0) return undefined
  return { kind: "failed", reason: failed.map(({ content, reason }) => `${content}: ${reason}`).join("; ") }
}
