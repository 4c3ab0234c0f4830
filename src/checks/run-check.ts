import { type CommandResult, runCommand } from "../tools/process/run-command.ts"
import type { FolderView } from "../tools/sandbox/view/folder-view.ts"
import { type ToolContext, ToolFailure } from "../tools/tool.ts"
import { buildCache } from "./build-cache.ts"
import type { Check, CheckCounts, CheckOutcome } from "./check.ts"
import { CHECK_ENVIRONMENT } from "./check-environment.ts"
import { checkVersion } from "./check-version.ts"
import { readOutput } from "./read-output.ts"
import { scriptsIn } from "./scripts-in.ts"
import { whyBroken } from "./why-broken.ts"

// Enough to find the failures of a large suite.
const READ_BYTES = 1_000_000
const MOST_LINES = 20

/** Another state of the workspace to run in, and another path by which its files may be named. */
export type Elsewhere = { readonly view?: FolderView | undefined; readonly also?: string }

/** Runs a check in the workspace and reads what it says. An abort that is no time limit is thrown as it is. */
export async function runCheck(
  check: Check,
  context: ToolContext,
  { view, also }: Elsewhere = {},
): Promise<CheckOutcome> {
  const version = await checkVersion(check, context)
  const ended = await start(check, context, view)
  if (typeof ended === "string") return { ...CANNOT_START, failing: [ended], version }
  const roots = [context.workspace.root, ...(also === undefined ? [] : [also])]
  return { ...judge(check, ended, roots), version }
}

const CANNOT_START = {
  status: "broken",
  hindrance: "unable",
  ms: 0,
  exitCode: null,
  failures: [],
  counts: null,
  scripts: [],
  summary: [],
  said: [],
  output: "",
} as const

/** The exit code decides; the text only says why, and whether anything was checked at all. */
function judge(check: Check, ended: CommandResult, roots: readonly string[]): Omit<CheckOutcome, "version"> {
  const output = roots.reduce(withoutRoot, ended.output)
  const { failing, failures, counts, summary, said, script, last, missing } = readOutput(check.parser, output)
  const { ms, exitCode } = ended
  const common = {
    ms,
    exitCode,
    failures,
    counts,
    ...(ended.truncated ? {} : testsIn(check, counts)),
    scripts: scriptsIn(output),
    summary,
    said,
    output,
  }
  const reason = whyBroken(check, { ...ended, output }, counts, missing)
  if (reason !== undefined) {
    const lines = [...failing, ...last].filter((line) => line !== reason)
    return {
      ...common,
      status: "broken",
      hindrance: hindranceOf(ended, reason),
      failing: [reason, ...lines].slice(0, MOST_LINES),
    }
  }
  if (exitCode === 0) return { ...common, status: "passed", failing: [], failures: [], said: [] }
  const failed = { ...common, status: "failed", ...(script === undefined ? {} : { script }) } as const
  if (failing.length > 0) return { ...failed, failing }
  return { ...failed, failing: [describeEnd(check, ended, { counts, script, hasLines: last.length > 0 }), ...last] }
}

function hindranceOf(
  { timedOut, signal, exitCode }: CommandResult,
  reason: string,
): NonNullable<CheckOutcome["hindrance"]> {
  const isKilled = signal !== null || (exitCode !== null && exitCode > 128)
  if (timedOut || isKilled) return "cut"
  return reason.startsWith("No tests ran") ? "empty" : "unable"
}

/** Only tests know what passed; of other tools the counts are findings. */
function testsIn({ kind }: Check, counts: CheckCounts | null): Pick<CheckOutcome, "tests"> {
  if (counts === null || (kind !== "test" && counts.passed === 0)) return {}
  return { tests: counts.passed + counts.failed }
}

/** A command that can't even be started is an outcome too. */
async function start(
  check: Check,
  context: ToolContext,
  view: FolderView | undefined,
): Promise<CommandResult | string> {
  try {
    const { env, writable } = buildCache(check, context)
    return await runCommand(context, {
      command: check.command,
      cwd: ".",
      env: { ...CHECK_ENVIRONMENT, ...env },
      maxOutputBytes: READ_BYTES,
      writable,
      view,
    })
  } catch (error) {
    if (error instanceof ToolFailure) return error.message
    throw error
  }
}

/** Models know files by their path in the workspace, which also makes outcomes of two machines equal. */
function withoutRoot(output: string, root: string): string {
  return output.replaceAll(`file://${root}/`, "").replaceAll(`${root}/`, "")
}

type Told = { readonly counts: CheckCounts | null; readonly script: string | undefined; readonly hasLines: boolean }

/** Nothing in the output says what failed: then that is what is said. */
function describeEnd(check: Check, { exitCode, signal }: CommandResult, { counts, script, hasLines }: Told): string {
  const end = signal === null ? `exit code ${exitCode}` : `signal ${signal}`
  if (!hasLines && counts === null) return `"${check.command}" ended with ${end} and said nothing.`
  const where = script === undefined ? "" : ` in its script ${script}`
  return `"${check.command}" ended with ${end}${where}; ${reported(counts)}.`
}

function reported(counts: CheckCounts | null): string {
  if (counts === null || counts.passed + counts.failed === 0) return "it reported no failure"
  if (counts.failed > 0) return `${counts.failed} failed, which it did not name`
  return counts.passed === 1
    ? "the one test that was counted passed"
    : `all ${counts.passed} tests that were counted passed`
}
