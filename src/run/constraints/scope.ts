import { globFits } from "../../text/glob.ts"

/** The paths that none of the globs covers; without globs nothing is outside. */
export function pathsOutside(paths: readonly string[], globs: readonly string[]): string[] {
  if (globs.length === 0) return []
  const patterns = globs.flatMap((glob) => expand(glob.trim())).map(partsOf)
  return paths.filter((path) => !patterns.some((pattern) => covers(pattern, partsOf(path))))
}

/** Models write globs: braces that would multiply beyond this are taken as they stand. */
const MOST_ALTERNATIVES = 64

/** `{a,b}` spelled out. */
function expand(glob: string): string[] {
  let open = [glob]
  for (;;) {
    const next = open.flatMap(expandOnce)
    if (next.length === open.length || next.length > MOST_ALTERNATIVES) return open
    open = next
  }
}

function expandOnce(glob: string): string[] {
  const [, before = "", inner, after = ""] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(glob) ?? []
  return inner === undefined ? [glob] : inner.split(",").map((choice) => before + choice + after)
}

/** Names from the workspace down; a leading `./` or `/` and a trailing `/` say nothing. */
function partsOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".")
}

/**
 * Whether the pattern covers the path or a folder above it. Walks the pattern once for all places of the path that it may
 * have come to, so that no pattern takes long.
 */
function covers(pattern: readonly string[], path: readonly string[]): boolean {
  let places = new Set([0])
  for (const part of pattern) {
    const next = new Set<number>()
    for (const place of places) {
      if (part === "**") for (let at = place; at <= path.length; at++) next.add(at)
      else if (place < path.length && globFits(part, path[place] as string)) next.add(place + 1)
    }
    places = next
  }
  return places.size > 0
}
