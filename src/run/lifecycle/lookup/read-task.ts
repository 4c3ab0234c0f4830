import type { LogEntry, RunStore } from "../../../journal/run-store.ts"
import type { OpenedCheck, OpenedTask } from "../../../protocol/api/task-api.ts"
import { keyIn, parentOf, REPLY } from "../../../protocol/log/key.ts"
import { parseJson } from "../../../text/parse-json.ts"
import type { TaskView } from "../../../view/run-view.ts"
import { artifactTexts } from "../../context/artifact.ts"
import { isHeard } from "../../model-call/call-model.ts"
import { type CheckResult, isReport } from "../../verification/check-report.ts"
import { readEntries } from "../orchestrator.ts"

/** All that is known of one task, by the number that lines and answers call it; `undefined` where there is none. */
export async function readTask(store: RunStore, runId: string, n: number): Promise<OpenedTask | undefined> {
  const entries = await store.load(runId)
  const task = readEntries(runId, entries).view.tasks.find(({ number }) => number === n)
  if (!task) return undefined
  const { key, tool, title, status, ms, digest, startedAt } = task
  const given = givenTo(entries, task)
  return {
    ...{ number: n, key, tool, title, status, at: startedAt, ms: status === "running" ? null : ms },
    ...{ why: given?.why ?? "", arguments: given?.arguments ?? null },
    output: artifactTexts(entries).get(key) ?? digest,
  }
}

/** The numbers of a run's tasks. */
export async function taskNumbers(store: RunStore, runId: string): Promise<readonly number[]> {
  const { view } = readEntries(runId, await store.load(runId))
  return view.tasks.map(({ number }) => number).sort((a, b) => a - b)
}

type Given = Pick<OpenedTask, "why" | "arguments">

/** What a task was called with; `undefined` where the log does not say. */
export function givenTo(entries: readonly LogEntry[], { key, id }: Pick<TaskView, "key" | "id">): Given | undefined {
  return plannedAs(entries, key, id) ?? calledAs(entries, key, id)
}

function plannedAs(entries: readonly LogEntry[], key: string, id: number): Given | undefined {
  const plans = entries.flatMap(({ record }) =>
    record.kind === "event" && record.event.type === "plan.made" && record.event.stage === parentOf(key)
      ? [record.event.tasks]
      : [],
  )
  return plans.at(-1)?.find((task) => task.id === id)
}

/** A turn has no plan: there it stands in the reply that called it. */
function calledAs(entries: readonly LogEntry[], key: string, id: number): Given | undefined {
  const place = keyIn(parentOf(key), REPLY)
  const record = entries.find((entry) => entry.key === place)?.record
  if (record?.kind !== "step" || !isHeard(record.value)) return undefined
  const input = parseJson(record.value.calls[id - 1]?.arguments ?? "")
  return input.ok && isObject(input.value) ? { why: "", arguments: input.value } : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
}

/** The newest result of a check, with its whole output where that is kept; `undefined` where it has not run. */
export async function readCheck(store: RunStore, runId: string, name: string): Promise<OpenedCheck | undefined> {
  const entries = await store.load(runId)
  const result = checkResults(entries).findLast((one) => one.name === name)
  if (!result) return undefined
  const { command, status, ms, exit = null, failing, output } = result
  const text = output === undefined ? undefined : artifactTexts(entries).get(output)
  return { name, command, status, ms, exit, output: text ?? failing.join("\n") }
}

/** The names of the checks that have run. */
export async function checkNames(store: RunStore, runId: string): Promise<readonly string[]> {
  return [...new Set(checkResults(await store.load(runId)).map(({ name }) => name))]
}

function checkResults(entries: readonly LogEntry[]): readonly CheckResult[] {
  return entries.flatMap(({ record }) =>
    record.kind === "step" && isReport(record.value) ? [...record.value.results] : [],
  )
}
