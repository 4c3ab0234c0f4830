import { factKey, keyIn, numbered } from "../../protocol/log/key.ts"
import type { RunParts } from "../core/run-parts.ts"
import { isAnswerKey } from "../questions/question.ts"

/** What a run needs to wait and to work again. */
type Waiter = Pick<RunParts, "journal" | "tally">

/**
 * Whether the run waits now. What somebody answered or cancelled before it said so nobody else would heed: then it works on. Whoever
 * comes later finds that it waits.
 */
export async function goToWait(parts: RunParts, answers: number): Promise<boolean> {
  const isLeftAlone = async () => {
    await parts.journal.sync()
    return !parts.signal.aborted && answersFromOutside(parts) === answers
  }
  // Mostly it was while other branches were at work.
  if (!(await isLeftAlone())) return false
  await sayItWaits(parts)
  if (await isLeftAlone()) return true
  await backToWork(parts)
  return false
}

export function answersFromOutside({ journal }: Waiter): number {
  return journal.entries.filter(({ lease, key }) => lease === 0 && isAnswerKey(key)).length
}

async function sayItWaits({ journal, tally }: Waiter): Promise<void> {
  if (tally.current.state === "WAITING") return
  const key = factKey(numbered("wait", tally.waits + 1), "state.changed")
  await journal.record(key, { type: "state.changed", state: "WAITING" })
}

/** A run that waited works again. */
export async function backToWork({ journal, tally: { view, waits, working } }: Waiter): Promise<void> {
  if (view.state !== "WAITING") return
  const key = factKey(keyIn(numbered("wait", waits), "over"), "state.changed")
  await journal.record(key, { type: "state.changed", state: working })
}
