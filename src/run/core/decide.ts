import { digestOf } from "../../journal/stable-json.ts"
import type { Guard } from "../../journal/step-key.ts"
import { epochKey } from "../../protocol/log/key.ts"
import type { RunParts } from "./run-parts.ts"

/** How far a decision stands. */
export type Deciding<T> = {
  /** Which decision of an earlier epoch does not stand: what ended that one is decided anew. */
  readonly anew?: (value: T) => boolean
}

const DIGEST = digestOf({ what: "decision", version: 1 })

/**
 * What was decided under this key stands, whatever the limits are by now; else the rule decides and that is recorded. The rule
 * goes by what is recorded and by the environment alone: so a crash before the next write leaves a replay that decides the same.
 */
export function decide<T>(
  { journal, tally }: Pick<RunParts, "journal" | "tally">,
  key: string,
  rule: () => T,
  { is, anew }: Deciding<T> & { readonly is: Guard<T> },
): T {
  const { epoch } = tally.current
  const place = (of: number) => ({ key: epochKey(key, "decided", of), digest: DIGEST, is })
  for (let of = epoch; of > 0; of--) {
    const known = journal.valueOf(place(of).key, is)
    if (known !== undefined && (of === epoch || !anew?.(known))) return known
  }
  return journal.decide(place(epoch), rule)
}
