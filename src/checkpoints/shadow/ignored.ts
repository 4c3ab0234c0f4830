import { type GitPlace, git, listed } from "./git.ts"

/** What a workspace ignores, each outermost folder as one entry that ends in a slash. */
export async function ignoredEntries(place: GitPlace): Promise<readonly string[]> {
  const words = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
  return listed(await git(place, words))
}
