import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, onTestFinished, vi } from "vitest"
import { confinedTest, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const start = promisify(execFile)

/** What builds do, in the user's own home: each has to work although next to nothing of the home is there. */
const BUILDS: readonly [program: string, files: Readonly<Record<string, string>>, command: string, says: RegExp][] = [
  ["node", { "a.mjs": 'import os from "node:os"\nconsole.log(os.homedir().length > 0)\n' }, "node a.mjs", /true/],
  [
    "python3",
    { "test_a.py": "import unittest\nclass A(unittest.TestCase):\n  def test_a(self): pass\n" },
    "python3 -m venv --without-pip .venv && .venv/bin/python -m unittest",
    /OK/,
  ],
  [
    "cargo",
    {
      "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": "#[test]\nfn adds() { assert_eq!(1 + 1, 2) }\n",
    },
    "cargo test --offline",
    /1 passed/,
  ],
  [
    "go",
    {
      "go.mod": "module demo\n",
      "a_test.go": 'package demo\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n',
    },
    "go test ./...",
    /^ok/m,
  ],
  [
    "mvn",
    {
      "pom.xml":
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version></project>',
    },
    "mvn -o validate",
    /BUILD SUCCESS/,
  ],
  [
    "git",
    { "a.txt": "" },
    "git init -q . && git add -A && git -c user.name=a -c user.email=a@b.example commit -qm one && git log --oneline",
    /one/,
  ],
]

describe("tool chains in the sandbox", () => {
  const installed = BUILDS.filter(([program]) => isInstalled(program))
  confinedTest.each(installed)("%s, where it is installed", async (_program, files, command, says) => {
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    const end = await cell.run(command)
    expect({ code: end.exitCode, output: end.output }).toEqual({ code: 0, output: expect.stringMatching(says) })
  })

  const managers = ["npm", "pnpm"].filter((name) => name === "npm" || isInstalled(name))
  confinedTest.each(managers)("%s installs from the user's own cache, without the network", async (name) => {
    const home = await mkdtemp(join(PROJECTS, "home-"))
    vi.stubEnv("HOME", home)
    // These tests may have been started by npm, which tells its children where its own things are.
    for (const variable of Object.keys(process.env).filter((one) => /^npm_/i.test(one))) vi.stubEnv(variable, undefined)
    const registry = await startRegistry()
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      registry.close()
      await rm(home, { recursive: true, force: true })
    })
    await writeFile(join(home, ".npmrc"), `registry=${registry.url}\n//127.0.0.1/:_authToken=private\naudit=false\n`)
    const files = { "package.json": JSON.stringify({ name: "a", version: "1.0.0", dependencies: { tiny: "1.0.0" } }) }
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    await start(name, ["install"], { cwd: cell.workspace.root })
    await rm(cell.path("node_modules"), { recursive: true })
    const install = name === "npm" ? "npm ci --offline" : "pnpm install --offline --frozen-lockfile"
    const end = await cell.run(`${install} && node -p "require('tiny')" && ls -A`)
    expect({ code: end.exitCode, output: end.output }).toEqual({ code: 0, output: expect.stringMatching(/^42$/m) })
    expect(end.output).not.toContain(".pnpm-store")
  })
})

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)))
}

/** One package, as registries have it. */
async function startRegistry(): Promise<{ readonly url: string; close(): void }> {
  const tarball = await packed({
    "package.json": '{"name":"tiny","version":"1.0.0"}',
    "index.js": "module.exports = 42",
  })
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) return response.end(tarball)
    const version = {
      name: "tiny",
      version: "1.0.0",
      dist: { tarball: `${address()}tiny/-/tiny-1.0.0.tgz`, integrity },
    }
    response.setHeader("content-type", "application/json")
    return response.end(
      JSON.stringify({ name: "tiny", "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } }),
    )
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: address(), close: () => server.close() }
}

async function packed(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const folder = await mkdtemp(join(PROJECTS, "packed-"))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, "package", name)), { recursive: true })
    await writeFile(join(folder, "package", name), text)
  }
  const { stdout } = await start("tar", ["czf", "-", "-C", folder, "package"], { encoding: "buffer" })
  await rm(folder, { recursive: true })
  return stdout
}
