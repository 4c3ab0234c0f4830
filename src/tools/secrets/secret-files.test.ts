import { expect, it } from "vitest"
import { isGitInternal, isSecretFile } from "./secret-files.ts"

it.each([
  ".env",
  "a/.env.production",
  "a/b.pem",
  "ID_RSA.pub",
  "x/credentials",
  ".env.example.local",
  "tls/server.pem",
  "a.kdbx",
  ".pgpass",
])("takes %s for a secret", (path) => expect(isSecretFile(path)).toBe(true))

it.each([
  ".env.example",
  ".environment",
  "credentials.ts",
  "keyboard.ts",
  ".env/bin/python",
  "pem.md",
  "certifi/cacert.pem",
  "jwt-public.pem",
])("takes %s for an ordinary file", (path) => expect(isSecretFile(path)).toBe(false))

it("tells git's own files from files about git", () => {
  expect([".git", "a/.git/config", ".GIT/x"].map(isGitInternal)).toEqual([true, true, true])
  expect([".gitignore", ".github/x", "git"].map(isGitInternal)).toEqual([false, false, false])
})
