import type { Run } from "../../agent.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"

type Output = Extract<LiveEvent, { type: "tool.progress" }>
type Busy = Extract<LiveEvent, { type: "engine.busy" }>

/** As much of a running command's output as is kept for who looks later. */
const KEPT = 32_000

/** What a run that this process carries out is doing right now, for those who begin to look in the middle of it. */
export class LiveTail {
  readonly #outputs = new Map<string, Output>()
  readonly #stops: readonly (() => void)[]
  #busy: Busy | undefined

  constructor(run: Run) {
    this.#stops = [run.onLive((event) => this.#hear(event)), run.onEvent((logged) => this.#settle(logged))]
  }

  /** As events that may be told at any time: each says all that there is to say so far. */
  get events(): readonly LiveEvent[] {
    return [...(this.#busy ? [this.#busy] : []), ...this.#outputs.values()]
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #hear(event: LiveEvent): void {
    if (event.type === "engine.busy" && !event.over) this.#busy = event
    if (event.type === "engine.busy" && event.over && this.#busy?.with === event.with) this.#busy = undefined
    if (event.type !== "tool.progress") return
    const before = this.#outputs.get(event.key)?.text ?? ""
    this.#outputs.set(event.key, { ...event, text: (before + event.text).slice(-KEPT), so_far: true })
  }

  #settle({ event }: LoggedEvent): void {
    if (event.type === "task.ended") this.#outputs.delete(event.task)
    if (event.type === "check.ended")
      for (const [key, { check }] of this.#outputs) if (check === event.name) this.#outputs.delete(key)
  }
}
