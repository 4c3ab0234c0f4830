const SECRET_NAMES: readonly RegExp[] = [
  /^\.env$/,
  /^\.env\.(?!(example|sample|template)$)/,
  // Certificates of authorities and public keys are for everybody, and programs need them.
  /^(?!(ca|cacert|ca-?bundle|chain|fullchain|(.*[._-])?public([._-]?key)?)\.pem$).*\.(pem|key|p12|pfx|ppk|kdbx)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /^\.(npmrc|netrc|pypirc|pgpass|my\.cnf|git-credentials|dockercfg|vault-token)$/,
  /^credentials$/,
]

/** By name alone, whatever the case: some file systems don't tell `.ENV` from `.env`. */
export function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  return SECRET_NAMES.some((pattern) => pattern.test(name))
}

/** True for `.git` and everything under it, also in nested repositories: hooks there run as the user. */
export function isGitInternal(path: string): boolean {
  return path.toLowerCase().split("/").includes(".git")
}
