import type { LogEntry } from "../../journal/run-store.ts"
import type { DurableEvent, FileChange, StageStatus } from "../../protocol/log/event.ts"
import { endedKey, factKey, idIn, isWithin, keyIn } from "../../protocol/log/key.ts"
import type { RunParts } from "./run-parts.ts"

type Known = Pick<RunParts, "journal" | "tally">
type EventOf<T extends DurableEvent["type"]> = Extract<DurableEvent, { type: T }>

/** Whether an earlier epoch recorded it: a resumed run need not be bound by how that one gave up. */
export function isOfEarlierEpoch({ journal, tally }: Known, key: string): boolean {
  const found = journal.find(key)
  return found !== undefined && found.seq < tally.epochStart
}

/** What is recorded of one place. A path may depend only on what its own place wrote. */
export class PlaceLog {
  readonly #known: Known
  readonly #path: string

  constructor(known: Known, path: string) {
    this.#known = known
    this.#path = path
  }

  /** Whether something is recorded under this name. */
  has(name: string): boolean {
    return this.#known.journal.find(keyIn(this.#path, name)) !== undefined
  }

  /** The fact that was logged under this name, if it was. */
  fact<T extends DurableEvent["type"]>(name: string, type: T): EventOf<T> | undefined {
    return this.#event(factKey(keyIn(this.#path, name), type), type)
  }

  /** Whether an earlier epoch recorded what stands under this name, or that fact of it. */
  isOfEarlierEpoch(name: string, fact?: DurableEvent["type"]): boolean {
    const key = keyIn(this.#path, name)
    return isOfEarlierEpoch(this.#known, fact === undefined ? key : factKey(key, fact))
  }

  /** How this stage ended last, in this epoch or an earlier one. */
  get lastEnd(): EventOf<"stage.ended"> | undefined {
    for (let epoch = this.#known.tally.current.epoch; epoch > 0; epoch--) {
      const end = this.#event(endedKey(this.#path, epoch), "stage.ended")
      if (end) return end
    }
    return undefined
  }

  /** In how many earlier epochs this stage came to one of these ends. */
  earlierEnds(statuses: readonly StageStatus[]): number {
    return this.#ends(this.#known.tally.current.epoch - 1).filter(({ status }) => statuses.includes(status)).length
  }

  /** What was changed at this place and below; what checks leave behind is not its doing. */
  get changes(): readonly FileChange[] {
    return this.entries.flatMap(({ key, record }) => {
      if (record.kind !== "event" || !isWithin(key, this.#path) || idIn(key, "verify") !== undefined) return []
      const { event } = record
      return event.type === "task.ended" || event.type === "checkpoint.made" ? event.changes : []
    })
  }

  /** The whole log as far as it has come. */
  get entries(): readonly LogEntry[] {
    return this.#known.journal.entries
  }

  #ends(epochs: number): EventOf<"stage.ended">[] {
    return Array.from({ length: epochs }, (_, index) => endedKey(this.#path, index + 1)).flatMap(
      (key) => this.#event(key, "stage.ended") ?? [],
    )
  }

  #event<T extends DurableEvent["type"]>(key: string, type: T): EventOf<T> | undefined {
    const record = this.#known.journal.find(key)?.record
    return record?.kind === "event" && isOfType(record.event, type) ? record.event : undefined
  }
}

function isOfType<T extends DurableEvent["type"]>(event: DurableEvent, type: T): event is EventOf<T> {
  return event.type === type
}
