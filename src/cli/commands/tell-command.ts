import { knownSecrets } from "../../host/surroundings.ts"
import { isEnd, type RunState } from "../../protocol/log/outcome.ts"
import { type TellOptions, tellRun } from "../../run/lifecycle/requests/tell.ts"
import { systemClock } from "../../tools/clock.ts"
import { openRuns } from "../runs/open-runs.ts"
import { pickRun } from "../runs/pick-run.ts"
import { UsageError } from "../terminal/failure.ts"
import { tell } from "../terminal/output.ts"

const GOING_ON = { accepts: (state: RunState) => !isEnd(state), lacking: "is going on" }

/** Leaves a word in the log of a run that is on its way. One argument is the text, for the newest such run. */
export async function tellCommand(first: string, second: string | undefined, { now }: TellOptions): Promise<number> {
  const text = second ?? first
  if (text.trim() === "") throw new UsageError('there is nothing to tell the run: keelson tell [run] "…".')
  const store = await openRuns()
  try {
    const id = await pickRun(store, second === undefined ? undefined : first, GOING_ON)
    await tellRun({ store, secrets: knownSecrets(), clock: systemClock }, id, { text, by: "user", now })
    const when = (await store.isHeld(id))
      ? now
        ? "now"
        : "before its next call of the model"
      : `once it goes on: keelson resume ${id}`
    tell(`Run ${id} hears it ${when}.`)
    return 0
  } finally {
    await store.close()
  }
}
