import { numbered } from "../../protocol/key.ts"
import { say } from "../../text/words.ts"
import type { Conclusion } from "../conclusion.ts"
import type { RunParts } from "../ground/run-parts.ts"
import type { RunContext } from "../run-context.ts"
import type { CheckReport } from "../verification/check-report.ts"
import { checksText } from "../verification/prompts.ts"
import type { Closer, LastWord } from "./closer.ts"
import { isRedAtOnce, judgementOf, reportAt } from "./closing-checks.ts"
import { placeOf } from "./place.ts"
import * as prompts from "./prompts.ts"
import { type Ruled, ruling } from "./ruling.ts"
import { lastWord } from "./word-at.ts"

/** What the gate found, and the model's last word if it is fit to be the answer. */
export type Closing = { readonly ruled: Ruled; readonly word: LastWord | undefined }

/**
 *   strategy's own end ─▶ checks ─▶ what is missing? ─▶ nothing: done
 *                           ▲              │ something, or a check fails
 *                           └─ closing-n ◀─┘ (while the last one brought something new)
 */
export async function closeRun(parts: RunParts, run: RunContext, closer: Closer): Promise<Closing> {
  let mayAsk = true
  let wasAsked = false
  for (let attempt = 0; ; attempt++) {
    const here = placeOf(run, attempt)
    const report = await reportAt(here)
    const judgement = judgementOf(parts, run, report)
    const fails = isRedAtOnce(here, judgement)
    const word: LastWord | undefined = fails
      ? closer.given?.()
      : await lastWord(parts, here, closer, { mayAsk, wasAsked })
    mayAsk &&= fails || word !== undefined
    wasAsked ||= !fails
    const ruled = await ruling(parts, run, here, { attempt, judgement, word })
    if (ruled.next !== "mend") return { ruled, word: fails ? undefined : word }
    await mend(run, closer, ruled, report)
  }
}

async function mend(run: RunContext, closer: Closer, ruled: Ruled, report: CheckReport): Promise<void> {
  const { language } = run.environment
  const number = ruled.attempt + 1
  const name = numbered("closing", number)
  await run.stage({ kind: "closing", name, title: say(language, "closing.title", number) }, async (here) => {
    await here.recover()
    const checks = ruled.checks.length > 0 ? checksText(report) : ""
    await closer.mend(here, prompts.mend(ruled.missing, checks, ruled.refused))
    return { status: "done", summary: [...ruled.missing, ...ruled.checks].join("; "), value: undefined }
  })
}

/** How a run ends by what the gate found. A plan that is stuck is named as such. */
export function concluded(run: RunContext, own: Conclusion, { ruled }: Closing): Conclusion | "verified" {
  const { language } = run.environment
  const { missing, refused, checks, next } = ruled
  if (checks.length > 0) {
    const reason = say(language, "checks.fail", checks.join(", "))
    return { kind: "failed", reason: missing.length > 0 ? `${reason}; ${missing.join("; ")}` : reason }
  }
  if (next === "done") return ruled.verified && ruled.changes === "made" ? "verified" : { kind: "done" }
  if (own.kind === "blocked") return own
  if (!ruled.has_word && own.kind !== "done") return own
  const lacking = [...missing, ...refused.map((item) => say(language, "closing.refused", item))]
  const reason = lacking.length > 0 ? lacking.join("; ") : say(language, "closing.unknown")
  return { kind: "incomplete", limit: "missing", reason, missing, refused }
}
