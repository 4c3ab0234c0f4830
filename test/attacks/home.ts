import { mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

/**
 * Where people keep their projects: in their home folder. The sandbox treats temporary folders in ways of its own, and a hole
 * could hide there.
 */
export const PROJECTS = join(homedir(), ".cache", "keelson-attacks")
mkdirSync(PROJECTS, { recursive: true })
