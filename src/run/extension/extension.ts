import type { Guard } from "../../journal/step-key.ts"
import { numbered } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import { hasNews } from "../reflection/news.ts"
import type { RunContext } from "../run-context.ts"

/** Whether a part goes on beyond its estimate, or why it does not. */
export type Extension = "given" | Refused
export type Refused = "nothing_new" | "no_room"

/** A part whose estimate is used up. */
export type Overdue = {
  /** Which extension of this part it would be, from 1. */
  readonly number: number
  /** Its last round: the names of the stages that must have brought something new. */
  readonly last: readonly string[]
  /** How many parts have not started. */
  readonly waiting: number
  /** The iterations of one round. */
  readonly unit: number
}

/**
 * A part's limit ends the part, never the work: it goes on by a round while the last one brought something new and the others' share
 * is untouched. Call it before the model is asked what comes next; what was ruled stands.
 */
export async function extend(here: RunContext, overdue: Overdue): Promise<Extension> {
  const name = numbered("extension", overdue.number)
  const ruled = here.decide(name, () => rule(here, overdue), { is: isExtension })
  if (ruled === "given" && !here.log.fact(name, "stage.extended")) {
    const why = say(here.environment.language, "part.news")
    await here.record(name, { type: "stage.extended", stage: here.path, why, left: here.iterationsLeft })
  }
  return ruled
}

/** Why a part ended that was not done, for everyone to read. `after`: its length in words. */
export function endedByForce(here: RunContext, why: Refused, after: string): string {
  return say(here.environment.language, `part.${why}`, after)
}

/** What is left must cover one round more, one for each part that has not started, and one for closing. */
function rule(here: RunContext, { last, waiting, unit }: Overdue): Extension {
  const places = last.map((name) => here.key(name))
  if (!hasNews(here.log.entries, ...places)) return "nothing_new"
  return here.iterationsLeft >= unit * (1 + waiting + 1) ? "given" : "no_room"
}

const isExtension: Guard<Extension> = (value): value is Extension =>
  value === "given" || value === "nothing_new" || value === "no_room"
