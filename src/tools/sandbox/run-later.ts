/** Settings by which other programs run something later, in the user's name: Keelson itself, and direnv. */
const NAMES = /^(keelson\.config\.(json|ts|js|mjs)|\.envrc)$/i

/** True for a file that another program takes orders from later; the path is relative to the workspace. */
export function isRunLater(path: string): boolean {
  return NAMES.test(path.slice(path.lastIndexOf("/") + 1))
}
