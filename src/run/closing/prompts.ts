import { fence } from "../../text/fence.ts"
import type { StageView, TaskView } from "../../view/run-view.ts"
import { REFUSED } from "./requirements.ts"

export function openPart({ kind, title, status, summary }: StageView): string {
  return `the ${kind} "${title}" ended ${status}${summary ? ` (${summary})` : ""}: is it done by now, and by which task, or is it missing?`
}

export function openItem(content: string): string {
  return `still open on the list: ${content}`
}

export const NOTHING_CHANGED =
  "nothing was changed in this run, though the request seems to want a change: make it, or say in nothing_to_change why none is needed"

export function lastFailed({ tool, title, status }: TaskView): string {
  return `the last call, ${tool} ${title}, ended ${status}`
}

export function notRun(command: string): string {
  return `the request names \`${command}\`, which has not succeeded since the last change`
}

/** Asks what is missing where something speaks against the end. */
export function whatIsMissing(objections: readonly string[], refused: readonly string[]): string {
  return [
    "Before this run can end, look at the request once more. These things speak against it:",
    ...objections.map((objection) => `- ${objection.replace(/\s+/g, " ")}`),
    ...refusals(refused),
    `Say in \`missing\` what the request asks for and is not done, each item with the words or the number of the requirement; what can't be done because it was refused begins with "${REFUSED}". If all is done, \`missing\` is empty. Give the whole answer for the user, not only what is new.`,
  ].join("\n")
}

/** Tells exactly what is to be done. */
export function mend(missing: readonly string[], checks: string, refused: readonly string[]): string {
  return [
    "The work is not done yet.",
    ...(missing.length > 0 ? ["Still missing:", ...missing.map((item) => `- ${item}`)] : []),
    ...(checks === "" ? [] : [checks, "These checks have to pass."]),
    ...refusals(refused),
    "Do just this, look whether it worked, and then end.",
  ].join("\n")
}

function refusals(refused: readonly string[]): string[] {
  if (refused.length === 0) return []
  return ["Refused, and not to be tried again:", fence(refused.join("\n"))]
}

export const NOT_SAID = "missing: say what the request asks for and is not done; [] if all is done"

/** Sends a last word back that leaves something open. */
export function sayAgain(issues: readonly string[]): string {
  return [...issues, "Say it once more, with the whole answer for the user."].join("\n")
}

/** For an item that names nothing of the request. */
export function namesNothing(item: string): string {
  return `missing: "${item}" names no requirement of the request (its number, or its words); leave out what nobody asked for`
}
