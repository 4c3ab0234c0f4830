import type { EntryDraft } from "../../journal/journal.ts"
import { keyIn, numbered, shortKey } from "../../protocol/log/key.ts"
import { contentHash } from "../../tools/content-hash.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { CheckResult } from "./check-report.ts"
import type { RanCheck } from "./check-results.ts"

type WithOutputs = { readonly results: readonly CheckResult[]; readonly drafts: readonly EntryDraft[] }

/** The whole output of what is red goes into the log like a result, to be read by its id. */
export function withOutputs({ journal }: RunParts, path: string, ran: readonly RanCheck[]): WithOutputs {
  const drafts: EntryDraft[] = []
  let number = 0
  const keyFor = () => {
    do number += 1
    while (journal.find(keyIn(path, numbered("output", number))))
    return keyIn(path, numbered("output", number))
  }
  const results = ran.map(({ whole, ...result }): CheckResult => {
    if (whole === undefined || whole === "" || result.status === "passed") return result
    const key = keyFor()
    const digest = contentHash(Buffer.from(whole))
    drafts.push({ key, record: { kind: "step", digest, value: { text: whole, digest } } })
    return { ...result, output: shortKey(key) }
  })
  return { results, drafts }
}
