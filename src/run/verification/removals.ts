import type { TextChange } from "../../checkpoints/checkpoints.ts"

/** Something that was there before the run and would say something of its work; by the difference of the files alone. */
export type Removal =
  | { readonly kind: "fewer_tests"; readonly count: number; readonly paths: readonly string[] }
  | { readonly kind: "test_file"; readonly paths: readonly string[] }
  | { readonly kind: "skipped"; readonly count: number; readonly paths: readonly string[] }
  | { readonly kind: "config"; readonly paths: readonly string[] }
  | { readonly kind: "check"; readonly name: string; readonly command: string; readonly paths: readonly string[] }

/** What was removed or weakened between two states of a folder. */
export function removalsIn(changes: readonly TextChange[]): Removal[] {
  const tests = changes.filter(({ path }) => isTestFile(path))
  const lost = tests.filter((change) => declaredIn(change, "before") > declaredIn(change, "after"))
  const fewer = sum(tests, "before", declaredIn) - sum(tests, "after", declaredIn)
  const deleted = tests.filter((change) => change.after === null && declaredIn(change, "before") === 0)
  const skipping = tests.filter((change) => skippedIn(change, "after") > skippedIn(change, "before"))
  const skipped = sum(tests, "after", skippedIn) - sum(tests, "before", skippedIn)
  const config = changes.filter(isWeakerConfig)
  return [
    ...(fewer > 0 ? [{ kind: "fewer_tests", count: fewer, paths: pathsOf(lost) } as const] : []),
    ...(deleted.length > 0 ? [{ kind: "test_file", paths: pathsOf(deleted) } as const] : []),
    ...(skipped > 0 ? [{ kind: "skipped", count: skipped, paths: pathsOf(skipping) } as const] : []),
    ...(config.length > 0 ? [{ kind: "config", paths: pathsOf(config) } as const] : []),
  ]
}

/** Whether the request asks for it: it names the file, or says that tests or settings are to go or to change. */
export function isAskedFor({ kind, paths }: Removal, request: string): boolean {
  const text = request.toLowerCase()
  const names = paths.flatMap((path) => [path, path.slice(path.lastIndexOf("/") + 1)])
  const isNamed =
    names.length > 0 &&
    paths.every((path) => names.some((name) => path.endsWith(name) && text.includes(name.toLowerCase())))
  if (kind === "config" || kind === "check") return isNamed || CHANGES_CONFIG.test(request)
  return REMOVES_TESTS.test(request)
}

const REMOVES_TESTS =
  /\b(?:remov|delet|drop|skip|disabl|get rid of|clean ?up|replac|rewrit|merg|consolidat)\w*\b[^.!?\n]{0,240}\b(?:tests?|specs?|cases?|suites?)\b|\b(?:tests?|specs?|cases?|suites?)\b[^.!?\n]{0,60}\b(?:remov|delet|drop|skip|disabl)|(?:删除|移除|去掉|跳过|禁用|合并)[^。！？\n]{0,40}(?:测试|用例)|(?:测试|用例)[^。！？\n]{0,30}(?:删除|移除|去掉|跳过|禁用)/iu

const CHANGES_CONFIG =
  /\b(?:config(?:ur\w*)?|settings?|scripts?|rules?|threshold|tsconfig|eslint|biome|ruff|jest|vitest|mocha|pytest|tox|makefile|migrat\w*)\b|配置|设置|脚本|规则|阈值|迁移/iu

type Side = "before" | "after"

function sum(changes: readonly TextChange[], side: Side, count: (change: TextChange, side: Side) => number): number {
  return changes.reduce((total, change) => total + count(change, side), 0)
}

function pathsOf(changes: readonly TextChange[]): string[] {
  return changes.map(({ path }) => path)
}

/** Tests of Rust stand among the code. */
export function isTestFile(path: string): boolean {
  if (!CODE.test(path)) return false
  return path.endsWith(".rs") || TEST_FOLDER.test(path) || TEST_NAME.test(path)
}

const CODE = /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|cs|rb|php|sh|bats)$/
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//i
const TEST_NAME =
  /(?:^|[/._-])(?:tests?|specs?)[._-][^/]*$|[._-](?:tests?|specs?)\.\w+$|(?:Tests?|Spec)\.\w+$|(?:^|\/)tests?\.\w+$/

type Patterns = { readonly declares: RegExp; readonly skips: RegExp }

const LANGUAGES: readonly (readonly [ending: RegExp, patterns: Patterns])[] = [
  [
    /\.[cm]?[jt]sx?$/,
    {
      declares: /^\s*(?:await\s+)?(?:\w+\.)?(?:test|it|specify)(?:\.\w+)*\s*[(`]/gm,
      skips:
        /\b(?:test|it|describe|suite|context|t|tap)\.(?:skip|todo|only)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(|[{,]\s*(?:skip|todo|only)\s*:\s*(?!false\b)/g,
    },
  ],
  [
    /\.py$/,
    {
      declares: /^\s*(?:async\s+)?def test\w*\s*\(/gm,
      skips:
        /@pytest\.mark\.(?:skip|skipif|xfail)\b|@(?:unittest\.)?(?:skip\w*|expectedFailure)\b|\bpytest\.(?:skip|xfail)\(|\.skipTest\(/g,
    },
  ],
  [/\.rs$/, { declares: /^\s*#\[(?:\w+::)*test\b/gm, skips: /#\[ignore\b/g }],
  [/\.go$/, { declares: /^func (?:Test|Fuzz|Example)\w*\(/gm, skips: /\bt\.Skip(?:Now|f)?\(/g }],
  [
    /\.(?:java|kt|cs)$/,
    {
      declares: /@(?:Test|ParameterizedTest|RepeatedTest)\b|^\s*\[(?:Fact|Theory|Test|TestMethod)\b/gm,
      skips: /@(?:Disabled|Ignore)\b|\[Ignore\b/g,
    },
  ],
  [
    /\.rb$/,
    { declares: /^\s*(?:it|test|specify)\s+["']|^\s*def test_/gm, skips: /\b(?:xit|xdescribe|pending|skip)\b/g },
  ],
  [/\.php$/, { declares: /function test\w*\s*\(/g, skips: /markTestSkipped\(/g }],
]

function declaredIn(change: TextChange, side: Side): number {
  return countIn(change, side, "declares")
}

function skippedIn(change: TextChange, side: Side): number {
  return countIn(change, side, "skips")
}

function countIn(change: TextChange, side: Side, what: keyof Patterns): number {
  const text = change[side]
  const patterns = LANGUAGES.find(([ending]) => ending.test(change.path))?.[1]
  return text === null || !patterns ? 0 : (text.match(patterns[what]) ?? []).length
}

const CONFIG =
  /(?:^|\/)(?:(?:vitest|jest|playwright|eslint|karma|ava|cypress)\.config\.\w+|\.(?:mocharc|eslintrc|taprc|nycrc|c8rc|golangci|flake8|rspec|pylintrc)(?:\.\w+)?|biome\.jsonc?|tsconfig[\w.-]*\.json|pytest\.ini|tox\.ini|setup\.cfg|\.?ruff\.toml|mypy\.ini|phpunit\.xml(?:\.dist)?|Makefile|justfile)$/

/** A new one is no weaker one. */
function isWeakerConfig({ path, before, after }: TextChange): boolean {
  if (before === null) return false
  if (/(?:^|\/)package\.json$/.test(path)) return packageSettings(before) !== undefined && isOther(before, after)
  if (/(?:^|\/)pyproject\.toml$/.test(path)) return toolSettings(before) !== toolSettings(after ?? "")
  return CONFIG.test(path)
}

const PACKAGE_SETTINGS = ["jest", "vitest", "tap", "ava", "mocha", "nyc", "c8", "eslintConfig"]
/** Scripts that check something; others are nobody's judge. */
const CHECKING = /^(?:pre|post)?(?:test|lint|check|types?|typecheck|tsc|coverage|posttest|pretest)(?:[:-].*)?$/

/** What was there and is not as it was. */
function isOther(before: string, after: string | null): boolean {
  const [old, now] = [packageSettings(before), packageSettings(after ?? "")]
  if (!old) return false
  return Object.entries(old).some(([name, value]) => now?.[name] !== value)
}

function packageSettings(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>
    const scripts = scriptsOf(parsed).map(([name, command]) => [`scripts.${name}`, command] as const)
    const own = PACKAGE_SETTINGS.flatMap((name) =>
      parsed[name] === undefined ? [] : [[name, JSON.stringify(parsed[name])] as const],
    )
    return Object.fromEntries([...scripts.filter(([name]) => CHECKING.test(name.slice("scripts.".length))), ...own])
  } catch {
    return undefined
  }
}

function scriptsOf({ scripts }: Record<string, unknown>): (readonly [string, string])[] {
  return typeof scripts === "object" && scripts !== null ? (Object.entries(scripts) as [string, string][]) : []
}

/** Scripts of the top package that check something, as they were, where they are another thing now. */
export function formerScripts(changes: readonly TextChange[]): readonly (readonly [name: string, command: string])[] {
  const change = changes.find(({ path }) => path === "package.json")
  const [old, now] = [packageSettings(change?.before ?? ""), packageSettings(change?.after ?? "")]
  return Object.entries(old ?? {}).flatMap(([name, command]) => {
    const isScript = name.startsWith("scripts.") && now?.[name] !== command
    return isScript ? [[name.slice("scripts.".length), command] as const] : []
  })
}

/** The tables of checkers, without the rest of the project's data. */
function toolSettings(text: string): string {
  const tables = text.split(/^(?=\[)/m)
  return tables.filter((table) => /^\[+tool\.(?:pytest|ruff|mypy|coverage|tox|pyright|pylint)\b/.test(table)).join("")
}
