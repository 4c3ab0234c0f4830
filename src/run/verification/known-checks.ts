import type { TextChange } from "../../checkpoints/checkpoints.ts"
import type { Check } from "../../checks/check.ts"
import { checksOption, configuredChecks } from "../../checks/checks-option.ts"
import { detectChecks, detectFormerChecks } from "../../checks/detect-checks.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { hasFields, isListOf, type StepKey } from "../../journal/step-key.ts"
import { factKey, keyIn } from "../../protocol/log/key.ts"
import type { RunParts } from "../core/run-parts.ts"
import { ownChanges } from "./changed.ts"
import { formerScripts } from "./removals.ts"

/** A check as it was found at some time of the run. */
export type FoundCheck = Check & {
  /** It was not there without the run's work. */
  readonly isNew?: true
}

const CHECKS = "checks"

/** The checks that the run began with: as configured, else as found before anything was changed. */
export function knownChecks(parts: RunParts): Promise<readonly FoundCheck[]> {
  return found(parts, CHECKS, async () => detectChecks(parts.workspace))
}

/** The checks after a change, those around it included; for what is recorded with what they say. */
export async function checksNow(parts: RunParts): Promise<readonly FoundCheck[]> {
  const known = await knownChecks(parts)
  if (configured(parts) !== undefined || parts.environment.literal) return known
  const names = new Set(known.map(({ name }) => name))
  const now = await detectChecks(parts.workspace, ownChanges(parts))
  return now
    .map((check) => (names.has(check.name) ? check : { ...check, isNew: true as const }))
    .map(withoutMark(known))
}

/** Whether it is new is told at the end, where the folder is compared as it was. */
function withoutMark(known: readonly FoundCheck[]) {
  return (check: FoundCheck): FoundCheck => {
    if (known.length === 0 || !check.isNew) return check
    const { isNew: _, ...rest } = check
    return rest
  }
}

/**
 * The checks at an end: those are found again, unless they are configured. One that is gone by now runs all the same, and a script
 * that was emptied or exchanged runs as it was. `changes`: what differs from the base, where there is one.
 */
export async function checksAtEnd(
  parts: RunParts,
  key: string,
  changes: readonly TextChange[] | undefined,
): Promise<readonly FoundCheck[]> {
  const known = await knownChecks(parts)
  if (configured(parts) !== undefined || parts.environment.literal) return known
  return found(parts, keyIn(key, CHECKS), async () => {
    const { workspace } = parts
    const changed = ownChanges(parts)
    const now = await detectChecks(workspace, changed)
    const first = changes ? await detectFormerChecks(workspace, changes, changed) : known
    const names = new Set(first.map(({ name }) => name))
    const marked = now.map((check): FoundCheck => (names.has(check.name) ? check : { ...check, isNew: true }))
    return [...marked, ...gone(first, now), ...formerOnes(now, changes ?? [])]
  })
}

/** Under a name of its own where another one has the name now. */
function gone(first: readonly Check[], now: readonly Check[]): readonly Check[] {
  const names = new Set(now.map(({ name }) => name))
  return first
    .filter((check) => !now.some(({ name, command }) => name === check.name && command === check.command))
    .map((check) => (names.has(check.name) ? { ...check, name: formerName(check.name) } : check))
}

function formerOnes(now: readonly Check[], changes: readonly TextChange[]): readonly Check[] {
  return formerScripts(changes).flatMap(([script, command]) => {
    const check = now.find(({ source }) => source === `package.json scripts.${script}`)
    return check ? [{ ...check, name: formerName(check.name), command: `${OWN_PROGRAMS}; ${command}` }] : []
  })
}

/** As npm runs scripts. */
const OWN_PROGRAMS = 'PATH="$PWD/node_modules/.bin:$PATH"'

function formerName(name: string): string {
  return `${name}-before`
}

function found(
  parts: RunParts,
  key: string,
  find: () => Promise<readonly FoundCheck[]>,
): Promise<readonly FoundCheck[]> {
  const place: StepKey<readonly FoundCheck[]> = {
    key,
    digest: digestOf({ what: CHECKS, version: 1 }),
    is: isListOf(hasFields<FoundCheck>({ name: "string", command: "string" })),
  }
  return parts.journal.step(place, async () => {
    const checks = configured(parts) ?? (await find())
    const named = checks.map(({ name, command, source }) => ({ name, command, source }))
    const isNews = JSON.stringify(parts.tally.view.knownChecks) !== JSON.stringify(named)
    const event = { type: "checks.found" as const, checks: named }
    return {
      value: checks,
      with: isNews ? [{ key: factKey(key, "checks.found"), record: { kind: "event", event } }] : [],
    }
  })
}

function configured({ environment }: RunParts): readonly Check[] | undefined {
  const option = checksOption().safeParse(environment.checks)
  return configuredChecks(option.success ? option.data : undefined)
}
