import type { Run } from "../../agent.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"

type Output = Extract<LiveEvent, { type: "tool.progress" }>
type Busy = Extract<LiveEvent, { type: "engine.busy" }>

/** All that was heard of a command, and since when. */
type Heard = { readonly output: Output; readonly since: number }

/** As much of a running command's output as is kept for who looks later. */
const KEPT = 32_000

/** What a run that this process carries out is doing right now, for those who begin to look in the middle of it. */
export class LiveTail {
  readonly #outputs = new Map<string, Heard>()
  readonly #stops: readonly (() => void)[]
  readonly #now: () => number
  #busy: Busy | undefined

  constructor(run: Pick<Run, "onLive" | "onEvent">, now: () => number = Date.now) {
    this.#now = now
    this.#stops = [run.onLive((event) => this.#hear(event)), run.onEvent((logged) => this.#settle(logged))]
  }

  /** As events that may be told at any time: each says all that there is to say so far. */
  get events(): readonly LiveEvent[] {
    const now = this.#now()
    const outputs = [...this.#outputs.values()].map(({ output, since }) =>
      output.check === undefined ? output : { ...output, for_ms: now - since },
    )
    return [...(this.#busy ? [this.#busy] : []), ...outputs]
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #hear(event: LiveEvent): void {
    if (event.type === "engine.busy" && !event.over) this.#busy = event
    if (event.type === "engine.busy" && event.over && this.#busy?.with === event.with) this.#busy = undefined
    if (event.type !== "tool.progress") return
    const heard = this.#outputs.get(event.key)
    const before = heard && isSame(heard.output, event) ? heard : { output: { text: "" }, since: this.#now() }
    const output = { ...event, text: (before.output.text + event.text).slice(-KEPT), so_far: true } as const
    this.#outputs.set(event.key, { output, since: before.since })
  }

  #settle({ event }: LoggedEvent): void {
    if (event.type === "task.ended") this.#outputs.delete(event.task)
    if (event.type === "check.ended")
      for (const [key, { output }] of this.#outputs) if (output.check === event.name) this.#outputs.delete(key)
  }
}

/** A check runs anew on the base, and once more to confirm a failure. */
function isSame(before: Output, event: Output): boolean {
  return before.check === event.check && before.on_base === event.on_base && before.again === event.again
}
