import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { configuredStateFolder, writePrivateText } from "../../config.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { findProgram, trustedPath } from "../../tools/programs/find-program.ts"

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
}

/**
 * Whether the system's own program for addresses could be started; what the browser does then is its business. It gets a file that
 * only this user can read and that leads on to the address: everybody can read a command line, and be faster than a browser.
 */
export function openInBrowser(url: string): Promise<boolean> {
  const [name, ...words] = OPENERS[process.platform] ?? ["xdg-open"]
  const program = findProgram(name)
  if (program === undefined) return Promise.resolve(false)
  const file = leadingTo(url)
  const { KEELSON_TOKEN: _token, ...rest } = process.env
  const env = { ...rest, PATH: trustedPath() }
  return new Promise((resolve) => {
    const child = spawn(program, [...words, file], { stdio: "ignore", detached: true, env })
    child.on("error", () => resolve(false))
    child.on("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}

/** A page that goes on to the address at once, and leaves nothing in the history. It is gone when this process ends. */
function leadingTo(url: string): string {
  const folder = configuredStateFolder()
  const place = folder === IN_MEMORY ? mkdtempSync(join(tmpdir(), "keelson-")) : folder
  const file = join(place, `console-${process.pid}.html`)
  writePrivateText(
    file,
    `<!doctype html><meta charset="utf-8"><title>Keelson</title><script>location.replace(${JSON.stringify(url)})</script>\n`,
  )
  process.once("exit", () => rmSync(folder === IN_MEMORY ? place : file, { recursive: true, force: true }))
  return file
}
