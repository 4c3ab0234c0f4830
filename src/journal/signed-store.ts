import { DEFAULT_TENANT, type Person } from "../protocol/api/team-api.ts"
import type { DurableEvent } from "../protocol/log/event.ts"
import type { LogRecord, NewEntry, RunStore } from "./run-store.ts"
import { WorkspaceBusyError } from "./store-error.ts"

/** What people do; everything else is the engine's. */
const SIGNED: readonly DurableEvent["type"][] = [
  "run.started",
  "run.resumed",
  "run.forked",
  "run.archived",
  "cancel.requested",
  "word.added",
  "clarification.answered",
  "approval.answered",
  "undo.made",
]

/** The same store in the hands of a person: what people do is written with their name, what they start is their tenant's, and others' runs are not named. */
export function signedStore(store: RunStore, person: Pick<Person, "name" | "tenant" | "role">): RunStore {
  const { name, tenant } = person
  const sign = (entry: NewEntry): NewEntry => ({ ...entry, record: signed(entry.record, name) })
  return new Proxy(store, {
    get(target, property) {
      if (property === "createRun") {
        return ((header, beginning) =>
          discreetly(target, person, () =>
            target.createRun(
              { ...header, tenant: header.tenant ?? tenant, asked_by: name },
              { ...beginning, entries: ownOf(beginning.entries, sign) },
            ),
          )) satisfies RunStore["createRun"]
      }
      if (property === "lockWorkspace") {
        return ((lease, workspace) =>
          discreetly(target, person, () => target.lockWorkspace(lease, workspace))) satisfies RunStore["lockWorkspace"]
      }
      if (property === "append") {
        return ((lease, entries, blobs) => target.append(lease, entries.map(sign), blobs)) satisfies RunStore["append"]
      }
      if (property === "signal") {
        return ((runId, entry, when) => target.signal(runId, sign(entry), when)) satisfies RunStore["signal"]
      }
      const value: unknown = Reflect.get(target, property)
      return typeof value === "function" ? value.bind(target) : value
    },
  })
}

/** Folders are shared, and whose run is in the way is not for everybody to know. */
async function discreetly<T>(
  store: RunStore,
  { role, tenant }: Pick<Person, "tenant" | "role">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WorkspaceBusyError) || error.runId === undefined || role === "administer") throw error
    const holder = await store.findRun(error.runId)
    throw (holder?.tenant ?? DEFAULT_TENANT) === tenant ? error : new WorkspaceBusyError(error.workspace)
  }
}

/** A fork begins with what others did: of it only the forking is one's own. */
function ownOf(entries: readonly NewEntry[], sign: (entry: NewEntry) => NewEntry): NewEntry[] {
  const isFork = entries.some(isForking)
  return entries.map((entry) => (!isFork || isForking(entry) ? sign(entry) : entry))
}

function isForking({ record }: NewEntry): boolean {
  return record.kind === "event" && record.event.type === "run.forked"
}

function signed(record: LogRecord, by: string): LogRecord {
  if (record.kind !== "event" || !SIGNED.includes(record.event.type)) return record
  return { ...record, event: { ...record.event, by } as DurableEvent }
}
