import { createHash } from "node:crypto"
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isSecretName } from "../../secrets/secret-names.ts"
import { holdsSetting } from "../../secrets/secret-shapes.ts"
import { readPlainFileSync } from "../../workspace/plain-file.ts"

const MAX_BYTES = 64 * 1024

/** `_auth` of npm, and what is written with a dash. */
const CREDENTIAL = /(^|[:._\s-])_?(auth|user(name)?|otp|cert(file)?)["']?\s*[=:]/i
/** The name and password in an address. */
const LOGIN = /(:\/\/)[^\s/@"']+@/g
/** A text over several lines can't be judged line by line. */
const LONG_TEXT = /"""|'''|[|>][+-]?\s*$/m

/**
 * A package manager's settings without the lines that hold a credential: commands need to know the registry, not its password.
 * `undefined` where that can't be told.
 */
export function withoutCredentials(text: string): string | undefined {
  if (LONG_TEXT.test(text)) return undefined
  const lines = text.split("\n").filter((line) => !isCredential(line))
  return lines.join("\n").replaceAll(LOGIN, "$1")
}

function isCredential(line: string): boolean {
  const [name = ""] = line.split(/[=]|:\s/, 1)
  return isSecretName(name) || CREDENTIAL.test(line) || holdsSetting(line.replaceAll(LOGIN, "$1"))
}

/** Writes such a copy into the folder, by what is in it, and returns its path; `undefined` where there is none to show. */
export function settingsCopy(path: string, folder: string): string | undefined {
  try {
    const shown = withoutCredentials(
      readPlainFileSync(path, { maxBytes: MAX_BYTES, followLink: true }).toString("utf8"),
    )
    if (shown === undefined) return undefined
    const copy = join(folder, createHash("sha256").update(shown).digest("hex").slice(0, 32))
    if (existsSync(copy)) return copy
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const draft = `${copy}.${crypto.randomUUID()}`
    writeFileSync(draft, shown, { mode: 0o600 })
    renameSync(draft, copy)
    return copy
  } catch {
    // Not there, not readable, or nowhere to keep the copy: it stays hidden.
    return undefined
  }
}
