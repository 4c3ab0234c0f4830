import type { ServerCall } from "../../src/testing/server-reply.ts"

/** How a contender is started: program, arguments, and what its environment holds besides path and home. */
export type Start = {
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
}

/** Where a trial happens. `packages` is the folder that the contender's packages were installed into. */
export type Place = {
  readonly url: string
  readonly home: string
  readonly workspace: string
  readonly packages: string
}

/** Somebody who can carry out a request with tools against an address that speaks OpenAI's protocol. */
export type Contender = {
  readonly name: string
  readonly kind: "library" | "command line"
  readonly ours: boolean
  /** What is installed, with versions; the first one's version is told. Ours is this repository. */
  readonly packages: readonly string[]
  /** Files of its own settings, by path below its home. */
  readonly settings?: (place: Place) => Readonly<Record<string, string>>
  /** One request, whole. With `steps` for trials that need more than it allows by itself, where there is a way to say so. */
  readonly start: (place: Place, request: string, steps?: number) => Start
  /** Goes on where the last process was killed; without one the same request is started again. */
  readonly resume?: (place: Place) => Start
  /** Its prompt on a terminal, and what shows that it is there. */
  readonly prompt?: { readonly start: (place: Place) => Start; readonly shows: RegExp }
  /** The call by which its model reads a file. */
  readonly read: (place: Place, name: string) => ServerCall
}
