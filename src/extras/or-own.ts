import type { ExtraName } from "./extras.ts"

/**
 * For a provider, whose import is written out so that the command line's bundle has it: where the package is not there, it is
 * looked for in the own folder. Nothing of that is loaded before.
 */
export function orOwn(name: ExtraName): (error: unknown) => Promise<never> {
  return async (error) => {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error
    const [{ loadPackage }, { EXTRAS }] = await Promise.all([import("./find-package.ts"), import("./extras.ts")])
    return loadPackage<never>(name, EXTRAS[name].packages[0])
  }
}
