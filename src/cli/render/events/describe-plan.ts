import type { DurableEvent } from "../../../protocol/log/event.ts"
import { clip } from "../../../text/clip.ts"
import { plural } from "../../../text/words/units.ts"
import { onOneLine } from "../../paint/text.ts"

/** Each step is told in full when it begins. */
const MOST_OF_STEP = 60

export function plannedLine({ steps }: Extract<DurableEvent, { type: "steps.planned" }>): string {
  const planned = `${plural(steps.length, "step")} planned`
  if (steps.length < 2) return planned
  return `${planned}: ${steps.map(({ description }) => clip(onOneLine(description), MOST_OF_STEP)).join("; ")}`
}
