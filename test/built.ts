import { execFileSync } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const SOURCES = [
  "src",
  "console/src",
  "console/index.html",
  "console/vite.config.ts",
  "scripts/bundle.js",
  "scripts/licences.js",
  "scripts/extras-locks.js",
  "package-lock.json",
]
const BUILT = ["dist/bundle", "dist/library", "dist/extras-locks.json", "dist/console/report"]

/** Builds what is published before tests that start it or look at it, unless all of it is newer than every source. */
export default function build(): void {
  const newest = Math.max(...SOURCES.map(newestIn))
  if (BUILT.every((path) => newestIn(path) > newest)) return
  // A test's environment would build React's development version.
  const env = { ...process.env, NODE_ENV: "production" }
  execFileSync(process.execPath, [join("scripts", "build.js")], { cwd: root, env, stdio: "inherit" })
}

/** 0 where there is nothing. */
function newestIn(path: string): number {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(0, ...readdirSync(join(root, path)).map((name) => newestIn(join(path, name))))
}
