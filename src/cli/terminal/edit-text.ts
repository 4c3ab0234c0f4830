import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { trustedPath } from "../../tools/programs/find-program.ts"
import { UsageError } from "./failure.ts"

/** Lets the user change a text in their editor (`$VISUAL`, `$EDITOR`, else vi). Throws `UsageError` if that fails. */
export function editText(text: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "keelson-edit-"))
  const file = join(folder, name)
  const editor = process.env.VISUAL || process.env.EDITOR || "vi"
  try {
    writeFileSync(file, text, { mode: 0o600 })
    // The variable may hold a program with its flags, as shells understand them.
    const end = spawnSync("/bin/sh", ["-c", `${editor} "$1"`, "sh", file], {
      stdio: ["inherit", 2, 2],
      env: { ...process.env, PATH: trustedPath() },
    })
    if (end.status === 0) return readFileSync(file, "utf8")
    throw new UsageError(
      `the editor "${editor}" ended with ${end.status ?? end.signal}; set EDITOR to one that works here.`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
