import { EXTRA_NAMES, EXTRAS, type Extra, type ExtraName } from "../../extras/extras.ts"
import { type ExtraPlace, placeOf } from "../../extras/find-package.ts"
import type { Language } from "../../protocol/environment.ts"
import { packagesOf } from "./packages.ts"
import { broughtBy, sayExtra } from "./words.ts"

/** How one extra stands on this machine. */
export type ExtraStanding = {
  readonly name: ExtraName
  readonly place: ExtraPlace | "bundled"
  readonly brings: string
  readonly packages: string
  /** The place in words. */
  readonly stands: string
}

/** Every extra that this platform can use. The command line has all providers in its bundle; only the library needs theirs. */
export function listExtras(language: Language): ExtraStanding[] {
  return EXTRA_NAMES.filter((name) => isForHere(EXTRAS[name])).map((name) => {
    const place = "provider" in EXTRAS[name].for ? "bundled" : placeOf(name)
    const brings = broughtBy(name, language)
    return { name, place, brings, packages: packagesOf(name), stands: sayExtra(language, place) }
  })
}

function isForHere({ for: need }: Extra): boolean {
  return !("sandboxOn" in need) || need.sandboxOn === process.platform
}
