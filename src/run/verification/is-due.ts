import { checksOption, configuredChecks } from "../../checks/checks-option.ts"
import type { VerifyMoment } from "../../protocol/log/environment.ts"
import { keyIn, numbered } from "../../protocol/log/key.ts"
import type { RunParts } from "../core/run-parts.ts"
import { carriesOn, ownChanges } from "./changed.ts"
import { areWanted, demandsOf } from "./must-become-green.ts"

export type VerifyAt = Exclude<VerifyMoment, "off">

/**
 * Whether checks are asked here: what was recorded is read again; a folder that is as it was has nothing to be checked, unless something in it
 * has to become green.
 */
export function isDue(parts: RunParts, path: string, moment: VerifyAt): boolean {
  if (parts.journal.find(verifyKey(path, moment)) || ownChanges(parts).length > 0) return true
  return (
    moment === "end" &&
    !parts.environment.literal &&
    (carriesOn(parts) || areWanted(demandsOf(parts), commandsOf(parts)))
  )
}

/** Of the checks that are configured, or known by now. */
function commandsOf({ environment, tally: { view } }: RunParts): readonly string[] {
  const option = checksOption().safeParse(environment.checks)
  const checks = configuredChecks(option.success ? option.data : undefined) ?? view.knownChecks ?? []
  return checks.map(({ command }) => command)
}

export function verifyKey(path: string, moment: VerifyAt): string {
  return keyIn(path, numbered("verify", moment))
}
