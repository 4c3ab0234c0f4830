import { type Endpoint, PROJECT_FILE, shownAddress } from "../../config.ts"
import { typedYes } from "../prompt/typed-yes.ts"
import { sayAsking } from "../words/prompt-words.ts"

/** Asks on the terminal; only the whole word counts as yes. */
export function askForEndpoint({ url }: Endpoint): Promise<boolean> {
  return typedYes(`\n${sayAsking("endpoint", PROJECT_FILE, shownAddress(url))}\n`, sayAsking("endpoint.yes"))
}
