import { existsSync, realpathSync } from "node:fs"

/** True for the folder itself and for everything below it. */
export function isWithin(outer: string, path: string): boolean {
  return path === outer || path.startsWith(outer === "/" ? "/" : `${outer}/`)
}

/** The path without links; `undefined` where nothing is there. */
export function realOf(path: string): string | undefined {
  // Most of what is asked for is not there, and to throw is what takes time.
  if (!existsSync(path)) return undefined
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** The real paths of those that exist, each once. */
export function existing(paths: readonly string[]): string[] {
  return [...new Set(paths.map(realOf).filter((path) => path !== undefined))]
}
