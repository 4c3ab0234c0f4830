import { EXTRA_NAMES, EXTRAS, type Extra, type ExtraName } from "../../extras/extras.ts"
import { type ExtraPlace, placeOf } from "../../extras/find-package.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { packagesOf } from "./packages.ts"
import { broughtBy, sayExtra } from "./words.ts"

/** How one extra stands on this machine. */
export type ExtraStanding = {
  readonly name: ExtraName
  /** `bundled`: the command line has it; `elsewhere`: only another platform needs it. */
  readonly place: ExtraPlace | "bundled" | "elsewhere"
  readonly brings: string
  readonly packages: string
  /** The place in words. */
  readonly stands: string
}

/** Every extra. The command line has all providers in its bundle; only the library needs theirs. */
export function listExtras(language: Language): ExtraStanding[] {
  return EXTRA_NAMES.map((name) => {
    const place = standingOf(name)
    const brings = broughtBy(name, language)
    return { name, place, brings, packages: packagesOf(name), stands: sayExtra(language, place) }
  })
}

function standingOf(name: ExtraName): ExtraStanding["place"] {
  const { for: need }: Extra = EXTRAS[name]
  if ("provider" in need) return "bundled"
  return "sandboxOn" in need && need.sandboxOn !== process.platform ? "elsewhere" : placeOf(name)
}
