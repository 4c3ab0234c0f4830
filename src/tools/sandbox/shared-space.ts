import { closeSync } from "node:fs"
import type { Mount } from "./mount.ts"

/** Descriptors of a user namespace, a mount namespace with the run's /tmp, and a network of its own. Nobody has to live in them. */
export type Namespaces = {
  readonly user: number
  readonly mounts: number
  readonly network: number
  /** Where /tmp lies in that mount namespace. */
  readonly temporary: string
  /** The places below /tmp where others are mounted, made before any command was there. */
  readonly points: ReadonlySet<string>
}

/**
 * What the confined commands of one run have in common: /tmp, and the network of what runs in the background. Both are held by
 * descriptors of this process alone, so that nothing has to be cleared up after it, however it ends.
 */
export class SharedSpace implements Disposable {
  #opening: Promise<Namespaces | undefined> | undefined
  #isOver = false

  /** Opened by the first who needs it. `undefined` where this machine can't; commands have nothing in common then. */
  async namespaces(open: () => Promise<Namespaces | undefined>): Promise<Namespaces | undefined> {
    if (this.#isOver) return undefined
    this.#opening ??= open().catch(() => undefined)
    const opened = await this.#opening
    return this.#isOver ? undefined : opened
  }

  [Symbol.dispose](): void {
    if (this.#isOver) return
    this.#isOver = true
    void this.#opening?.then((opened) => {
      if (opened) for (const descriptor of [opened.user, opened.mounts, opened.network]) closeSync(descriptor)
    })
  }
}

/** What a command has of its run's space. */
export type Sharing = { readonly space: SharedSpace; readonly temporary: boolean; readonly network: boolean }

export const TEMPORARY = "/tmp"

/** The outermost mounts below /tmp, and the folders on the way to them: where nothing may be exchanged between two commands. */
export function pointsBelow(mounts: readonly Mount[]): { readonly points: string[]; readonly ways: string[] } {
  const below = mounts.map(({ path }) => path).filter((path) => path.startsWith(`${TEMPORARY}/`))
  const points = [...new Set(below)].filter((path) => !below.some((other) => path.startsWith(`${other}/`)))
  const ways = points.flatMap((path) => {
    const names = path
      .slice(TEMPORARY.length + 1)
      .split("/")
      .slice(0, -1)
    return names.map((_, index) => [TEMPORARY, ...names.slice(0, index + 1)].join("/"))
  })
  return { points, ways: [...new Set(ways)] }
}

/**
 * The same mounts with the run's /tmp. The folders on the way to others are mounted as well, so that no command can put a link in their
 * place for the next one; what was not there when /tmp was made is left out, for a command may have made something of its name.
 */
export function withSharedTemporary(mounts: readonly Mount[], { temporary, points }: Namespaces): readonly Mount[] {
  const { points: now, ways } = pointsBelow(mounts)
  const unknown = now.filter((path) => !points.has(path))
  const kept = mounts.filter(
    ({ path }) => path !== TEMPORARY && !unknown.some((other) => path === other || path.startsWith(`${other}/`)),
  )
  const source = (path: string) => `${temporary}${path.slice(TEMPORARY.length)}`
  const shared = [TEMPORARY, ...ways.filter((path) => points.has(path))]
  return [...shared.map((path) => ({ path, flags: ["--bind", source(path), path] })), ...kept]
}
