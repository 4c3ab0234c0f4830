import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { type GitPlace, git } from "./git.ts"

/** Contents are spread evenly over 256 folders, so that one of them tells how many there are: here about 7,000. */
const SAMPLE = "17"
const MOST_IN_SAMPLE = 27

/** Packs the shadow once it holds many single files. Every checkpoint stays: each has a ref. Only space and speed depend on it. */
export async function tidyIfDue(place: GitPlace): Promise<void> {
  const sample = await readdir(join(place.gitFolder, "objects", SAMPLE)).catch(() => [])
  if (sample.length <= MOST_IN_SAMPLE) return
  // Another process may be at it, or the disk full: the next checkpoint tries again.
  await git(place, ["gc", "--quiet"]).catch(() => undefined)
}
