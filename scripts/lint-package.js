// What publint and arethetypeswrong say of a packed package; run by the check on what was built, and by `npm run packed`.
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Only ES modules are published: whoever requires one gets it as Node gives it. */
const OF_COMMONJS = ["CJSResolvesToESM"]
/** The oldest way to resolve knows no sub-paths. */
const RESOLUTIONS = ["node16-esm", "bundler"]

/** One line for each fault; none for a clean package. */
export async function lintPackage(tarball) {
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true })
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)))
  const problems = types.types === false ? [{ kind: "NoTypes" }] : types.problems
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`),
    ...problems.filter(isOurs).map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
  ]
}

function isOurs({ kind, resolutionKind }) {
  if (OF_COMMONJS.includes(kind)) return false
  return resolutionKind === undefined || RESOLUTIONS.includes(resolutionKind)
}
