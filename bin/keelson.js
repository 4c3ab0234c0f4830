#!/usr/bin/env node
/* Plain old JavaScript: this file must be understood by every Node, to say which one is needed. */
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `keelson: Keelson needs Node >= 22.18; this is ${process.versions.node}. Install a newer one from https://nodejs.org\n`,
  )
  process.exitCode = 2
} else {
  process.getBuiltinModule("node:module").enableCompileCache()
  import("../dist/bundle/main.js").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !String(error.url).endsWith("/dist/bundle/main.js")) throw error
    process.stderr.write("keelson: the compiled code is missing; make it with: npm run build\n")
    process.exitCode = 2
  })
}
