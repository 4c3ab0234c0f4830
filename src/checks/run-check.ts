import { type CommandResult, runCommand } from "../tools/process/run-command.ts"
import { type ToolContext, ToolFailure } from "../tools/tool.ts"
import { buildCache } from "./build-cache.ts"
import type { Check, CheckCounts, CheckOutcome } from "./check.ts"
import { CHECK_ENVIRONMENT } from "./check-environment.ts"
import { checkVersion } from "./check-version.ts"
import { readOutput } from "./read-output.ts"
import { whyBroken } from "./why-broken.ts"

// Enough to find the failures of a large suite; what is kept of it is less.
const READ_BYTES = 1_000_000
const KEPT_CHARACTERS = 16_000
const MOST_LINES = 20

/** Runs a check in the workspace and reads what it says. An abort that is no time limit is thrown as it is. */
export async function runCheck(check: Check, context: ToolContext): Promise<CheckOutcome> {
  const version = await checkVersion(check, context)
  const ended = await start(check, context)
  if (typeof ended === "string") return { ...CANNOT_START, failing: [ended], version }
  return { ...judge(check, ended, context.workspace.root), version }
}

const CANNOT_START = { status: "broken", ms: 0, failures: [], counts: null, output: "" } as const

/** The exit code decides; the text only says why, and whether anything was checked at all. */
function judge(check: Check, ended: CommandResult, root: string): Omit<CheckOutcome, "version"> {
  const output = withoutRoot(ended.output, root)
  const { failing, failures, counts } = readOutput(check.parser, output)
  const common = { ms: ended.ms, failures, counts, ...testsIn(check, counts), output: bounded(output) }
  const reason = whyBroken(check, { ...ended, output }, counts)
  if (reason !== undefined) {
    const lines = [reason, ...failing.filter((line) => line !== reason)]
    return { ...common, status: "broken", failing: lines.slice(0, MOST_LINES) }
  }
  if (ended.exitCode === 0) return { ...common, status: "passed", failing: [], failures: [] }
  return { ...common, status: "failed", failing: failing.length > 0 ? failing : [describeEnd(check, ended)] }
}

/** Only tests know what passed; of other tools the counts are findings. */
function testsIn({ kind }: Check, counts: CheckCounts | null): Pick<CheckOutcome, "tests"> {
  if (counts === null || (kind !== "test" && counts.passed === 0)) return {}
  return { tests: counts.passed + counts.failed }
}

/** A command that can't even be started is an outcome too. */
async function start(check: Check, context: ToolContext): Promise<CommandResult | string> {
  try {
    const { env, writable } = buildCache(check, context)
    return await runCommand(context, {
      command: check.command,
      cwd: ".",
      env: { ...CHECK_ENVIRONMENT, ...env },
      maxOutputBytes: READ_BYTES,
      writable,
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

function bounded(text: string): string {
  if (text.length <= KEPT_CHARACTERS) return text
  const half = KEPT_CHARACTERS / 2
  const cut = text.length - KEPT_CHARACTERS
  return `${text.slice(0, half)}\n[… ${cut} characters cut …]\n${text.slice(-half)}`.toWellFormed()
}

function describeEnd(check: Check, { exitCode, signal }: CommandResult): string {
  const end = signal === null ? `exit code ${exitCode}` : `signal ${signal}`
  return `"${check.command}" ended with ${end} and said nothing.`
}
