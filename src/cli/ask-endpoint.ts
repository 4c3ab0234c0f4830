import { type Endpoint, PROJECT_FILE, shownAddress } from "../config.ts"
import { typedYes } from "./typed-yes.ts"

/** Asks on the terminal; only the whole word counts as yes. */
export function askForEndpoint({ url }: Endpoint): Promise<boolean> {
  return typedYes(
    `
${PROJECT_FILE} of this workspace names its own model server:
  ${shownAddress(url)}
Your requests, and whatever the run reads here, would go there, without your key.
`,
    "Send requests there? Type yes to allow it for this folder, anything else for no: ",
  )
}
