import type { Baseline } from "./baseline.ts"
import { failureNames } from "./check-report.ts"

/** `pass`: the checks must be green at the end. `no_worse`: what failed before the run, and is none of its business, may still fail. */
export type CheckMode = "pass" | "no_worse"

export type ModeGrounds = {
  readonly request: string
  /** What the analysis or the first plan says; it can only be stricter than what is found here. */
  readonly analysisSays?: CheckMode | undefined
  readonly baseline: Baseline | undefined
}

/** By what the checks decide at the end of this run. */
export function checkMode({ request, analysisSays, baseline }: ModeGrounds): CheckMode {
  if (analysisSays === "pass" || baseline === undefined) return "pass"
  return ASKS_FOR_CHECKS.test(request) || namesFailure(request, baseline) ? "pass" : "no_worse"
}

/** A test, a check, a build or an error, and what is to become of them. */
const ASKS_FOR_CHECKS =
  /\b(?:tests?|tested|testing|checks?|lint(?:s|er|ing)?|type-?checks?|builds?|errors?|bugs?|fail(?:s|ed|ing|ures?)?|fix(?:e[sd]|ing)?|pass(?:es|ed|ing)?|green|crash(?:es|ed|ing)?)\b|修复|修正|测试|通过|构建|检查|编译|错误|报错|失败|崩溃/iu

/** Something that fails in the baseline: a check, a test or a file by its name. */
function namesFailure(request: string, { results }: Baseline): boolean {
  const failing = results.filter(({ status }) => status === "failed")
  const names = failing.flatMap((result) => [result.name, ...failureNames(result), ...filesOf(result)])
  return names.some((name) => stands(name, request))
}

function filesOf({ failures }: Baseline["results"][number]): string[] {
  const files = failures.flatMap((failure) => failure.files)
  return files.flatMap((file) => [file, file.slice(file.lastIndexOf("/") + 1)])
}

/** As a word of its own: `a.ts` does not stand in `data.ts`. */
function stands(name: string, text: string): boolean {
  const [before, after] = [/[\p{Script=Latin}\d_-]$/u, /^[\p{Script=Latin}\d_-]/u]
  for (let at = text.indexOf(name); name !== "" && at >= 0; at = text.indexOf(name, at + 1)) {
    if (!before.test(text.slice(0, at)) && !after.test(text.slice(at + name.length))) return true
  }
  return false
}
