import type { Conversation } from "../context/conversation.ts"
import type { Control } from "../controls/control.ts"
import type { Panel } from "../controls/panel.ts"
import { ControlFailed } from "../ground/stops.ts"
import type { RunContext } from "../run-context.ts"

/** What a part is asked by when its estimate is used up. */
export type AskedBy<T> = {
  readonly control: Control<T>
  readonly panel: Panel
  readonly conversation: Conversation
  readonly prompt: string
  readonly check?: (value: T) => readonly string[]
}

/**
 * Asks by force how a part stands, where asking in words did not help. `undefined` where that can't be had; then it is not asked for
 * again in this run.
 */
export async function askHowItStands<T>(here: RunContext, name: string, question: AskedBy<T>): Promise<T | undefined> {
  const { control } = question
  const mayAsk = here.decide(`${name}-due`, () => !wasMissed(here, control.name))
  if (!mayAsk) return undefined
  if (here.log.fact(name, "control.missed")) return notToBeHad(question)
  try {
    return await here.ask(name, question)
  } catch (error) {
    if (!(error instanceof ControlFailed)) throw error
    const missed = { type: "control.missed", control: control.name, stage: here.path, reason: error.message } as const
    await here.record(name, missed)
    return undefined
  }
}

/** The conversation is the same as when it was asked. */
function notToBeHad({ conversation, prompt }: Pick<AskedBy<unknown>, "conversation" | "prompt">): undefined {
  conversation.tell(prompt)
  conversation.next()
}

function wasMissed({ log }: RunContext, control: string): boolean {
  return log.entries.some(
    ({ record }) =>
      record.kind === "event" && record.event.type === "control.missed" && record.event.control === control,
  )
}
