import type { EXTRAS, ExtraName } from "../extras/extras.ts"
import { findPackage, loadPackage } from "../extras/find-package.ts"
import { MissingExtraError } from "../extras/missing-extra.ts"
import { messageOf } from "../text/message-of.ts"
import { ToolFailure } from "./tool.ts"

type PackageName<Name extends ExtraName> = (typeof EXTRAS)[Name]["packages"][number]

/** A package of an extra, for a tool: what is missing is said to the model in one sentence, which it can pass on. */
export async function loadToolPackage<Module, Name extends ExtraName = ExtraName>(
  extra: Name,
  name: PackageName<Name>,
): Promise<Module> {
  return await loadPackage<Module, Name>(extra, name).catch((error: unknown) => sayMissing(error, name))
}

/** Where the packages of an extra lie, for code that imports them in a thread of its own. */
export function toolPackageUrls<Name extends ExtraName>(extra: Name, names: readonly PackageName<Name>[]): string[] {
  try {
    return names.map((name) => findPackage(extra, name))
  } catch (error) {
    return sayMissing(error, names.join(", "))
  }
}

/** Installing is the user's own decision; a package that is there may also be broken, or made for another platform. */
function sayMissing(error: unknown, name: string): never {
  if (error instanceof MissingExtraError)
    throw new ToolFailure(`${error.message} Only the user can do that: tell them.`)
  throw new ToolFailure(`The package ${name} can't be loaded here: ${messageOf(error).split("\n")[0]}. Tell the user.`)
}
