import { type GitPlace, git } from "../checkpoints/shadow/git.ts"
import { type Source, SourceError } from "../protocol/log/source.ts"
import { sourceGit } from "./source-git.ts"

/** Where the shadow has the source's commit. */
const REF = "refs/source/base"

/** What a run begins with: the source's commit, and the tree of its folder. */
export type Base = { readonly commit: string; readonly tree: string }

/** Brings the source's commit into the shadow: the one that the run began with, or the newest of its name. Throws `SourceError`. */
export async function fetchBase(
  place: GitPlace,
  source: Source,
  signal: AbortSignal,
  known: string | undefined,
): Promise<Base> {
  const fetching = { gitFolder: place.gitFolder, signal }
  const fetch = (name: string, ...depth: string[]) =>
    sourceGit(fetching, source, ["fetch", "--quiet", ...depth, "--no-tags", "--", source.url, `+${name}:${REF}`])
  if (known === undefined) await fetch(source.ref, "--depth=1")
  // Not everybody gives a commit out by its number; then it is looked for in what is behind the name.
  else await fetch(known, "--depth=1").catch(() => fetch(source.ref))
  const commit = await named(place, `${known ?? REF}^{commit}`)
  if (commit === undefined)
    throw new SourceError(`The source ${source.url} no longer has the commit ${known}, which the run began with.`)
  if (known !== undefined) await git(place, ["update-ref", REF, commit])
  const tree = await named(place, `${commit}:${source.subfolder}`, "tree")
  if (tree !== undefined) return { commit, tree }
  throw new SourceError(`The source ${source.url} has no folder "${source.subfolder}" at "${source.ref}".`)
}

/** The id of what is meant; `undefined` where there is no such thing, or another kind of it. */
async function named(place: GitPlace, name: string, kind = "commit"): Promise<string | undefined> {
  const answer = await git(place, ["cat-file", "--batch-check"], { input: `${name}\n` })
  const [id, type] = answer.toString("utf8").trim().split(" ")
  return type === kind ? id : undefined
}
