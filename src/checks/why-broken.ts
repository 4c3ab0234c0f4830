import type { CommandResult } from "../tools/process/run-command.ts"
import type { Check, CheckCounts } from "./check.ts"

type Ended = Pick<CommandResult, "exitCode" | "signal" | "timedOut" | "ms" | "output">

/** Stopped from outside: by the system, for memory, or by someone who ends processes. */
const STOPPED = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"])
const STOPPED_CODES = new Set([128 + 9, 128 + 15, 128 + 2, 128 + 1])

/**
 * Why a check proves nothing, in one sentence; undefined where it ran and its exit code counts. `missing`: a package for want of which all
 * failed that failed. Where the run itself took that away the check ran on the base, which is found out there.
 */
export function whyBroken(
  check: Check,
  ended: Ended,
  counts: CheckCounts | null,
  missing?: string,
): string | undefined {
  if (ended.timedOut)
    return `Stopped at the time limit after ${Math.round(ended.ms / 1000)} s; it neither passed nor failed.`
  if (ended.signal !== null && STOPPED.has(ended.signal)) return `Killed by ${ended.signal} before it ended.`
  if (ended.exitCode !== null && STOPPED_CODES.has(ended.exitCode))
    return `Killed from outside (exit code ${ended.exitCode}).`
  if (check.kind === "test" && ranNothing(ended, counts))
    return "No tests ran, so nothing is proven; there are none, or the command does not find them."
  if (ended.exitCode !== 0 && missing !== undefined && !counts?.passed)
    return `Could not run: ${missing} is not installed.`
  // Tests that ran have had their programs and packages.
  if (ended.exitCode === 0 || (counts !== null && counts.passed + counts.failed > 0)) return undefined
  return missingProgram(check, ended) ?? missingPart(ended.output)
}

const NO_TESTS: readonly RegExp[] = [
  /^No test files found/m,
  /^(?:Error: )?No tests? (?:files )?found/im,
  /^(?:=+ )?no tests ran in /m,
  /^(?:NO TESTS RAN|Ran 0 tests in )/m,
  /^Could not find '.*'$/m,
  /^\[INFO\] No tests to run\.$/m,
  /^> Task :(?:\S+:)?test NO-SOURCE$/m,
  /^(?:go: warning: .*matched no packages|no packages to test|go: no packages)/m,
  /^No tests were found!!!$/m,
  /^No examples found\.$|^0 examples, 0 failures$/m,
  /^0 (?:runs|tests), 0 assertions, 0 failures, 0 errors/m,
  /^No tests executed!$/m,
  /^There are no tests to run$/m,
  /^No test is available in |^No test matches the given testcase filter/m,
  /^error: (?:No test modules found|no tests found)/m,
  /^ERROR: No test targets were found/m,
]

function ranNothing({ exitCode, output }: Ended, counts: CheckCounts | null): boolean {
  if (counts !== null && counts.passed + counts.failed > 0) return false
  if (exitCode === 0 && counts !== null) return true
  return NO_TESTS.some((pattern) => pattern.test(output)) || isGoWithoutTests(output)
}

/** Packages with tests have a line of their own: `ok`, `FAIL`, or what kept them from being built. */
function isGoWithoutTests(output: string): boolean {
  const packages = output.split("\n").filter((line) => /^(?:ok|FAIL|\?)? *\t\S+\t/.test(line) || /^FAIL\b/.test(line))
  return (
    packages.length > 0 && packages.every((line) => /\[no test files\]|\[no tests to run\]|coverage: 0\.0%/.test(line))
  )
}

const NOT_FOUND: readonly RegExp[] = [
  /^(?:\S*\/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?([^\s:]+): (?:command )?not found$/m,
  /^make(?:\[\d+\])?: ([^\s:]+): No such file or directory$/m,
  /^(?:\S*\/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?([^\s:]+): No such file or directory$/m,
  /^env: .?([^\s:'’]+).?: No such file or directory$/m,
  /ERR_PNPM\w*\s+Command "(.+?)" not found/,
  /^error Command "(.+?)" not found/m,
  /^\S*python[\d.]*: No module named (\S+)$/m,
  /^error: no such command: `(.+?)`/m,
]

function missingProgram(check: Check, { exitCode, output }: Ended): string | undefined {
  const program = NOT_FOUND.map((pattern) => pattern.exec(output)?.[1]).find((found) => found !== undefined)
  if (program !== undefined) return `Could not run: ${program} is not installed.`
  if (exitCode === 127) return `Could not run: a program of "${check.command}" is not installed.`
  if (exitCode === 126) return `Could not run: a program of "${check.command}" may not be executed.`
  if (!/npm (?:error|ERR!) code (?:ENOTCACHED|E404)|npx canceled|could not determine executable/.test(output))
    return undefined
  const wanted = /npx --no-install (\S+)/.exec(check.command)?.[1] ?? "a package that npx wants"
  return `Could not run: ${wanted} is not installed, and checks install nothing.`
}

const MISSING_PARTS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /(?:Missing script:|ERR_PNPM_NO_SCRIPT\s+Missing script:|Script not found|Couldn't find a script named) "?([^"\n]+?)"?$/m,
    'there is no script "$1"',
  ],
  [/Cannot find module '([^']+)'[\s\S]{0,2000}requireStack: \[\]/, "there is no file $1"],
  [/can't open file '([^']+)'/, "there is no file $1"],
  [
    /Cannot find (?:package|module) '((?:vitest|jest|mocha|eslint|typescript|@biomejs\/biome)[^']*)'/,
    "$1 is not installed",
  ],
  [/MISSING DEPENDENCY\s+Cannot find dependency '([^']+)'/, "$1 is not installed"],
  [/Test environment (\S+) cannot be found/, "$1 is not installed"],
  [/node_modules missing, did you mean to install/, "the packages are not installed"],
  [/ESLint couldn't find (an? .*?(?:file|plugin "[^"]+"))/, "ESLint does not find $1"],
  [/error (TS18003|TS5058|TS5083): /, "tsc has no files to check ($1)"],
  [/toolchain '([^']+)' is not installed/, "the toolchain $1 is not installed"],
  [
    /you're using offline mode|module lookup disabled by GOPROXY=off|in offline mode|available for offline mode/,
    "packages are missing, and checks download nothing; install them first",
  ],
  [
    /cached-only is specified|Specifier not found in cache|error: JSR package manifest for '.*' failed to load/,
    "packages are missing, and checks download nothing; install them first",
  ],
  [
    /Could not find gem '([^']+)'|Could not find (\S+-\d\S*) in (?:any of the sources|locally installed gems)/,
    "the gem $1 is not installed",
  ],
  [/^ModuleNotFoundError: No module named '([\w.]+)'$/m, "$1 is not installed"],
  [/cannot load such file -- ((?![./])\S+) \(LoadError\)/, "$1 is not installed"],
  [
    /Bundler::GemNotFound|bundle install` to install missing gems|bundler: command not found: (\S+)/,
    "gems are missing; install them first",
  ],
  [
    /(?:Failed opening required|Cannot open (?:file|bootstrap script)|Failed to open stream).*vendor\/autoload\.php/,
    "the packages are not installed (vendor/autoload.php)",
  ],
  [/Could not find Hex, which is needed to build dependency/, "Hex is not installed"],
  [
    /Unchecked dependencies for environment|the dependency is not available, run "mix deps\.get"|Can't continue due to errors on dependencies/,
    "dependencies are missing, and checks download nothing; install them first",
  ],
  [
    /error NU1\d+: (?:Unable to find package ([\w.]+))?|error NETSDK1004:|NU1301: Unable to load the service index/,
    "packages are missing, and checks download nothing; run dotnet restore first",
  ],
  [
    /A compatible \.NET SDK was not found|error NETSDK1045:|You must install or update \.NET to run this application/,
    "the .NET that the project wants is not installed",
  ],
  [/Could not find a package configuration file provided by\s+"([^"]+)"/, "$1 is not installed"],
  [/Could NOT find (\w+) \(missing:/, "$1 is not installed"],
  [/No CMAKE_(\w+)_COMPILER could be found/, "there is no $1 compiler"],
  [
    /error: (?:Failed to clone repository|failed to resolve dependencies)|error: 'swift package resolve'/,
    "packages are missing, and checks download nothing; install them first",
  ],
  [
    /Could not (?:create service of type|create parent directory for lock file|open .* in read-only)|java\.net\.UnknownHostException: (?:services\.gradle\.org|\S+)|No cached version of (\S+) available/,
    "Gradle could not start here, or packages are missing; checks download nothing",
  ],
  [
    /(?:EROFS|Read-only file system|Permission denied).*(?:\/home\/|\/root\/|\/Users\/)/,
    "a tool writes to a folder outside the project that it may not write here",
  ],
  [
    /error Couldn't find the binary|Error: ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND|Usage Error: The project in .* doesn't seem to have been installed/,
    "the packages are not installed",
  ],
  [
    /(?:nox|tox).*(?:Error: Session|no environments? to run|could not find python interpreter)/i,
    "its environments are not there",
  ],
  [/JAVA_HOME (?:environment variable )?is (?:not|set to an invalid)/, "there is no Java where JAVA_HOME says"],
  [/^make: \*\*\* No rule to make target '([^']+)'/m, 'there is no target "$1"'],
  [/failed to initialize build cache|GOCACHE is not defined/, "go has no place for its build cache"],
]

function missingPart(output: string): string | undefined {
  for (const [pattern, reason] of MISSING_PARTS) {
    const found = pattern.exec(output)
    if (found !== null)
      return `Could not run: ${reason.replace("$1", () => found[1] ?? found[2] ?? "").replaceAll("  ", " ")}.`
  }
  return undefined
}
