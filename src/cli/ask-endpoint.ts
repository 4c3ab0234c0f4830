import { type Endpoint, PROJECT_FILE, shownAddress } from "../config.ts"
import { sayAsking } from "./prompt/words.ts"
import { typedYes } from "./typed-yes.ts"

/** Asks on the terminal; only the whole word counts as yes. */
export function askForEndpoint({ url }: Endpoint): Promise<boolean> {
  return typedYes(`\n${sayAsking("endpoint", PROJECT_FILE, shownAddress(url))}\n`, sayAsking("endpoint.yes"))
}
