import { realpath } from "node:fs/promises"
import { homedir } from "node:os"
import { join } from "node:path"

/** Where keys, tokens, passwords and their agents' sockets are kept, under the home folder. */
const SECRET_PLACES: readonly string[] = [
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".docker",
  ".colima",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".vault-token",
  ".git-credentials",
  ".password-store",
  ".terraform.d",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".config/gh",
  ".config/hub",
  ".config/git/credentials",
  ".config/gcloud",
  ".config/op",
  ".config/sops",
  ".config/keelson",
  ".config/containers",
  ".config/google-chrome",
  ".config/chromium",
  ".mozilla",
  ".local/share/keyrings",
  ".local/state/keelson",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".node_repl_history",
  "Library/Keychains",
  "Library/Cookies",
]

/** The real paths of what no command shall see: the usual places for secrets and those named here, as far as they exist. */
export async function hiddenPlaces(named: readonly string[]): Promise<string[]> {
  const agent = process.env.SSH_AUTH_SOCK
  const wanted = [...SECRET_PLACES.map((name) => join(homedir(), name)), ...(agent ? [agent] : []), ...named]
  const real = await Promise.all(wanted.map((path) => realpath(path).catch(() => undefined)))
  return [...new Set(real.filter((path) => path !== undefined))]
}
