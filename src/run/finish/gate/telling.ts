import type { GateFinding } from "./findings.ts"
import type { Ruled } from "./ruling.ts"

/** Each finding is reported once, and again only where a change made it smaller; once where a change left it as it was. */
export function mayTell(finding: GateFinding, on: string, before: readonly Ruled[]): boolean {
  const told = before.flatMap((ruled) =>
    ruled.findings
      .filter(({ about, label }) => about === finding.about && label !== undefined)
      .map(({ failures }) => ({ failures, on: ruled.on })),
  )
  const last = told.at(-1)
  if (!last) return true
  if (last.on === on || told.some((one) => one.on === on && isSame(one.failures, finding.failures))) return false
  return isNewIn(finding.failures, told) || isSmaller(finding.failures, told) || repeats(told) === 0
}

type Told = { readonly failures: readonly string[] }

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}

function isSmaller(failures: readonly string[], told: readonly Told[]): boolean {
  return told.every((one) => failures.length < one.failures.length)
}

function isNewIn(failures: readonly string[], told: readonly Told[]): boolean {
  const known = new Set(told.flatMap((one) => one.failures))
  return failures.some((name) => !known.has(name))
}

/** How often it was reported again though it was neither smaller nor new. */
function repeats(told: readonly Told[]): number {
  return told.filter(({ failures }, index) => {
    const before = told.slice(0, index)
    return index > 0 && !isSmaller(failures, before) && !isNewIn(failures, before)
  }).length
}

const LABELS = "abcdefghijklmnopqrstuvwxyz"

/** Labels for what is reported: a, b, c, and after z two letters. */
export function labelled(findings: readonly GateFinding[], isTold: (finding: GateFinding) => boolean): GateFinding[] {
  let next = 0
  return findings.map((finding) => (isTold(finding) ? { ...finding, label: labelOf(next++) } : finding))
}

function labelOf(index: number): string {
  const letter = LABELS[index % LABELS.length] ?? "z"
  return index < LABELS.length ? letter : `${LABELS[Math.floor(index / LABELS.length) - 1] ?? "z"}${letter}`
}
