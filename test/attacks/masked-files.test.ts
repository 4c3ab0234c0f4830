import { symlink, writeFile } from "node:fs/promises"
import { describe, expect } from "vitest"
import { confinedTest, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const WORDS = "PRIVATE-WORDS"
const SECRETS = [
  ".env",
  ".env.local",
  ".env.production",
  "packages/api/.env",
  "a/b/c/d/e/.env",
  "certs/server.key",
  "certs/server.pem",
  "store.p12",
  "id_ed25519",
  "deploy/id_rsa",
  ".npmrc",
  ".netrc",
]
const OPEN = [".env.example", ".env.sample", ".env.template", "src/environment.ts", "README.md"]

const WAYS: readonly [name: string, command: (path: string) => string][] = [
  ["cat", (path) => `cat ${path}`],
  ["by its full path", (path) => `cat "$PWD/${path}"`],
  ["a copy", (path) => `cp ${path} copy; cat copy`],
  ["a link", (path) => `ln -s ${path} soft; cat soft`],
  ["a hard link", (path) => `ln ${path} hard; cat hard`],
  ["moved away", (path) => `mv ${path} moved; cat moved`],
  ["its folder moved", (path) => `mv "$(dirname ${path})" moved; cat moved/*`],
  ["searched for", () => `grep -rs ${WORDS} . | cut -c1-80`],
  ["packed", (path) => `tar cf - ${path} | strings`],
  ["git", (path) => `git init -q . && git add -f ${path}; git cat-file -p :${path}`],
]

describe("files that may hold secrets", () => {
  const files = Object.fromEntries([...SECRETS, ...OPEN].map((name) => [name, `${WORDS} of ${name}\n`]))
  files[".npmrc"] = `//packages.example/:_authToken=${WORDS}\n`

  confinedTest.each(SECRETS)("%s can't be read by a command", async (path) => {
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    const end = await cell.run(`cat ${path}`)
    expect(end.exitCode).not.toBe(0)
    expect(end.output).not.toContain(WORDS)
  })

  confinedTest.each(WAYS)("not by any way: %s", async (_, command) => {
    const secret = { "packages/api/.env": `${WORDS}\n` }
    await using cell = await openCell(await ownSandbox(), secret, PROJECTS)
    expect((await cell.run(command("packages/api/.env"))).output).not.toContain(WORDS)
  })

  confinedTest.each(OPEN)("%s can be read", async (path) => {
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    expect(await cell.run(`cat ${path}`)).toMatchObject({ exitCode: 0, output: `${WORDS} of ${path}` })
  })

  confinedTest("settings of npm without a credential are left to builds and commits", async () => {
    await using cell = await openCell(await ownSandbox(), { ".npmrc": "save-exact=true\n" }, PROJECTS)
    const commit =
      "git -c user.name=a -c user.email=a@b.example commit -qam settings && git status --short && cat .npmrc"
    const end = await cell.run(`git init -q . && git add -A && ${commit}`)
    expect(end).toMatchObject({ exitCode: 0, output: "save-exact=true" })
  })

  confinedTest("one that a link by such a name leads to can't be read by its own name", async () => {
    await using cell = await openCell(await ownSandbox(), { "settings.txt": WORDS }, PROJECTS)
    await symlink("settings.txt", cell.path(".env"))
    expect((await cell.run("cat .env settings.txt")).output).not.toContain(WORDS)
  })

  confinedTest("one that came since the last command is found", async () => {
    await using cell = await openCell(await ownSandbox(), { "a/b/c.txt": "" }, PROJECTS)
    await cell.run("true")
    await writeFile(cell.path("a/b/.env"), WORDS)
    expect((await cell.run("cat a/b/.env")).output).not.toContain(WORDS)
  })

  confinedTest("a command may use one that it makes itself", async () => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    expect(await cell.run("echo mine > .env && cat .env")).toMatchObject({ exitCode: 0, output: "mine" })
  })

  confinedTest("nothing is left behind, and the file is as it was", async () => {
    await using cell = await openCell(await ownSandbox(), { ".env": WORDS }, PROJECTS)
    expect((await cell.run("echo attack > .env")).exitCode).not.toBe(0)
    expect((await cell.run("rm -f .env")).exitCode).not.toBe(0)
    expect((await cell.run("ls -A")).output).toBe(".env")
  })
})
