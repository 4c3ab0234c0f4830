import { LIMITS, type LimitName } from "../../options/declared/limits.ts"
import { typedFlag } from "../../options/flag-name.ts"
import type { Language } from "../../protocol/log/environment.ts"
import type { GivenLimits } from "../../protocol/log/limits.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"
import { type ShowFlags, typedTime } from "../flags/flags.ts"

export const GO_ON_WORDS = {
  title: ["Go on with as much again ({})?", "再给同样多的额度继续吗（{}）？"],
  yes: ["go on", "继续"],
  no: ["leave it at that", "到此为止"],
} as const satisfies Dictionary

const say = speaker(GO_ON_WORDS)

/** The limits to go on with, where one of the run's own ended it and a person who is there wants to. Asked once the report is read. */
export async function wantedLimits(result: RunResult, { json, print }: ShowFlags): Promise<GivenLimits | undefined> {
  const limits = result.resume_with?.limits
  if (!limits || json || print || !process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return (await isWanted(result.language, inWords(limits))) ? limits : undefined
}

async function isWanted(language: Language, limits: string): Promise<boolean> {
  const [{ askKey }, { terminalWith }] = await Promise.all([
    import("../prompt/ask-key.ts"),
    import("../prompt/this-terminal.ts"),
  ])
  const choices = [
    { key: "y", label: say(language, "yes"), value: true },
    { key: "n", label: say(language, "no"), value: false },
  ]
  const question = { title: say(language, "title", limits), choices }
  return (await askKey(question, terminalWith(nothing), new AbortController().signal)) === true
}

/** The run has ended: whoever interrupts now leaves it at that. */
function nothing(): void {}

function inWords(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(([name, value]) => typed(name, value))
    .join(", ")
}

/** As it could be typed. */
function typed(name: string, value: number): string {
  const { flag, unit } = LIMITS[name as LimitName] ?? {}
  return `${flag ? typedFlag(flag.name) : name} ${unit === "time" ? typedTime(value) : value}`
}
