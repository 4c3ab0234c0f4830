import { isWithin } from "../../extras/open-workspaces.ts"
import type { Person } from "../../protocol/api/team-api.ts"
import { coversSource, sourceIn } from "../../protocol/log/source.ts"

/** Repositories that requests may name: what runs begin with unless told otherwise, and others. */
export type AllowedSources = {
  readonly source?: string | undefined
  readonly allowSource?: readonly string[] | undefined
}

/** What is in both: folders of the server's that are theirs, or theirs inside one of the server's. */
export function foldersFor({ places }: Person, roots: readonly string[]): string[] {
  if (places.length === 0) return [...roots]
  const folders = places.filter((place) => sourceIn(place) === undefined)
  const both = folders.flatMap((place) =>
    roots.flatMap((root) => (isWithin(place, root) ? [place] : isWithin(root, place) ? [root] : [])),
  )
  return [...new Set(both)]
}

/** The same for sources; what runs begin with stays only where it is theirs. */
export function sourcesFor({ places }: Person, { source, allowSource = [] }: AllowedSources): AllowedSources {
  if (places.length === 0) return { ...(source === undefined ? {} : { source }), allowSource }
  const theirs = places.map(sourceIn).flatMap((place) => (place ? [place.url] : []))
  const offered = [...(source === undefined ? [] : [source]), ...allowSource]
  const both = theirs.flatMap((place) =>
    offered.flatMap((one) => (coversUrl(one, place) ? [place] : coversUrl(place, one) ? [one] : [])),
  )
  const isTheirs = source !== undefined && theirs.some((place) => coversUrl(place, source))
  return { ...(isTheirs ? { source } : {}), allowSource: [...new Set(both)] }
}

function coversUrl(allowed: string, source: string): boolean {
  const [url = ""] = source.split("#")
  return coversSource(allowed, { url, ref: "", subfolder: "" })
}
