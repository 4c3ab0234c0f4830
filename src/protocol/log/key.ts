/*
 * A key says where in a run something stands: names from the outside in, joined by "/", and behind "#" which fact of that
 * place it is, as in `phase-2/round-1/task-3#task.ended`. A name is a word, or a kind with its number (`round-1`).
 * Keys are made, read and compared here; nothing else takes one apart.
 */

const [BETWEEN, BEFORE_FACT, BEFORE_NUMBER] = ["/", "#", "-"]

/** The key of what stands in a place under this name; the run itself is the empty place. */
export function keyIn(place: string, name: string): string {
  return place === "" ? name : `${place}${BETWEEN}${name}`
}

/** The key of a fact about a place. */
export function factKey(place: string, fact: string): string {
  return `${place}${BEFORE_FACT}${fact}`
}

/** A name with its number, or with an id that is fit for a key. */
export function numbered(kind: string, number: number | string): string {
  return `${kind}${BEFORE_NUMBER}${number}`
}

/** The place that a key speaks of, without the fact. */
export function placeOf(key: string): string {
  const end = key.indexOf(BEFORE_FACT)
  return end < 0 ? key : key.slice(0, end)
}

/** Whether the key is that of such a fact, about any place. */
export function isFact(key: string, fact: string): boolean {
  return key.endsWith(`${BEFORE_FACT}${fact}`)
}

/** The names of a place, from the outside in. */
export function namesOf(key: string): readonly string[] {
  const place = placeOf(key)
  return place === "" ? [] : place.split(BETWEEN)
}

/** The innermost name. */
export function nameOf(key: string): string {
  const place = placeOf(key)
  return place.slice(place.lastIndexOf(BETWEEN) + 1)
}

/** The place around a key; of what stands in the run itself, the empty one. */
export function parentOf(key: string): string {
  const fact = key.indexOf(BEFORE_FACT)
  const end = key.lastIndexOf(BETWEEN, fact < 0 ? key.length : fact)
  return end < 0 ? "" : key.slice(0, end)
}

/** Whether it stands in the place, however deep; a place is not in itself. */
export function isWithin(key: string, place: string): boolean {
  return place === "" ? key !== "" : key.startsWith(`${place}${BETWEEN}`)
}

/** The number, or the id, of the outermost name of a kind. */
export function idIn(key: string, kind: string): string | undefined {
  const start = `${kind}${BEFORE_NUMBER}`
  return namesOf(key)
    .find((name) => name.startsWith(start))
    ?.slice(start.length)
}

/** The number at the end of the innermost name; 0 where it has none. */
export function numberOf(key: string): number {
  return Number(/-(\d+)$/.exec(nameOf(key))?.[1] ?? 0)
}

/** The same place with another number. */
export function withNumber(key: string, number: number): string {
  return keyIn(parentOf(key), nameOf(key).replace(/\d+$/, String(number)))
}

/** The innermost place around a key that is among the known ones; the empty one where none is. */
export function nearestOf(key: string, known: (place: string) => boolean): string {
  const around = parentOf(key)
  return around === "" || known(around) ? around : nearestOf(around, known)
}

/** `phase-2/round-1/task-3` is `p2r1t3`: short, and as stable as the key. */
export function shortKey(key: string): string {
  return namesOf(key).map(shortName).join("")
}

function shortName(name: string): string {
  const [, letter, number] = NUMBERED.exec(name) ?? []
  return letter === undefined ? name : `${letter}${number}`
}

const NUMBERED = /^([a-z])[a-z]*-(\d+)$/

/** The key of a fact that each epoch may state anew; the first epoch's is the plain one. */
export function epochKey(place: string, fact: string, epoch: number): string {
  return factKey(epoch === 1 ? place : keyIn(place, numbered("epoch", epoch)), fact)
}

/** Where a stage's end is recorded. */
export function endedKey(stage: string, epoch: number): string {
  return epochKey(stage, "stage.ended", epoch)
}

/** The place where a run's life ends, once in each epoch. */
export function endPlace(epoch: number): string {
  return numbered("end", epoch)
}

/** Whether it belongs to the end of an epoch: the summary, and what is asked for it. */
export function isOfEnd(key: string): boolean {
  return namesOf(key)[0]?.startsWith("end-") ?? false
}

/** What a turn's reply is recorded under. */
export const REPLY = "reply"

/** The key of one try at an answer. */
export function tryKey(question: string, attempt: number): string {
  return keyIn(question, numbered("try", attempt))
}

/** Where it is recorded that a call was paid for and came to nothing. */
export function lostKey(call: string, times: number): string {
  return keyIn(call, numbered("lost", times))
}

/** Where it is recorded that a try of a call gave no answer. */
export function failedKey(call: string, times: number): string {
  return keyIn(call, numbered("failed", times))
}

/** The call that a fact is about, be it one that was lost or failed. */
export function callOf(key: string): string {
  const place = placeOf(key)
  return /^(lost|failed)-\d+$/.test(nameOf(place)) ? parentOf(place) : place
}

/** The stage that a model call stands in: `phase-1/round-2/plan/try-1#model.called` is of `phase-1/round-2`. */
export function stageOfCall(key: string): string {
  return parentOf(questionOf(key))
}

/** The question that a try, or a fact about it, belongs to. */
export function questionOf(key: string): string {
  const place = placeOf(key)
  return /^try-\d+$/.test(nameOf(place)) ? parentOf(place) : place
}
