import { realpath } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { between, type Mount, readOnly, writable } from "./mount.ts"

/** A file in an installed package, and the package's folder. */
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** Where the engine is installed in the workspace itself, a command could put its own code in the place of ours, or of ripgrep. */
export async function engineMounts(root: string): Promise<Mount[]> {
  const { rgPath } = await import("@vscode/ripgrep")
  const files = await Promise.all([fileURLToPath(import.meta.url), rgPath].map((path) => realpath(path)))
  const folders = files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []).filter((path) => path.startsWith(`${root}/`))
  return folders.flatMap((folder) => [...between(root, folder).map(writable), readOnly(folder)])
}
