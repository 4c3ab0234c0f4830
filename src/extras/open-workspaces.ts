/** The folders, free of links, in which runs of this process may write: nothing that the engine loads or starts is taken from them. */
export const OPEN_WORKSPACES: Set<string> = new Set()

/** The path must be free of links. */
export function isInOpenWorkspace(path: string): boolean {
  return [...OPEN_WORKSPACES].some((place) => isWithin(path, place))
}

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(SEPARATOR) ? folder : folder + SEPARATOR)
}

const SEPARATOR = process.platform === "win32" ? "\\" : "/"
