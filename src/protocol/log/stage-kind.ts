import type { StageKind, StageWords } from "./vocabulary.ts"

/* Without schemas: the console uses it too. */

/** The kinds of stages that the engine itself gives a meaning. */
export const KNOWN_STAGES = ["phase", "round", "step", "item", "turn", "closing"] as const
/** The engine's own kinds of stages; strategies may have others. */
export type KnownStage = (typeof KNOWN_STAGES)[number]

/** Known ones come again and again (`Round 3`), or are parts with titles of their own. */
const REPEATED: readonly string[] = ["round", "turn"] satisfies readonly KnownStage[]

/** Whether it is one of the engine's own kinds. */
export function isKnownStage(kind: StageKind): kind is KnownStage {
  return (KNOWN_STAGES as readonly string[]).includes(kind)
}

/** A kind of stage of a strategy's own. */
export type OwnStage = {
  readonly kind: StageKind
  readonly words: StageWords
  /** It comes again and again and is known by its number, as rounds and turns are; else it is a part with a title. */
  readonly repeats?: boolean
}

/** A kind of stage that a strategy says it opens. */
export type StageSort = KnownStage | OwnStage

/** What the log says of it: a known one needs no words. */
export function described(sort: StageSort): Pick<OwnStage, "kind"> & Partial<OwnStage> {
  return typeof sort === "string" ? { kind: sort } : sort
}

/** Whether a stage is one of many of its sort, as its strategy says or as the known ones are. */
export function isRepeated({ kind, repeats }: { readonly kind: StageKind; readonly repeats?: boolean | undefined }) {
  return repeats ?? REPEATED.includes(kind)
}
