import { isAbsolute, normalize } from "node:path"

/** The paths that a patch in git's form changes, makes or removes. */
export function filesOfPatch(patch: string): string[] {
  const named = [...patch.matchAll(/^(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)/gm)].map(([, path = ""]) => normalize(path))
  return [...new Set(named)].filter((path) => path !== "/dev/null" && !isAbsolute(path) && !path.startsWith(".."))
}
