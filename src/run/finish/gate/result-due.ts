import { missingResult, mustMake } from "../../constraints/generation.ts"
import type { RunContext } from "../../run-context.ts"

/**
 * What the model has to be told when it calls a work done that lacks its result; `undefined` where nothing lacks or it was
 * told before. What was said is a record: a replayed run says it at the same place.
 */
export async function toldOfResult(here: RunContext, wasTold: boolean): Promise<string | undefined> {
  const known = here.log.fact("result", "plan.rejected")
  if (known) return notDone(known.issues)
  const missing = wasTold ? [] : missingResult(here)
  if (missing.length === 0) return undefined
  const issues = [mustMake(missing)]
  await here.record("result", { type: "plan.rejected", control: "result", issues })
  return notDone(issues)
}

function notDone(issues: readonly string[]): string {
  return `Not done: ${issues.join("; ")}.`
}
