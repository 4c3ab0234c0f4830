import { fence } from "../../../text/fence.ts"
import type { OpenPart } from "../../../view/open-parts.ts"
import type { GateFinding } from "./findings.ts"
import { REFUSED } from "./missing.ts"

/** A part that is not done, in one line. */
export function openPart({ kind, title, status, summary }: OpenPart): string {
  const name = `the ${kind} "${title}" ${HOW[status] ?? `ended ${status}`}`
  return `${name}${summary ? ` (${summary.replace(/\s+/g, " ")})` : ""}`
}

const HOW: Readonly<Partial<Record<OpenPart["status"], string>>> = {
  pending: "was not started",
  running: "is not finished",
  cut: "was left out of the plan, which was too long",
  removed: "was removed from the list while it was open",
  cancelled: "was cancelled",
  forced: "was stopped before it was done",
  born_done: "was listed as completed before any work",
}

export function unserved(number: number, text: string): string {
  return `no phase of the plan serves requirement ${number}, ${text.replace(/\s+/g, " ")}`
}

export function missing(item: string): string {
  return `not done, as you said in \`missing\`: ${item.replace(/\s+/g, " ")}`
}

export const UNFINISHED = "the request is not done, as you said yourself"

export function noResult(makers: string): string {
  return `this kind of task must produce a result, and nothing has produced it yet: use ${makers}`
}

export const NOTHING_CHANGED =
  "nothing was changed in this run, although the request seems to want a change: make it, or say why none is needed"

/** Reports all findings at once; what the answer may be is the same in every strategy. */
export function report(findings: readonly GateFinding[], refused: readonly string[], hint: string): string {
  const told = findings.filter(({ label }) => label !== undefined)
  return [
    "Before ending, Keelson checked the result and found this:",
    ...told.map(({ label, text }) => `${label}) ${text}`),
    ...(refused.length === 0 ? [] : ["These calls were refused; do not try them again:", fence(refused.join("\n"))]),
    ...(hint === "" ? [] : [hint]),
    `Work on this now, or end with the whole answer for the user and, beside it, \`settled\`: a list with one line for each finding, "${told[0]?.label ?? "a"}: task 7" if that task shows that it is done or not needed, otherwise "${told[0]?.label ?? "a"}: the reason". A reason does not close what is still not done: name that in \`missing\`, beginning with "${REFUSED}" if a call for it was refused.`,
  ].join("\n")
}

/** A command that the request names is no demand: it is called to mind where something is reported anyway. */
export function notRun(commands: readonly string[]): string {
  return commands.length === 0
    ? ""
    : `The request also names ${commands.map((command) => `\`${command}\``).join(", ")}, which has not run since the last change.`
}
