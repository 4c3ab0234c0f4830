import type { RunParts } from "../core/run-parts.ts"
import { type CheckResult, failureNames } from "./check-report.ts"
import { wantsAnswer } from "./wants-words.ts"

/** What the request says of checks: what has to be green, and what only raises the question. */
export type Demands = {
  readonly request: string
  /** As the analysis or the first plan has it: tests, files, checks or commands. */
  readonly mustPass: readonly string[]
}

export function demandsOf({ request, tally: { view } }: Pick<RunParts, "request" | "tally">): Demands {
  const { mustPass } = view
  const said = view.words.map(({ text }) => text)
  // Who asks about a test, or wants it explained, does not want it to become green.
  const wantsNone = view.wanted === "none" || wantsAnswer(request)
  return { request: wantsNone ? "" : [request, ...said].join("\n"), mustPass }
}

/** Whether checks run although nothing was changed; `commands`: those of the checks that are known. */
export function areWanted({ request, mustPass }: Demands, commands: readonly string[]): boolean {
  if (mustPass.length > 0 || asksForGreen(request) || namesWithDemand(request)) return true
  return commands.some((command) => isCommandDemanded(command, request))
}

/** "Make the tests pass": nobody says which, so it only raises the question. */
export function asksForGreen(request: string): boolean {
  return PHRASES.test(request)
}

const CHECKS = `(?:all |the |failing |broken |red |existing |unit |whole )*(?:tests?|test suite|suite|checks?|lint(?:er)?|build|ci|type ?checks?)`
const PHRASES = new RegExp(
  [
    String.raw`\b(?:make|get)\b ${CHECKS}\b[^.!?\n]{0,30}\b(?:pass|green|work|succeed)`,
    String.raw`\b(?:fix|repair|mend)\b (?:all |the )*(?:failing|broken|red) ${CHECKS}`,
    String.raw`\b(?:fix|repair|mend)\b (?:all |the )*(?:tests?|test suite|lint(?:er)?(?: errors)?|build|ci)\b`,
    String.raw`${CHECKS}\b[^.!?\n]{0,20}\b(?:must|should|has to|have to|needs? to)\b[^.!?\n]{0,12}\b(?:pass|be green|succeed)`,
    String.raw`\buntil\b[^.!?\n]{0,40}\b(?:pass(?:es)?|(?:is|are) green)\b`,
    "(?:让|使|确保|保证|直到)[^。！？\\n]{0,20}(?:测试|检查|构建|用例)[^。！？\\n]{0,10}(?:通过|成功)",
    "(?:修复|修好|解决)[^。！？\\n]{0,10}(?:失败|未通过|报错)的?(?:测试|检查|构建|用例)",
  ].join("|"),
  "iu",
)

/** A word that says that something red shall be green. */
const DEMAND =
  /\b(?:pass(?:es|ing)?|fix(?:es|ed)?|green|fail(?:s|ed|ing|ures?)?|repair|mend|succeed(?:s)?|works?|broken)\b|修复|修好|通过|失败|报错|成功/iu
const NAMES_TEST = /[\w-]*(?:test|spec)[\w-]*(?:\.\w+)*\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|sh|bats)\b/i

function namesWithDemand(request: string): boolean {
  return DEMAND.test(request) && (NAMES_TEST.test(request) || commandsIn(request).length > 0)
}

/** How a red check stands to what was asked for: it must be green, or the question is raised; and which of it. */
export type WantedGreen = { readonly kind: "must_pass" | "asked"; readonly names: readonly string[] }

export function wantedOf(result: CheckResult, demands: Demands): WantedGreen | undefined {
  const names = failureNames(result)
  const must = demands.mustPass.filter((item) => isMeant(item, result, names))
  if (must.length > 0) return { kind: "must_pass", names: must }
  const { request } = demands
  if (request === "") return undefined
  const tests = result.failures.filter(
    ({ name, files }) => isNamed(name, request) || files.some((file) => isFileNamed(file, request)),
  )
  if (tests.length > 0)
    return { kind: DEMAND.test(request) ? "must_pass" : "asked", names: tests.map(({ name }) => name) }
  if (isCommandDemanded(result.command, request))
    return { kind: "must_pass", names: names.length > 0 ? names : [result.command] }
  return asksForGreen(request) ? { kind: "asked", names: names.length > 0 ? names : [result.name] } : undefined
}

/** The check, its command, one of its tests, or a file of one; a word for all tests means each check that has some. */
function isMeant(item: string, result: CheckResult, names: readonly string[]): boolean {
  const wanted = tidy(item)
  if (wanted === "") return false
  if ([result.name, tidy(result.command)].includes(wanted)) return true
  if (names.some((name) => name === wanted || name.includes(wanted) || wanted.includes(name))) return true
  if (result.failures.some(({ files }) => files.some((file) => file === wanted || file.endsWith(`/${wanted}`))))
    return true
  const isGeneral = /^(?:all |the |every )*(?:tests?|test suite|checks?|测试|检查)$/i.test(wanted)
  // A suite that names nothing may hold what is meant.
  return isGeneral || (names.length === 0 && result.kind === "test" && !isOtherCheck(wanted))
}

function isOtherCheck(wanted: string): boolean {
  return /^[\w:-]+$/.test(wanted)
}

/** Single words are names of everything. */
function isNamed(name: string, request: string): boolean {
  const plain = name.replace(/^\S+\.\w+ /, "")
  return plain.length >= 8 && /[\s_A-Z.:/]/.test(plain) && stands(plain, request)
}

function isFileNamed(file: string, request: string): boolean {
  return stands(file, request) || stands(file.slice(file.lastIndexOf("/") + 1), request)
}

/** As a word of its own: `a.ts` does not stand in `data.ts`. */
function stands(name: string, text: string): boolean {
  const [before, after] = [/[\p{Script=Latin}\d_-]$/u, /^[\p{Script=Latin}\d_-]/u]
  for (let at = text.indexOf(name); name !== "" && at >= 0; at = text.indexOf(name, at + 1)) {
    if (!before.test(text.slice(0, at)) && !after.test(text.slice(at + name.length))) return true
  }
  return false
}

/** A test file by its name that shall pass. */
export function isFileDemanded(path: string, { request, mustPass }: Demands): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return mustPass.some((item) => item.includes(name)) || (DEMAND.test(request) && isFileNamed(path, request))
}

/** Named between backticks, or as it is; a single word (`make`) is a word of the language, too. */
function isCommandDemanded(command: string, request: string): boolean {
  const whole = tidy(command)
  const isNamed = commandsIn(request).includes(whole) || (whole.includes(" ") && stands(whole, request))
  return isNamed && isDemanded(whole, request)
}

/** Whole commands between backticks, split where shells split. */
function commandsIn(request: string): string[] {
  const quoted = [...request.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")
  return quoted
    .flatMap((text) => text.split(/;|&&|\n/))
    .map(tidy)
    .filter((text) => text !== "")
}

function isDemanded(command: string, request: string): boolean {
  const at = request.indexOf(command)
  if (at < 0) return false
  const around = request.slice(Math.max(0, at - 60), at) + request.slice(at + command.length, at + command.length + 60)
  return DEMAND.test(around)
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
