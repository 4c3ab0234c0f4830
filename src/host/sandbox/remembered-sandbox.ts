import { readFileSync, rmSync } from "node:fs"
import { release } from "node:os"
import { join } from "node:path"
import { writePrivateText } from "../../config.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"

/*
 * Trying a sandbox out would make every start some 30 ms longer, so that it worked here is remembered. This only saves
 * the trial: commands still look for the sandbox, and fail where it is gone.
 */

/** The name of the sandbox that worked for this user, with this kernel and these programs; `undefined` if none did. */
export function rememberedSandbox(folder: string): string | undefined {
  try {
    const { machine, name } = JSON.parse(readFileSync(fileIn(folder), "utf8"))
    return machine === thisMachine() && typeof name === "string" ? name : undefined
  } catch {
    return undefined
  }
}

/** A memory that can't be written costs the next run a trial, and nothing else. */
export function rememberSandbox(folder: string, name: string): void {
  if (folder === IN_MEMORY) return
  try {
    writePrivateText(fileIn(folder), JSON.stringify({ machine: thisMachine(), name }))
  } catch {}
}

/** For when it turned out to be gone. */
export function forgetSandbox(folder: string): void {
  rmSync(fileIn(folder), { force: true })
}

function fileIn(folder: string): string {
  return join(folder, "sandbox.json")
}

function thisMachine(): string {
  return [process.platform, release(), process.getuid?.() ?? "", process.env.PATH ?? ""].join(" ")
}
