import type { ToolRun } from "./turn-record.ts"

/** A run before it is known whether it brought anything new. */
export type PlainRun = Omit<ToolRun, "isFresh" | "isNews"> & {
  /** The path or the command that it was about. */
  readonly place: string | undefined
  /** Files as it left them: path and hash. */
  readonly contents: readonly string[]
}

/** Marks what a stage sees for the first time, turn by turn. */
export class FreshMarker {
  readonly #before: FreshMarker | undefined
  readonly #seen = new Set<string>()
  #version: number

  /** `before` is looked at, not copied: it has marked all the turns so far. */
  constructor(before?: FreshMarker) {
    this.#before = before
    this.#version = before ? before.#version : 0
  }

  mark(runs: readonly PlainRun[]): ToolRun[] {
    return runs.map((run) => {
      const signs = signsOf(run, this.#version)
      const isFresh = signs.some((sign) => !this.#knows(sign))
      for (const sign of signs) this.#seen.add(sign)
      if (isFresh && run.contents.length > 0) this.#version += 1
      const isNews = run.news.some((sign) => !this.#knows(sign))
      for (const sign of run.news) this.#seen.add(sign)
      const { place: _place, contents: _contents, ...rest } = run
      return { ...rest, isFresh, isNews }
    })
  }

  #knows(sign: string): boolean {
    const before = this.#before
    return this.#seen.has(sign) || (before ? before.#knows(sign) : false)
  }
}

/**
 * What was not run shows nothing; what failed shows its message; what changed a file shows just that content.
 * A success means something new after each new content: it is that content that was read or checked.
 */
function signsOf({ tool, status, place, result, contents }: PlainRun, version: number): string[] {
  if (status === "refused" || status === "skipped") return []
  if (contents.length > 0) return contents.map((content) => `file ${content}`)
  if (status === "failed") return [`failure ${result}`]
  return [`result ${version} ${result}`, ...(place === undefined ? [] : [`place ${tool} ${place}`])]
}
