import { existing, isWithin } from "../paths.ts"
import { CREDENTIAL_PLACES } from "./credential-places.ts"
import { namesIn } from "./home-view.ts"
import { ownHomes } from "./homes.ts"

/** The real paths of what no command shall see: the usual places for credentials and those named here, as far as they exist. */
export function hiddenPlaces(named: readonly string[]): string[] {
  const agent = process.env.SSH_AUTH_SOCK
  const usual = existing(ownHomes()).flatMap((home) => namesIn(home, CREDENTIAL_PLACES))
  return existing([...usual, ...(agent ? [agent] : []), ...named])
}

/** Those that would be seen: nothing has to be put over what lies in a hidden folder, unless it is shown of it. */
export function exposed(places: readonly string[], hidden: readonly string[], shown: readonly string[]): string[] {
  const holds = (folders: readonly string[], path: string) => folders.some((folder) => isWithin(folder, path))
  return places.filter((path) => !holds(hidden, path) || holds(shown, path))
}
