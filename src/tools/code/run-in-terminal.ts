import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { readDomain } from "../network/domain.ts"
import { type CommandResult, OUTPUT_LIMIT, runCommand } from "../process/run-command.ts"
import { classifyCommand } from "../shell/shell.ts"
import { defineTool, type ToolContext, ToolFailure, type ToolOutput } from "../tool.ts"
import { sandboxNote } from "./run-in-terminal-note.ts"
import { shorten } from "./text/text.ts"

/** Said in the schema as well; without a number the limit for commands counts. */
const LONGEST_SECONDS = 1800
const NO_DOMAIN = "expected a domain such as example.org or *.example.org"

/**
 * No task that writes runs beside it, for a command may touch any file. Nothing that it starts outlives it.
 * A time limit is a failure with the output so far; any other abort is thrown as it is.
 */
export const runInTerminal = defineTool({
  name: "run_in_terminal",
  description: "Run a shell command, without stdin. The middle of a long output is cut. /tmp lasts until the run ends.",
  input: z.object({
    command: z.string(),
    timeout_s: z.number().optional().describe("default 120, maximum 1800"),
    network: z
      .union([z.boolean(), z.array(z.string().refine((text) => readDomain(text), NO_DOMAIN))])
      .optional()
      .describe("true: package registries; or domains"),
    background: z.boolean().optional().describe("for servers; else processes end with the command"),
  }),
  access: "execute",
  traits: BUILT_IN.code.run_in_terminal,
  subject: ({ command, network }) => ({ kind: "command", command, network }),
  repeat: "never",
  timeoutOf: ({ timeout_s }) => ({ ms: limitOf(timeout_s), more: `timeout_s sets it, at most ${LONGEST_SECONDS}` }),
  title: ({ command }) => `Run ${shorten(command, 100)}`,

  async execute({ command, timeout_s, background }, context) {
    const news = () => (context.background?.takeNews() ?? []).map((line) => `\n[${line}]`).join("")
    if (background) return startInBackground(context, command, news)
    const end = await runCommand(context, { command })
    const said = `${describeEnd(end)}${clampNote(timeout_s)}`
    const text = `${said}\n${end.output}`.trimEnd() + (end.truncated ? CUT_NOTE : "")
    const isFailure = end.timedOut || !isResult(command, end)
    if (isFailure) throw new ToolFailure(text + sandboxNote(context, end.output) + news())
    return text + news()
  },
})

const CUT_NOTE = `\n[Of an output, ${OUTPUT_LIMIT.toLocaleString("en-US")} bytes are shown: filter it, or write it to a file, to see the rest.]`

/** What ended at once did not stay in the background: its output tells why. */
async function startInBackground(context: ToolContext, command: string, news: () => string): Promise<ToolOutput> {
  if (!context.background) throw new ToolFailure("Nothing can stay in the background here; run it without background.")
  const process = await context.background.start(context, command)
  const { id, end } = process
  const output = process.takeOutput()
  if (end) {
    const text = `It ended at once: ${process.describeEnd()}\n${[output, ...end.notes].join("\n")}`.trimEnd()
    throw new ToolFailure(text + sandboxNote(context, output) + news())
  }
  const alone = process.standsAlone ? [ALONE] : []
  const said = [
    `${id} runs in the background.`,
    ...alone,
    output || "(no output yet)",
    ...context.background.takeWays(),
  ]
  return { text: said.join("\n") + news(), started: { id, command } }
}

const ALONE = "[It has a network of its own, so other commands can't reach its ports.]"

/** None, or one that makes no sense, is no limit of the call's own. */
function limitOf(seconds = 0): number | undefined {
  return seconds > 0 ? Math.min(seconds, LONGEST_SECONDS) * 1000 : undefined
}

function clampNote(seconds = 0): string {
  if (seconds <= LONGEST_SECONDS) return ""
  return `\n[timeout_s was ${LONGEST_SECONDS}, the most there is, instead of ${seconds}.]`
}

/** Above this a shell says that it could not run the program, or what killed it. */
const LAST_OF_PROGRAMS = 125

/** What a command that only looks comes to is an answer, as of `grep`, `diff` and `test`; for any other all but 0 is a failure. */
function isResult(command: string, { exitCode }: CommandResult): boolean {
  if (exitCode === 0) return true
  return exitCode !== null && exitCode <= LAST_OF_PROGRAMS && classifyCommand(command) === "reading"
}

function describeEnd({ timedOut, exitCode, signal, ms }: CommandResult): string {
  if (timedOut) return "No exit code. Output so far:"
  return `${exitCode === null ? `Killed by ${signal}` : `Exit code ${exitCode}`}, ${seconds(ms)} s.`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 100_000 ? 1 : 0)
}
