/** One run of a job: by which loop, with which persona and seed. */
export type Cell = {
  readonly job: string
  readonly persona: string
  readonly loop: string
  readonly seed: number
}

/** How a loop said that it ended; `verified` and `said` are empty words for loops that know neither. */
export type Ended = {
  readonly outcome: string
  readonly isVerified: boolean
  readonly text: string
  readonly reason: string
  /** Its first line says that nothing was changed, and whose word it is that nothing had to be. */
  readonly admitsNoChange: boolean
  /** Parts that were left open and that the end does not name. */
  readonly unsaid: readonly string[]
}

/** What a run came to. */
export type CellResult = Cell & {
  /** It called itself done, and it is. */
  readonly done: boolean
  /** The work stands on the disk, whatever the run says. */
  readonly worked: boolean
  readonly verified: boolean
  /** Why it is not truthful; empty: it is. */
  readonly untruthful: string
  readonly text: boolean
  readonly outcome: string
  readonly reason: string
  readonly calls: number
  readonly prompt: number
  /** What is cached counts a tenth. */
  readonly weighted: number
  readonly seconds: number
}
