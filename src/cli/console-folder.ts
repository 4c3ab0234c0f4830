import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Where the built console is: beside the built code, whether it is bundled or not; sources have it in `dist`. */
export function consoleFolder(): string | undefined {
  const places = ["../console/", "../../dist/console/"].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return places.find((folder) => existsSync(`${folder}index.html`))
}
