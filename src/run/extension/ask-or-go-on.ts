import type { ControlQuestion } from "../controls/ask.ts"
import { ControlFailed } from "../core/stops.ts"
import type { RunContext } from "../run-context.ts"

/** A question that the run can do without. */
export type OptionalQuestion<T> = Pick<ControlQuestion<T>, "control" | "panel" | "conversation" | "prompt" | "check">

/** `undefined` where the answer can't be had: then the run goes on without it and does not ask for such a one again. */
export async function askOrGoOn<T>(
  here: RunContext,
  name: string,
  question: OptionalQuestion<T>,
): Promise<T | undefined> {
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
function notToBeHad({ conversation, prompt }: Pick<OptionalQuestion<unknown>, "conversation" | "prompt">): undefined {
  conversation.tell(prompt)
  conversation.next()
}

function wasMissed({ log }: RunContext, control: string): boolean {
  return log.entries.some(
    ({ record }) =>
      record.kind === "event" && record.event.type === "control.missed" && record.event.control === control,
  )
}
