import { isMeant } from "./signal-context.ts"
import { marksIn } from "./signal-marks.ts"

/** What a model says of the step in hand. `text` is the result of a step that is done, else the reason. */
export type Signal = { readonly kind: SignalKind; readonly text: string }

export const SIGNALS = ["step_done", "replan", "step_blocked"] as const
export type SignalKind = (typeof SIGNALS)[number]

/**
 * The signal in a reply, however it is written; `undefined` where there is none, where it is only talked about, or where
 * several contradict each other: a signal that is missed costs one more turn, one that was not meant ends a step.
 */
export function readSignal(reply: string): Signal | undefined {
  const meant = marksIn(reply).filter((mark) => isMeant(reply, mark))
  const strongest = meant.filter(({ strength }) => strength === Math.max(...meant.map((mark) => mark.strength)))
  const last = strongest.at(-1)
  if (!last || strongest.some(({ kind }) => kind !== last.kind)) return undefined
  const around = strongest.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`, reply)
  return { kind: last.kind, text: last.said || withoutShells(around) }
}

/** The one way in which a signal is written by us. */
export function signalText({ kind, text }: Signal): string {
  return JSON.stringify({ control: kind, [kind === "step_done" ? "result" : "reason"]: text })
}

/** What is left of a fence or an emphasis once the signal is taken out of it. */
function withoutShells(text: string): string {
  return text
    .replace(/```[a-z0-9]*\s*```/gi, "")
    .replace(/(\*\*|__|``|`)\s*\1/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}
