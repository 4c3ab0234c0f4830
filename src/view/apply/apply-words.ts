import type { DurableEvent } from "../../protocol/log/event.ts"
import type { RunView, WordView } from "../run-view.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

export function addedWord({ number, text, by }: EventOf<"word.added">, at: number): WordView {
  return { number, text, by, at, heardIn: null }
}

/** Who hears it first has heard it; others hear it too. */
export function heardBy(word: WordView, { stage, upto }: EventOf<"words.heard">): WordView {
  return word.heardIn === null && word.number <= upto ? { ...word, heardIn: stage } : word
}

/** What was said and has not reached the model. */
export function unheard({ words }: Pick<RunView, "words">): readonly WordView[] {
  return words.filter(({ heardIn }) => heardIn === null)
}
