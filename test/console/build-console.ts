import { execFileSync } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const vite = join(root, "node_modules", "vite", "bin", "vite.js")

/** Builds the console before its tests, unless what is there is newer than every source. */
export default function buildConsole(): void {
  const sources = [
    "console/src",
    "console/index.html",
    "console/vite.config.ts",
    "src/options",
    "src/protocol",
    "src/view",
  ]
  const newest = Math.max(...sources.map((path) => newestIn(join(root, path))))
  if (newestIn(join(root, "dist/console/report")) > newest) return
  for (const mode of ["production", "report"]) {
    execFileSync(process.execPath, [vite, "build", "console", "--mode", mode, "--logLevel", "warn"], {
      cwd: root,
      // A test's environment would build React's development version.
      env: { ...process.env, NODE_ENV: "production" },
    })
  }
}

/** 0 where there is nothing. */
function newestIn(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
