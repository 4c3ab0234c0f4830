import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A repository that runs may have as their source. */
export function makeSource(place: string): string {
  const [draft, bare] = [join(place, "draft"), join(place, "source.git")]
  mkdirSync(draft)
  writeFileSync(join(draft, "README.md"), "A project.\n")
  git(place, "init", "--quiet", "--initial-branch=main", draft)
  git(draft, "add", "-A")
  git(draft, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-m", "first")
  git(place, "clone", "--quiet", "--bare", draft, bare)
  return bare
}

/** A file of the branch that a run left; `undefined` where there is none. */
export function fileInBranch(source: string, runId: string, name: string): string | undefined {
  try {
    return git(source, "show", `keelson/${runId}:${name}`)
  } catch {
    return undefined
  }
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
}
