const SECRET_NAME = new RegExp(
  [
    "KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|WEBHOOK|COOKIE",
    "(^|_)(PAT|DSN|PASS|CREDS|AUTH|JWT|BEARER)(_|$)",
    "_PWD(_|$)",
    "CONN(ECTION)?_?STR(ING)?",
  ].join("|"),
  "i",
)

/** True for names of variables that hold a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}
