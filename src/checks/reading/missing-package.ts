import type { CheckFinding } from "./reading.ts"

/** What languages say of a package that is imported and not installed; a path (`./sum.js`) is no package, but the project's own file. */
const MISSING: readonly RegExp[] = [
  /\bNo module named '([\w.]+)'/,
  /\bCannot find package '([^'./][^']*)'/,
  /\bCannot find module '((?![./]|[A-Za-z]:)[^']+)'/,
  /\bFailed to resolve import "((?![./])[^"]+)"/,
  /\bcannot load such file -- ((?![./])\S+)/,
]

/** The package for want of which everything failed that failed; undefined where anything failed for another reason. */
export function missingPackage(findings: readonly CheckFinding[]): string | undefined {
  const packages = findings.map(({ message }) =>
    MISSING.map((pattern) => pattern.exec(message)?.[1]).find((name) => name !== undefined),
  )
  return packages.includes(undefined) ? undefined : packages[0]
}
