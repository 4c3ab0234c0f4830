import { EXTRAS, type ExtraName } from "../../extras/extras.ts"
import { lockOf } from "../../extras/own-folder.ts"

/** The packages of an extra with their exact versions, and how many come along with them. */
export function packagesOf(name: ExtraName): string {
  const { packages = {} } = lockOf(name) ?? {}
  const named = EXTRAS[name].packages.map((from) => {
    const { version } = packages[`node_modules/${from}`] ?? {}
    return version === undefined ? from : `${from}@${version}`
  })
  return named.join(", ")
}
