import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { place } from "./keelson.ts"

const BIN = fileURLToPath(new URL("../../bin/keelson.js", import.meta.url))
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))

test("the demo fixes a failing test for real, without a model and without a node on the path", async () => {
  const here = place()
  const end = await here.start(["demo"], { PATH: "/usr/bin:/bin", TMPDIR: here.root, npm_command: "exec" }).end
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining("The failing tests pass now.") })
  expect(end.stderr).toContain("the replies are prepared")
  expect(end.stdout).toContain('+    .replace(/[^a-z0-9]+/g, "-")')
  expect(end.stderr).toContain('\n  npx keelson "what does this project do?"\n')
  const project = /copy in (\S+);/.exec(end.stderr)?.[1] ?? ""
  const output = execFileSync(process.execPath, ["--test"], { cwd: project, encoding: "utf8" })
  expect(output).toMatch(/pass 3/)
})

test("--version and --help need no engine, and help names every strategy", async () => {
  const here = place()
  expect(await here.keelson("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  const help = await here.keelson("run", "--help")
  expect(help).toMatchObject({ code: 0, stderr: "" })
  for (const name of STRATEGIES.keys()) expect(help.stdout).toContain(name)
  const watched = here.start(["--help"], { NODE_DEBUG: "esm,module" })
  const loaded = (await watched.end).stderr.match(/Storing file:\S+/g) ?? []
  expect(loaded.length).toBeGreaterThan(1)
  expect(loaded.filter((line) => /engine|-command/.test(line))).toEqual([])
})

test("an old Node is told what is needed", () => {
  const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})"
  const run = () => execFileSync(process.execPath, ["--import", pretend, BIN, "--version"], { stdio: "pipe" })
  expect(run).toThrow(/Keelson needs Node >= 22.18; this is 20.1.0/)
})

test("without dist it says how to build", () => {
  const here = place()
  mkdirSync(join(here.root, "bin"))
  copyFileSync(BIN, join(here.root, "bin", "keelson.js"))
  writeFileSync(join(here.root, "package.json"), '{ "type": "module" }')
  const run = () =>
    execFileSync(process.execPath, [join(here.root, "bin", "keelson.js"), "--version"], { stdio: "pipe" })
  expect(run).toThrow(/npm run build/)
})
