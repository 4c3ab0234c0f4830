import { chmod, symlink, utimes, writeFile } from "node:fs/promises"
import { describe, expect } from "vitest"
import { ToolFailure } from "../../src/tools/tool.ts"
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

/** Each command is harmless by itself; the one after it looks for the words. */
const MOVES: readonly [name: string, command: string][] = [
  ["a folder moved into target", "mkdir target; mv deploy target/"],
  ["a folder renamed to venv", "mv deploy venv"],
  ["a folder moved into node_modules", "mkdir -p node_modules/.cache; mv deploy node_modules/.cache/"],
  ["a folder moved into git's own", "mkdir -p .git; mv deploy .git/x"],
  ["a folder moved among git's references", "git init -q .; mkdir -p .git/refs/heads; mv deploy .git/refs/heads/"],
  ["300 decoys that sort before it", "for n in $(seq 300); do echo x > .a$n.key; done"],
  ["3,000 decoys", "mkdir -p a; for n in $(seq 3000); do echo x > a/$n.pem; done"],
  ["2,500 folders", "mkdir -p $(seq -f 'a/%g' 2500); mv deploy zz"],
  ["the time of a folder set back", 'old=$(stat -c %y .); mv deploy deploy2; touch -d "$old" .'],
  ["a folder that can't be listed", "chmod 000 deploy"],
  ["a link to its folder", "ln -s deploy other"],
  ["an own file in its place", "mv deploy old; mkdir deploy; echo mine > deploy/.env"],
]

describe("files that may hold secrets, after a command that tries to uncover them", () => {
  confinedTest.each(MOVES)("%s", async (_, command) => {
    const files = { ".env": `${WORDS} top\n`, "deploy/.env": `${WORDS} inner\n`, "deploy/run.sh": "true\n" }
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    // A folder that changed a moment ago is looked at again in any case.
    const past = new Date(Date.now() - 60_000)
    for (const folder of [".", "deploy"]) await utimes(cell.path(folder), past, past)
    const run = (line: string) =>
      cell.run(line).catch((error: unknown) => {
        if (error instanceof ToolFailure) return { output: error.message }
        throw error
      })
    await run(command)
    const look = `chmod -R u+rwx deploy 2>/dev/null; grep -rsh ${WORDS} . ; cat .env .git/x/.env .git/refs/heads/deploy/.env */.env */*/.env */*/*/.env; true`
    for (let turn = 0; turn < 2; turn++) expect((await run(look)).output).not.toContain(WORDS)
    await chmod(cell.path("deploy"), 0o755).catch(() => {})
  })

  confinedTest("a branch by such a name is no secret", async () => {
    await using cell = await openCell(await ownSandbox(), { "a.txt": "" }, PROJECTS)
    const identity = "-c user.name=a -c user.email=a@b.example"
    const make = `git init -q . && git add -A && git ${identity} commit -qm one && git checkout -qb credentials`
    expect(await cell.run(make)).toMatchObject({ exitCode: 0 })
    const again = `git ${identity} commit -q --allow-empty -m two && git log --oneline | wc -l && git reflog | wc -l`
    expect(await cell.run(again)).toMatchObject({ exitCode: 0, output: "2\n3" })
  })

  confinedTest("too many to be covered are a reason to run nothing, and the reason is told", async () => {
    await using cell = await openCell(await ownSandbox(), { ".env": WORDS }, PROJECTS)
    await cell.run("for n in $(seq 600); do echo x > .a$n.key; done")
    await expect(cell.run("true")).rejects.toThrow(/601 files that may hold secrets .* at most 512/)
  })
})
