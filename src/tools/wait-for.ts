import { z } from "zod"
import { BUILT_IN } from "./built-in.ts"
import { type Clock, pause, systemClock } from "./clock.ts"
import { shorten, takenAs } from "./code/text/text.ts"
import { fitsPattern } from "./pattern.ts"
import { type CommandResult, runCommand } from "./process/run-command.ts"
import { declareTool, type ToolContext, ToolFailure } from "./tool.ts"

/** The name under which a run waits for a command. */
export const WAIT_FOR = "wait_for"

const EXIT_ZERO = "exit_zero"
const USUAL_LIMIT_S = 60
const SHORTEST_S = 0.1
const LONGEST_S = 600
const USUAL_PAUSE_S = 2
const SHORTEST_PAUSE_S = 0.05

/**
 * Runs a command again and again until its outcome is as wanted, or the limit passes. What holds for a command of the
 * terminal holds for this one; it is offered where the terminal is.
 */
export const waitFor = declareTool({
  name: WAIT_FOR,
  description: "Repeat a command until it succeeds, for example until a server answers.",
  isToldByResults: true,
  input: z.object({
    command: z.string(),
    condition: z.string().default(EXIT_ZERO).describe("regex for the output, instead of exit code 0"),
    limit_s: z.number().default(USUAL_LIMIT_S).describe("default 60, maximum 600"),
    every_s: z.number().default(USUAL_PAUSE_S).meta({ off_wire: true }),
  }),
  access: "execute",
  traits: BUILT_IN.engine.wait_for,
  subject: ({ command }) => ({ kind: "command", command }),
  repeat: "never",
  timeoutMs: (LONGEST_S + 10) * 1000,
  title: ({ command, condition }) =>
    `Wait for ${shorten(command, 80)}${isExitZero(condition) ? "" : ` to say ${shorten(condition, 40)}`}`,

  async execute({ command, condition, limit_s, every_s }, context) {
    const { clock = systemClock } = context
    const seconds = Math.min(Math.max(SHORTEST_S, limit_s), LONGEST_S)
    const wait = { clock, command, condition, pauseMs: 1000 * Math.max(SHORTEST_PAUSE_S, every_s) }
    const { isMet, tries, ms, last } = await repeatUntil(context, wait, clock.timeout(1000 * seconds))
    const often = `${tries} ${tries === 1 ? "try" : "tries"}`
    const clamped = limit_s > LONGEST_S ? takenAs("limit_s", limit_s, seconds, "the most") : ""
    if (isMet) return withOutput(`Met after ${often}, ${(ms / 1000).toFixed(1)} s.`, last) + clamped
    throw new ToolFailure(withOutput(`Not met within its limit of ${seconds} s: ${often}.`, last) + clamped)
  },
})

type Wait = { readonly clock: Clock; readonly command: string; readonly condition: string; readonly pauseMs: number }
type WaitEnd = { readonly isMet: boolean; readonly tries: number; readonly ms: number; readonly last: CommandResult }

async function repeatUntil(context: ToolContext, wait: Wait, limit: AbortSignal): Promise<WaitEnd> {
  const started = wait.clock.elapsed()
  const signal = AbortSignal.any([context.signal, limit])
  for (let tries = 1; ; tries++) {
    const last = await runCommand({ ...context, signal }, { command: wait.command })
    const isMet = !last.timedOut && holds(wait, last)
    if (isMet || last.timedOut || (await isOver(wait, context.signal, signal)))
      return { isMet, tries, ms: wait.clock.elapsed() - started, last }
  }
}

function holds({ condition }: Wait, { exitCode, output }: CommandResult): boolean {
  return isExitZero(condition) ? exitCode === 0 : fitsPattern(output, condition)
}

/** An empty pattern would fit anything; nobody means that. */
function isExitZero(condition: string): boolean {
  return condition.trim() === "" || condition === EXIT_ZERO
}

/** Pauses; true where the limit passed meanwhile. That the run itself was stopped is thrown on. */
async function isOver({ clock, pauseMs }: Wait, outer: AbortSignal, signal: AbortSignal): Promise<boolean> {
  await pause(clock, pauseMs, signal)
  outer.throwIfAborted()
  return signal.aborted
}

function withOutput(text: string, { exitCode, signal, output }: CommandResult): string {
  const end = exitCode === null ? `Killed by ${signal}.` : `Exit code ${exitCode}.`
  return `${text} Last: ${end}\n${output}`.trimEnd()
}
