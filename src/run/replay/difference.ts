/** What would have fired, against what did. */
export type RulingDifference<T> = {
  readonly fired: readonly T[]
  readonly recorded: readonly T[]
  readonly added: readonly T[]
  readonly dropped: readonly T[]
}

/** Both lists in their own order; `isSame` says which of them are one and the same. */
export function differenceOf<T>(
  fired: readonly T[],
  recorded: readonly T[],
  isSame: (one: T, other: T) => boolean,
): RulingDifference<T> {
  return {
    fired,
    recorded,
    added: fired.filter((one) => !recorded.some((other) => isSame(one, other))),
    dropped: recorded.filter((one) => !fired.some((other) => isSame(one, other))),
  }
}
