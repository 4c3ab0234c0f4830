// `npm run pack`: the package as it would be published, as a tarball here or in the folder that is named. `--built`: of what is there.
import { resolve } from "node:path"
import { build, install } from "./bootstrap.js"
import { pack } from "./published.js"

const args = process.argv.slice(2)
const [folder = "."] = args.filter((word) => !word.startsWith("--"))
if (!args.includes("--built")) {
  install()
  build()
}
console.log(pack(resolve(folder)))
