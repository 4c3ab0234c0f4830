import type { LoggedEvent } from "../../protocol/log/event.ts"
import { isRepeated } from "../../protocol/log/stage-kind.ts"
import type { Lists } from "../lists.ts"
import type { StageView } from "../run-view.ts"

type EventOf<Type extends LoggedEvent["event"]["type"]> = Extract<LoggedEvent["event"], { type: Type }>

/** A stage as it begins. */
export function startedStage(event: EventOf<"stage.started">, at: number): StageView {
  return {
    id: event.stage,
    kind: event.kind,
    ...(event.words === undefined ? {} : { words: event.words }),
    isRepeated: isRepeated(event),
    title: event.title,
    status: "running",
    summary: "",
    startedAt: at,
    endedAt: null,
  }
}

/** A stage ends, if it is known to have begun. */
export function endStage(
  stages: readonly StageView[],
  { stage, status, summary }: EventOf<"stage.ended">,
  at: number,
  lists: Lists,
): readonly StageView[] {
  const index = lists.lastOf(stages, stage, ({ id }) => id)
  return index < 0
    ? stages
    : lists.replace(stages, index, { ...(stages[index] as StageView), status, summary, endedAt: at })
}
