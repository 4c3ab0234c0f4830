import { hidesSomething } from "../../text/spelled-out.ts"
import { type GitPlace, git } from "../shadow/git.ts"
import { parseTreeId, type TreeId } from "./tree-id.ts"

/**
 * The lines; the same with all that it takes to apply them elsewhere, binary files too; how many in which file for people to read, or the
 * same for programs: added, removed and path, with tabs between them.
 */
export type DiffForm = "full" | "patch" | "stat" | "counts"

const STYLES = {
  full: ["-p"],
  patch: ["-p", "--binary", "--full-index"],
  stat: ["--stat=100", "--summary"],
  counts: ["--numstat"],
} as const

const PLAIN = ["--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"]

/** What differs between two checkpoints, as text. */
export async function diffText(place: GitPlace, from: TreeId, to: TreeId, form: DiffForm = "full"): Promise<string> {
  const words = ["diff-tree", "-r", ...STYLES[form], ...PLAIN, parseTreeId(from).tree, parseTreeId(to).tree]
  const text = (await git(place, words)).toString("utf8")
  // Names in other scripts stay readable; where something hides, it may be in a name, and git spells those out.
  return hidesSomething(text) ? (await git(place, ["-c", "core.quotePath=true", ...words])).toString("utf8") : text
}
