import type { RunStore } from "../../../journal/run-store.ts"
import { KeyConflictError } from "../../../journal/store-error.ts"
import { KeelsonError } from "../../../protocol/log/keelson-error.ts"
import { factKey, numbered } from "../../../protocol/log/key.ts"
import { isEnd } from "../../../protocol/log/outcome.ts"
import type { Clock } from "../../../tools/clock.ts"
import type { Secrets } from "../../../tools/secrets/secrets.ts"
import { tallyOf } from "../../core/tally.ts"

type Telling = { readonly store: RunStore; readonly secrets: Secrets; readonly clock: Clock }

/** `now`: the model calls under way are not waited for; what runs beside them is. */
export type TellOptions = { readonly now?: boolean | undefined }

/** The run has ended: what is said now would reach nobody. */
export class RunOverError extends KeelsonError {
  override name = "RunOverError"

  constructor(runId: string, state: string) {
    super("conflict", "conflict", `Run ${runId} has ended (${state}); what is to be done now is a request of its own.`)
  }
}

/** Leaves a word for a run that has not ended, whoever carries it out; it is heard before the next call of the model. Returns its number. */
export async function tellRun(
  { store, secrets, clock }: Telling,
  runId: string,
  { text, by, now = false }: TellOptions & { readonly text: string; readonly by: string },
): Promise<number> {
  if (text.trim() === "") throw new TypeError("There is nothing to tell the run; say what it shall know.")
  const { view } = tallyOf(await store.load(runId))
  if (isEnd(view.state)) throw new RunOverError(runId, view.state)
  const said = secrets.redact(text.trim())
  // Whoever says something in this very moment may have the next number.
  for (let number = view.words.length + 1; ; number++) {
    const event = { type: "word.added", number, text: said, by, ...(now ? { now } : {}) } as const
    try {
      await store.signal(runId, { key: wordKey(number), at: clock.now(), record: { kind: "event", event } })
      return number
    } catch (error) {
      if (!(error instanceof KeyConflictError)) throw error
    }
  }
}

function wordKey(number: number): string {
  return factKey(numbered("word", number), "word.added")
}
