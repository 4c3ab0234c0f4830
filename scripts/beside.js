// Something that goes on beside the rest; what it says is told at its end, in one piece.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./bootstrap.js"

/** Its exit code. What it says goes to a file: whoever waits for other things in the meantime reads no pipe. */
export async function beside(command, args, environment) {
  const folder = mkdtempSync(join(tmpdir(), "keelson-beside-"))
  const said = join(folder, "said")
  const file = openSync(said, "w")
  try {
    const shell = process.platform === "win32"
    const child = spawn(command, args, { cwd: root, env: environment, stdio: ["ignore", file, file], shell })
    const [code] = await once(child, "exit")
    return code ?? 1
  } finally {
    closeSync(file)
    process.stderr.write(readFileSync(said))
    rmSync(folder, { recursive: true, force: true })
  }
}
