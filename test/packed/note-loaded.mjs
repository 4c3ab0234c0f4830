// Preloaded into a process: writes the files of code that it has loaded, a line each with their size, to the file that NOTE_LOADED names.
import { appendFileSync, statSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"

registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) note(fileURLToPath(url))
    return next(url, context)
  },
})

function note(path) {
  if (path.includes("/keelson/")) appendFileSync(process.env.NOTE_LOADED, `${statSync(path).size} ${path}\n`)
}
