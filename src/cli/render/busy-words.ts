import type { LiveEvent } from "../../protocol/event.ts"
import { amount } from "../../text/units.ts"

type Busy = Extract<LiveEvent, { type: "engine.busy" }>

/** What the run is held up by, in a few words. */
export function busyWords({ with: what, done, of }: Busy): string {
  if (what === "store") return "waiting for the store of runs, which another process keeps locked"
  if (what === "folder") return "waiting for another part of the run that works in the folder"
  const count =
    done === undefined ? "" : of === undefined ? `: ${amount(done)} files` : `: ${amount(done)} of ${amount(of)} files`
  return `keeping the folder as it is, so that it can be undone${count}`
}
