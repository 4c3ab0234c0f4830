import type { LogEntry, RunStore } from "../../../journal/run-store.ts"
import type { CallLine, CallReply, OpenedCall } from "../../../protocol/api/call-api.ts"
import type { DurableEvent } from "../../../protocol/log/event.ts"
import { callOf, factKey, isFact } from "../../../protocol/log/key.ts"
import { isHeard } from "../../model-call/call-model.ts"
import { fromBlob, inOrder, KEPT_CALLS, type KeptPlace, placeOfKept } from "../../model-call/kept-call.ts"
import { KeptCalls, type WholeCall } from "../../model-call/resolve-kept.ts"
import { withDifferences } from "./changed-sections.ts"

type Called = Extract<DurableEvent, { type: "model.called" }>

/** A call as log and files have it: one of the two may be missing. */
type FoundCall = { readonly key: string; readonly entry?: LogEntry; readonly event?: Called; readonly kept?: KeptPlace }

/** The calls of a run, numbered as the log has them; behind those the ones that no reply is recorded of. */
export async function listCalls(store: RunStore, runId: string): Promise<CallLine[]> {
  const { entries, found } = await findCalls(store, runId)
  return Promise.all(found.map((call, index) => lineOf(store, runId, { call, entries, n: index + 1 })))
}

/** All that is known of one call, by its number or its key; `undefined` where there is no such call. */
export async function readCall(
  store: RunStore,
  runId: string,
  named: number | string,
): Promise<OpenedCall | undefined> {
  const { entries, found } = await findCalls(store, runId)
  // What was lost first and had an answer later has one key twice: the answer is meant.
  const n = typeof named === "number" ? named : found.findLastIndex(({ key }) => key === named) + 1
  const call = found[n - 1]
  if (!call) return undefined
  const calls = new KeptCalls((id) => store.loadBlob(runId, id))
  const whole = call.kept && (await calls.whole(call.kept.id))
  const before = whole && (await callBefore(calls, whole, found))
  const known = new Set(before?.whole.sections.map(({ origin }) => origin))
  const here = new Set(whole?.sections.map(({ origin }) => origin))
  const gone = before?.whole.sections.filter(({ origin }) => !here.has(origin)) ?? []
  const sent = whole?.sections.map(({ section, origin }) => ({ ...section, same: known.has(origin) }))
  const told =
    sent &&
    (await withDifferences(
      sent,
      gone.map(({ section }) => section),
    ))
  const maxOutput = call.event?.max_output ?? whole?.call.maxOutput
  return {
    ...(await lineOf(store, runId, { call, entries, n })),
    of: found.length,
    ...(maxOutput === undefined ? {} : { max_output: maxOutput }),
    ...(whole?.call.choice === undefined ? {} : { choice: whole.call.choice }),
    sent: told?.sent ?? null,
    before: before ? { n: before.n, gone: told?.gone ?? [] } : null,
    reply: replyIn(entries, call),
  }
}

async function findCalls(store: RunStore, runId: string) {
  const [entries, blobs] = await Promise.all([store.load(runId), store.listBlobs(runId, KEPT_CALLS)])
  const kept = inOrder(blobs.map(({ id }) => placeOfKept(id)))
  const answered = entries.flatMap((entry) => calledIn(entry, kept) ?? [])
  return { entries, found: [...answered, ...unanswered(kept, answered)] }
}

function calledIn(entry: LogEntry, kept: readonly KeptPlace[]): FoundCall | undefined {
  const { record } = entry
  if (record.kind !== "event" || record.event.type !== "model.called") return undefined
  const key = callOf(entry.key)
  // What was sent anew after an overflow has the same key; the reply is to the newest.
  const sent = kept.findLast((place) => place.key === key && place.at <= entry.at)
  return { key, entry, event: record.event, ...(sent ? { kept: sent } : {}) }
}

/** Where the same was asked again later, nobody wonders about the first time. */
function unanswered(kept: readonly KeptPlace[], answered: readonly FoundCall[]): FoundCall[] {
  const latest = new Map(kept.map((place) => [place.key, place]))
  const heard = new Set(answered.map((call) => call.kept?.id))
  const open = [...latest.values()].filter(({ id }) => !heard.has(id))
  return inOrder(open).map((place) => ({ key: place.key, kept: place }))
}

type Numbered = { readonly call: FoundCall; readonly entries: readonly LogEntry[]; readonly n: number }

async function lineOf(store: RunStore, runId: string, { call, entries, n }: Numbered): Promise<CallLine> {
  const { key, entry, event, kept } = call
  const sent = kept && fromBlob(await store.loadBlob(runId, kept.id))
  const model = sent === undefined ? {} : { model: sent.model }
  return {
    ...{ n, key, ...model, control: event?.control ?? sent?.control ?? "", rung: event?.rung ?? sent?.rung ?? "" },
    attempt: event?.attempt ?? sent?.attempt ?? 1,
    at: kept?.at ?? (entry?.at ?? 0) - (event?.ms ?? 0),
    ms: event?.ms ?? null,
    usage: event?.usage ?? null,
    cost: event?.cost ?? null,
    lost: event?.lost ?? false,
    issues: event && !event.lost ? issuesIn(entries, key) : [],
    kept: sent !== undefined,
  }
}

function issuesIn(entries: readonly LogEntry[], key: string): string[] {
  const record = entries.find((entry) => entry.key === factKey(key, "plan.rejected"))?.record
  return record?.kind === "event" && record.event.type === "plan.rejected" ? record.event.issues : []
}

/** What was lost has none, whatever was recorded under the same key later. */
function replyIn(entries: readonly LogEntry[], { key, event, entry }: FoundCall): CallReply | null {
  if (!entry || !isFact(entry.key, "model.called") || event?.lost) return null
  const record = entries.find((each) => each.key === key)?.record
  if (record?.kind !== "step" || !isHeard(record.value)) return null
  const { text, calls, finish, unsupported } = record.value
  const said = calls.map(({ name, arguments: input }) => ({ name, arguments: input }))
  return { text, calls: said, finish, ...(unsupported ? { refused: unsupported.message } : {}) }
}

/** The call that most of this one was taken over from: the one before it in the same conversation. */
async function callBefore(calls: KeptCalls, whole: WholeCall, found: readonly FoundCall[]) {
  const origins = new Set(whole.sections.map(({ origin }) => origin))
  const candidates = whole.call.from.flatMap((id) => {
    const index = found.findIndex(({ kept }) => kept?.id === id)
    return index < 0 ? [] : [{ id, n: index + 1 }]
  })
  const shared = await Promise.all(
    candidates.map(async ({ id, n }) => {
      const other = await calls.whole(id)
      return other && { n, whole: other, count: other.sections.filter(({ origin }) => origins.has(origin)).length }
    }),
  )
  return shared
    .flatMap((each) => each ?? [])
    .sort((left, right) => right.count - left.count)
    .at(0)
}
