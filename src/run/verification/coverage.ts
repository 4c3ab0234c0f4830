import { languageOf } from "../../checks/coverage/languages.ts"
import { uncovered } from "../../checks/coverage/uncovered.ts"
import type { CheckReport, CheckResult } from "./check-report.ts"

/** Says which checks are about nothing that was changed, and what was changed that no check is about. */
export function withCoverage(report: CheckReport, changed: readonly string[]): CheckReport {
  const sources = changed.filter((path) => languageOf(path) !== undefined)
  const { results } = report
  if (results.length === 0 || sources.length === 0) return report
  const all = results.map(covering)
  const left = uncovered(sources, all)
  return {
    ...report,
    results: results.map((result) =>
      uncovered(sources, [covering(result)], all).length < sources.length ? result : { ...result, isBeside: true },
    ),
    ...(left.length > 0 ? { uncovered: [...new Set(left.map(topOf))] } : {}),
  }
}

function covering({ kind = "other", covers, languages }: CheckResult) {
  return { kind, ...(covers === undefined ? {} : { covers }), ...(languages === undefined ? {} : { languages }) }
}

function topOf(path: string): string {
  const slash = path.indexOf("/")
  return slash < 0 ? path : path.slice(0, slash + 1)
}
