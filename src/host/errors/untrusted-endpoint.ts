import { type Endpoint, PROJECT_FILE, shownAddress } from "../../config.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"

/** A workspace names its own model server, and the user has not said yes to it: nothing was sent there. */
export class UntrustedEndpointError extends KeelsonError {
  override name = "UntrustedEndpointError"

  constructor({ url }: Endpoint) {
    const address = shownAddress(url)
    super(
      "untrusted_endpoint",
      "forbidden",
      `${PROJECT_FILE} of this workspace names the model server ${address}; nothing is sent there before you say so. To allow it, in that folder: keelson trust (or name it yourself: --base-url ${new URL(url).href}).`,
    )
  }
}
