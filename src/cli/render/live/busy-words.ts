import type { LiveEvent } from "../../../protocol/log/event.ts"
import { amount } from "../../../text/words/units.ts"
import { sayTree } from "../../words/tree-words.ts"

type Busy = Extract<LiveEvent, { type: "engine.busy" }>

/** What the run is held up by, in a few words. */
export function busyWords({ with: what, done, of }: Busy): string {
  const said = sayTree(`busy.${what}`)
  if (done === undefined || what !== "checkpoint") return said
  if (of === undefined) return sayTree("busy.files", said, amount(done))
  return sayTree("busy.files.of", said, amount(done), amount(of))
}
