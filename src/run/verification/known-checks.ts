import type { Check } from "../../checks/check.ts"
import { checksOption, configuredChecks } from "../../checks/checks-option.ts"
import { detectChecks } from "../../checks/detect-checks.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { hasFields, isListOf, type StepKey } from "../../journal/step-key.ts"
import { factKey } from "../../protocol/key.ts"
import type { RunParts } from "../ground/run-parts.ts"

const KEY = "checks"
const PLACE: StepKey<readonly Check[]> = {
  key: KEY,
  digest: digestOf({ what: "checks", version: 1 }),
  is: isListOf(hasFields<Check>({ name: "string", command: "string" })),
}

/** The checks of this run: as configured, else as found when they were first needed; they stay the same from then on. */
export function knownChecks(parts: RunParts): Promise<readonly Check[]> {
  return parts.journal.step(PLACE, async () => {
    const option = checksOption().safeParse(parts.environment.checks)
    const checks = configuredChecks(option.success ? option.data : undefined) ?? (await detectChecks(parts.workspace))
    const named = checks.map(({ name, command, source }) => ({ name, command, source }))
    return {
      value: checks,
      with: [
        {
          key: factKey(KEY, "checks.found"),
          record: { kind: "event", event: { type: "checks.found", checks: named } },
        },
      ],
    }
  })
}
