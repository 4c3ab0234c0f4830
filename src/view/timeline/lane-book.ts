import { nearestOf } from "../../protocol/log/key.ts"
import type { RunView, StageView } from "../run-view.ts"
import type { Bar, Lane, LaneOf } from "./bar.ts"
import { inRows } from "./rows.ts"

const OF_KIND = { model: "model", task: "tasks", check: "checks", wait: "waits" } as const satisfies Record<
  Bar["kind"],
  LaneOf
>

/** The lane of what stands in no part. */
const RUN = ""

/** Sorts bars into lanes: one for each part that has begun; a run without parts has one for each kind. */
export class LaneBook {
  readonly #bars = new Map<string, Bar[]>()
  readonly #parts: ReadonlyMap<string, StageView>
  readonly #laneOfPlace = new Map<string, string>()

  constructor({ stages }: RunView) {
    this.#parts = new Map(stages.filter(({ isRepeated }) => !isRepeated).map((stage) => [stage.id, stage]))
    for (const id of this.#parts.size > 0 ? [RUN, ...this.#parts.keys()] : ["model", "tasks"]) this.#bars.set(id, [])
  }

  get hasParts(): boolean {
    return this.#parts.size > 0
  }

  /** The innermost part that a place is, or stands in. */
  partOf(place: string): string {
    const known = this.#laneOfPlace.get(place)
    if (known !== undefined) return known
    const isPart = (id: string) => this.#parts.has(id)
    const part = isPart(place) ? place : nearestOf(place, isPart)
    const lane = isPart(part) ? part : RUN
    this.#laneOfPlace.set(place, lane)
    return lane
  }

  add(place: string, bar: Bar): void {
    this.#barsOf(this.hasParts ? this.partOf(place) : OF_KIND[bar.kind]).push(bar)
  }

  barsIn(lane: string): readonly Bar[] {
    return this.#bars.get(lane) ?? []
  }

  /** In the order in which parts began; what is of the run itself stands first. */
  lanes(): Lane[] {
    return [...this.#bars].flatMap(([id, bars]) => {
      const stage = this.#parts.get(id)
      const isEmpty = bars.length === 0 && !stage && this.hasParts
      return isEmpty ? [] : [{ id, of: stage ? { stage } : id === RUN ? "run" : (id as LaneOf), rows: inRows(bars) }]
    })
  }

  #barsOf(lane: string): Bar[] {
    const bars = this.#bars.get(lane) ?? []
    this.#bars.set(lane, bars)
    return bars
  }
}
