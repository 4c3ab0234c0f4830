// A project of somebody else's, with nothing in it but what npm installs.
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Makes the folder. */
export function emptyProject(place, name, dependencies = {}) {
  const folder = join(place, name)
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module", dependencies }))
  return folder
}

/** What npm says. */
export function npm(cwd, args) {
  const shell = process.platform === "win32"
  return execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd, encoding: "utf8", shell })
}
