/** The beginning of a result, as text. */
export type Table = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** How many rows there were, `null` where they were too many to count. */
  readonly total: number | null
}
