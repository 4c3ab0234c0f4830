import { isUsualVariable } from "../process/usual-variables.ts"
import { isSecretName } from "./secret-names.ts"
import { holdsSecret, looksRandom } from "./secret-shapes.ts"

const SHORTEST_VALUE = 8

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The secrets among environment variables, by name: what is called one, what looks like one, what would look like one where no
 * command gets it, and what is `named` here. Leaves out settings: short values, paths, numbers.
 */
export function collectSecrets(environment: Variables, named: readonly string[] = []): Map<string, string> {
  const secrets = new Map<string, string>()
  for (const name of Object.keys(environment).sort()) {
    const value = environment[name] ?? ""
    if (/[{}]/.test(name) || value.length < SHORTEST_VALUE) continue
    if (named.includes(name) || isSecret(name, value)) secrets.set(name, value)
  }
  return secrets
}

function isSecret(name: string, value: string): boolean {
  if (/^\d{1,15}$/.test(value) || isPath(value) || /(PATH|FILE|DIR|HOME|SOCK)$/i.test(name)) return false
  if (isSecretName(name) || holdsSecret(value)) return true
  return !isUsualVariable(name) && !NAMES_OF_IDS.test(name) && looksRandom(value)
}

/** What looks random and is told to everybody: commits, digests, ids. */
const NAMES_OF_IDS = /(SHA|HASH|COMMIT|REV|REVISION|DIGEST|ID|UUID|VERSION)$/i

function isPath(value: string): boolean {
  return /^(\.{0,2}\/(home|users|usr|etc|var|tmp|opt|root|run|private|mnt|srv|dev)\/|~\/|\.{1,2}\/|[a-z]:\\)/i.test(
    value,
  )
}
