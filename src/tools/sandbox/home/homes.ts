import { readFileSync } from "node:fs"
import { homedir, userInfo } from "node:os"
import { isAbsolute } from "node:path"
import { existing, isWithin } from "../paths.ts"

/** The home folders that commands see nothing of, unless it is shown on purpose. */
export type Homes = {
  /** Of whoever runs Keelson: an empty folder that can be written takes their place. */
  readonly own: readonly string[]
  /** Of everybody else, where permissions would not keep commands out of them. */
  readonly others: readonly string[]
}

/** No home may make these disappear, whatever `HOME` says. */
const SYSTEM = ["/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr"]
/** Parents of many things. A folder in them may be a home, they themselves are none. */
const SHARED = ["/home", "/media", "/mnt", "/nix", "/opt", "/srv", "/tmp", "/var", "/var/lib", "/var/tmp", "/Users"]

const FIRST_PERSON = 1000
const NOBODY = 65_534

/** The real paths of the homes that exist. */
export function findHomes(): Homes {
  const own = existing(ownHomes().filter(isAbsolute)).filter(isHome)
  const others = process.getuid?.() === 0 ? existing(["/home", "/root", ...homesOfPeople()]) : []
  return { own, others: others.filter((path) => (path === "/home" || isHome(path)) && !own.includes(path)) }
}

/** As `HOME` has it, and as the system has it: whoever sets `HOME` still has keys in the other one. */
export function ownHomes(): string[] {
  try {
    return [homedir(), userInfo().homedir]
  } catch {
    // A user without an entry, as in containers.
    return [homedir()]
  }
}

function isHome(path: string): boolean {
  return path !== "/" && !SHARED.includes(path) && !SYSTEM.some((folder) => isWithin(folder, path))
}

function homesOfPeople(): string[] {
  const lines = readPasswd().split("\n")
  return lines.flatMap((line) => {
    const [, , id, , , home = ""] = line.split(":")
    return Number(id) >= FIRST_PERSON && Number(id) !== NOBODY && home.startsWith("/") ? [home] : []
  })
}

function readPasswd(): string {
  try {
    return readFileSync("/etc/passwd", "utf8")
  } catch {
    return ""
  }
}
