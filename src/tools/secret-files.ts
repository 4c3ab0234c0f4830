const SECRET_NAMES: readonly RegExp[] = [
  /^\.env$/,
  /^\.env\.(?!(example|sample|template)$)/,
  /\.(pem|key|p12|pfx)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /^\.(npmrc|netrc|pypirc|git-credentials)$/,
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
