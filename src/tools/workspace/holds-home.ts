import { realpathSync } from "node:fs"
import { homedir, userInfo } from "node:os"
import { sep } from "node:path"

/**
 * Whether a folder is the user's home, or holds it. Shells, editors and the desktop run much of what is there, by more names than any
 * list has. Both the variable and the system's own word count.
 */
export function holdsHome(folder: string): "is" | "contains" | undefined {
  const place = realOf(folder)
  const homes = [homedir(), systemHome()].filter((home) => home !== undefined).map(realOf)
  if (homes.includes(place)) return "is"
  const within = place.endsWith(sep) ? place : place + sep
  return homes.some((home) => home.startsWith(within)) ? "contains" : undefined
}

/** What a user is told of it. */
export function homeNotice(how: "is" | "contains"): string {
  return `This folder ${how} your home folder: every change is asked about. Run in a project folder, or pass --approve edits.`
}

/** A user that the system does not know has none. */
function systemHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
