// What `npm i keelson` brings: packages, size, time; what publint and arethetypeswrong say; types beside another zod 4.
import { spawnSync } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env, root } from "../bootstrap.js"
import { lintPackage } from "../lint-package.js"
import { filesIn } from "../published.js"
import { emptyProject, npm } from "./empty-project.js"

const MOST_PACKAGES = 60
const MOST_MEGABYTES = 60
const OTHER_ZOD = "4.1.13"

/** Each part adds its faults, and gives its figures by name. */
export function measureInstall(place, tarball, faults) {
  const app = emptyProject(place, "app")
  const before = performance.now()
  npm(app, ["install", tarball])
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  const packages = npm(app, ["ls", "--all", "--parseable"]).trim().split("\n").length - 1
  const megabytes = megabytesIn(join(app, "node_modules"))
  const own = join(app, "node_modules", "keelson")
  if (packages > MOST_PACKAGES) faults.push(`${packages} packages are installed, the limit is ${MOST_PACKAGES}`)
  if (megabytes > MOST_MEGABYTES) faults.push(`${megabytes} MB are installed, the limit is ${MOST_MEGABYTES}`)
  return {
    "packages, with Keelson and `zod`": `${packages} (at most ${MOST_PACKAGES})`,
    "size on disk": `${megabytes.toFixed(1)} MB (at most ${MOST_MEGABYTES})`,
    "Keelson itself": `${megabytesIn(own).toFixed(1)} MB in ${filesIn(own).length} files; packed ${(readFileSync(tarball).length / 1e6).toFixed(1)} MB`,
    "time to install": `${seconds} s`,
  }
}

export async function lint(tarball, faults) {
  const found = await lintPackage(tarball)
  faults.push(...found)
  return { "publint, arethetypeswrong": found.length === 0 ? "clean" : `${found.length} faults` }
}

/** An app with its own zod, whose schemas go into our functions; declarations of libraries are checked too. */
export function typeCheck(place, tarball, faults) {
  const app = emptyProject(place, "typed", { zod: OTHER_ZOD, "@types/node": "24" })
  npm(app, ["install", tarball])
  cpSync(join(root, "test", "packed", "app.ts"), join(app, "app.ts"))
  const shared = { strict: true, skipLibCheck: false, target: "es2024", types: ["node"], noEmit: true }
  const resolutions = [{ module: "nodenext" }, { module: "esnext", moduleResolution: "bundler" }]
  const clean = resolutions.filter((resolution) => isClean(app, { ...shared, ...resolution }, faults))
  const words = clean.length === resolutions.length ? "clean" : "faults"
  return { [`\`tsc --strict\`, \`skipLibCheck: false\`, beside zod ${OTHER_ZOD}; nodenext and bundler`]: words }
}

function isClean(app, compilerOptions, faults) {
  writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["app.ts"] }))
  const { status, stdout } = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["-p", app], {
    encoding: "utf8",
    env,
  })
  if (status !== 0) faults.push(`tsc --strict, ${compilerOptions.module}, beside zod ${OTHER_ZOD}:\n${stdout}`)
  return status === 0
}

/** As a disk counts them: in blocks of 4 KiB. */
export function megabytesIn(folder) {
  return filesIn(folder).reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0) / 1e6
}
