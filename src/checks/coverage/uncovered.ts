import type { Check } from "../check.ts"
import { ANY, BUILDS_C, type CodeLanguage, languageOf } from "./languages.ts"

type Covering = Pick<Check, "kind" | "covers" | "languages">

/**
 * The changed source files that none of these checks covers. A file belongs to the nearest check of each kind: where its own package
 * has tests, those of a folder above say nothing of it. `all`: every check of the project, where `checks` are only some of them, as
 * those that passed.
 */
export function uncovered(
  changedFiles: readonly string[],
  checks: readonly Covering[],
  all: readonly Covering[] = checks,
): string[] {
  return changedFiles.filter((path) => {
    const language = languageOf(path)
    return language !== undefined && !checks.some((check) => isNearest(check, path, language, all))
  })
}

function isNearest(check: Covering, path: string, language: CodeLanguage, all: readonly Covering[]): boolean {
  if (!coversFile(check, path, language)) return false
  return !all.some(
    (other) =>
      other.kind === check.kind && coversFile(other, path, language) && depthOf(other.covers) > depthOf(check.covers),
  )
}

function coversFile({ covers = ".", languages }: Covering, path: string, language: CodeLanguage): boolean {
  if (covers !== "." && !path.startsWith(`${covers}/`)) return false
  if (languages === undefined || [language, ANY].some((name) => languages.includes(name))) return true
  return language === "c" && languages.some((own) => BUILDS_C.has(own as CodeLanguage))
}

function depthOf(folder = "."): number {
  return folder === "." ? 0 : folder.split("/").length
}
