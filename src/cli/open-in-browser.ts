import { spawn } from "node:child_process"
import { findProgram, trustedPath } from "../tools/programs/find-program.ts"

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
}

/** Whether the system's own program for addresses could be started; what the browser does then is its business. */
export function openInBrowser(url: string): Promise<boolean> {
  const [name, ...words] = OPENERS[process.platform] ?? ["xdg-open"]
  const program = findProgram(name)
  if (program === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(program, [...words, url], {
      stdio: "ignore",
      detached: true,
      env: { ...process.env, PATH: trustedPath() },
    })
    child.on("error", () => resolve(false))
    child.on("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}
