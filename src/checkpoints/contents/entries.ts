import { type GitPlace, git, listed } from "../shadow/git.ts"
import { type Extras, readExtras } from "./extras.ts"
import { parseTreeId, type TreeId } from "./tree-id.ts"

/** What stands at a path: a file or a link by its content's name in the shadow, or a folder with nothing in it. */
export type TreeEntry = { readonly kind: "file" | "link" | "folder"; readonly blob: string; readonly mode: number }

/** A folder with nothing in it stands at a path that ends in a slash. */
export const EMPTY_FOLDER: TreeEntry = { kind: "folder", blob: "", mode: 0 }

/** More names than this may not fit on a command line; then the whole tree is read. */
const MOST_NAMES = 200

/** What a checkpoint has at these paths, or everything that it has; for a path that is a folder, what is below it. */
export async function readEntries(
  place: GitPlace,
  id: TreeId,
  paths?: readonly string[],
): Promise<Map<string, TreeEntry>> {
  const { tree, extras } = parseTreeId(id)
  const names = paths && paths.length <= MOST_NAMES ? paths.map(withoutSlash) : []
  const words = ["ls-tree", "-r", "-z", "--full-tree", tree, ...(names.length > 0 ? ["--", ...names] : [])]
  const [output, kept] = await Promise.all([git(place, words), readExtras(place, extras)])
  const found = new Map(listed(output).map((line) => parseLine(line, kept)))
  for (const folder of kept.folders) found.set(folder, EMPTY_FOLDER)
  return found
}

/** Git's mode and the permissions that it does not keep, as one entry; `null` for git's way to say that there is nothing. */
export function entryOf(gitMode: string, blob: string, kept: number | undefined): TreeEntry | null {
  if (gitMode === "000000") return null
  if (gitMode === "120000") return { kind: "link", blob, mode: 0o777 }
  return { kind: "file", blob, mode: kept ?? (gitMode === "100755" ? 0o755 : 0o644) }
}

/** Both null, or the same content with the same permissions. */
export function isSameEntry(one: TreeEntry | null, other: TreeEntry | null): boolean {
  return one?.kind === other?.kind && one?.blob === other?.blob && one?.mode === other?.mode
}

/** `mode type blob`, a tab, the path. */
function parseLine(line: string, { modes }: Extras): [string, TreeEntry] {
  const tab = line.indexOf("\t")
  const path = line.slice(tab + 1)
  const [mode = "", , blob = ""] = line.slice(0, tab).split(" ")
  return [path, entryOf(mode, blob, modes.get(path)) ?? EMPTY_FOLDER]
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "")
}
