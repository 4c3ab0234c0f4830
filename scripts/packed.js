// `npm run packed`: the packed package as a stranger meets it, in an empty project: how much is installed, what publint and
// arethetypeswrong say, whether it type-checks strictly beside another zod 4, and the first use of each extra. Needs the registry.
import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build, env, install, root } from "./bootstrap.js"
import { lintPackage } from "./lint-package.js"
import { filesIn, pack } from "./published.js"

const MOST_PACKAGES = 60
const MOST_MEGABYTES = 60
const OTHER_ZOD = "4.1.13"
/** Small: it is installed for real. */
const TRIED = "pages"
const MISSING = { data: "query_data", pdf: "pdf", slides: "pptx" }

install()
build()
const place = mkdtempSync(join(tmpdir(), "keelson-packed-"))
const faults = []
try {
  const tarball = pack(place)
  measure(tarball)
  for (const fault of await lintPackage(tarball)) faults.push(fault)
  say("publint and arethetypeswrong", `${faults.length} faults`)
  typeCheck(tarball)
  useExtras()
} finally {
  rmSync(place, { recursive: true, force: true })
}
for (const fault of faults) console.error(`✗ ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

function measure(tarball) {
  const app = project("app", {})
  const before = performance.now()
  npm(app, ["install", tarball])
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  const packages = npm(app, ["ls", "--all", "--parseable"]).trim().split("\n").length - 1
  const files = filesIn(join(app, "node_modules"))
  // As a disk counts them: in blocks of 4 KiB.
  const megabytes = files.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0) / 1e6
  const own = filesIn(join(app, "node_modules", "keelson"))
  say("packages", packages)
  say("size", `${megabytes.toFixed(1)} MB in ${files.length} files; Keelson itself ${own.length} files`)
  say("time to install", `${seconds} s`)
  if (packages > MOST_PACKAGES) faults.push(`${packages} packages are installed, the limit is ${MOST_PACKAGES}`)
  if (megabytes > MOST_MEGABYTES) faults.push(`${megabytes} MB are installed, the limit is ${MOST_MEGABYTES}`)
}

/** An app with its own zod, whose schemas go into our functions; declarations of libraries are checked too. */
function typeCheck(tarball) {
  const app = project("typed", { zod: OTHER_ZOD, "@types/node": "24" })
  npm(app, ["install", tarball])
  cpSync(join(root, "test", "packed", "app.ts"), join(app, "app.ts"))
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2024",
    types: ["node"],
    noEmit: true,
  }
  writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["app.ts"] }))
  const checked = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", app], { encoding: "utf8", env })
  if (checked.status !== 0) faults.push(`tsc --strict beside zod ${OTHER_ZOD}:\n${checked.stdout}`)
  const copies = readdirSync(join(app, "node_modules"), { recursive: true }).filter((path) =>
    /(^|\/)node_modules\/zod$|^zod$/.test(path),
  )
  say(
    `tsc --strict, skipLibCheck false, zod ${OTHER_ZOD}`,
    `${checked.status === 0 ? "clean" : "faults"}; copies of zod: ${copies.length}`,
  )
}

/** What is missing says so in a sentence; one is installed from the registry and used. */
function useExtras() {
  const app = join(place, "typed")
  const state = join(place, "state")
  const keelson = (...words) => {
    const options = { cwd: app, encoding: "utf8", env: { ...process.env, KEELSON_STATE: state } }
    return spawnSync(process.execPath, [join(app, "node_modules", "keelson", "bin", "keelson.js"), ...words], options)
  }
  cpSync(join(root, "test", "packed", "first-use.mjs"), join(app, "first-use.mjs"))
  const firstUse = (when) => {
    const options = { cwd: app, encoding: "utf8", env: { ...process.env, KEELSON_STATE: state } }
    const { stdout, stderr } = spawnSync(process.execPath, ["first-use.mjs"], options)
    console.log(`\nfirst use of extras, ${when}:\n${stdout}${stderr}`)
    return stdout
  }
  const before = firstUse("with none installed")
  for (const [extra, tool] of Object.entries(MISSING)) {
    if (!new RegExp(`^${tool}: .*The extra "${extra}" is not installed`, "m").test(before))
      faults.push(`${tool} does not say that ${extra} is missing`)
  }
  const installed = keelson("install", TRIED)
  say(`keelson install ${TRIED}`, (installed.stdout + installed.stderr).trim())
  if (installed.status !== 0) faults.push(`keelson install ${TRIED} ended with ${installed.status}`)
  if (!/^fetch_web_content: done: (?!.*text only).*## Head/m.test(firstUse(`with ${TRIED}`)))
    faults.push(`${TRIED} is installed, but not used`)
}

function project(name, dependencies) {
  const folder = join(place, name)
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module", dependencies }))
  return folder
}

function npm(cwd, args) {
  const shell = process.platform === "win32"
  return execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd, encoding: "utf8", shell })
}

function say(what, how) {
  console.log(`${what.padEnd(50)} ${how}`)
}
