import type { EntryDraft } from "../../journal/journal.ts"
import type { CheckMoment } from "../../protocol/log/event.ts"
import { factKey, keyIn } from "../../protocol/log/key.ts"
import type { CheckResult } from "./check-report.ts"
import { scriptOf } from "./judgement-clauses.ts"

/** How a check came out, for the log. */
export function endedDraft(key: string, stage: string, moment: CheckMoment, result: CheckResult): EntryDraft {
  const { name, command, status, ms, failing, failures, tests, flaky, compared, hindrance } = result
  const script = scriptOf(result)
  const event = {
    type: "check.ended" as const,
    stage,
    name,
    command,
    status,
    ms,
    failing: [...failing],
    ...(failures.length > 0 ? { failures: failures.map((failure) => failure.name) } : {}),
    ...(tests === undefined ? {} : { tests }),
    moment,
    ...(flaky ? { flaky: [...flaky] } : {}),
    ...(compared ? { compared: compared.kind } : {}),
    ...(script === undefined ? {} : { script }),
    ...(hindrance === undefined ? {} : { hindrance }),
  }
  return { key: factKey(keyIn(key, name), "check.ended"), record: { kind: "event", event } }
}
