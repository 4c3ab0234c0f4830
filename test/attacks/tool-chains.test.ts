import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, onTestFinished, vi } from "vitest"
import { BUILDS, isInstalled } from "./builds.ts"
import { confinedTest, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const start = promisify(execFile)

describe("tool chains in the sandbox", () => {
  const builds = BUILDS.filter(({ name, isThere }) => isThere() || tellMissing(name))
  confinedTest.each(builds)("$name, where it is installed", async ({ files, command, says }) => {
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    const end = await cell.run(command)
    expect({ code: end.exitCode, output: end.output }).toEqual({ code: 0, output: expect.stringMatching(says) })
  })

  const managers = ["npm", "pnpm"].filter((name) => isInstalled(name) || tellMissing(name))
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
    const files = {
      "package.json": JSON.stringify({
        name: "a",
        version: "1.0.0",
        scripts: { test: "node test.js" },
        dependencies: { tiny: "1.0.0" },
      }),
      "test.js": "console.log(require('tiny'))\n",
    }
    await using cell = await openCell(await ownSandbox(), files, PROJECTS)
    await start(name, ["install"], { cwd: cell.workspace.root })
    await rm(cell.path("node_modules"), { recursive: true })
    const install = name === "npm" ? "npm ci --offline" : "pnpm install --offline --frozen-lockfile"
    const end = await cell.run(`${install} && ${name} test && ls -A`)
    expect({ code: end.exitCode, output: end.output }).toEqual({ code: 0, output: expect.stringMatching(/^42$/m) })
    expect(end.output).not.toContain(".pnpm-store")
  })
})

function tellMissing(name: string): false {
  console.error(`keelson: ${name} is not there: nothing is tried with it.`)
  return false
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
