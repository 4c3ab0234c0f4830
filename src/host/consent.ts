import { allowEndpoint, type Config, type Endpoint, type Flags, readConfig, strangersEndpoint } from "../config.ts"
import { UntrustedEndpointError } from "./errors/untrusted-endpoint.ts"

/** Asks the user whether requests may go to an address that only the workspace names. */
export type Consent = (endpoint: Endpoint) => Promise<boolean>

/**
 * The config of a run that asks its models. Where the workspace itself names an address that would be used, the user is asked once,
 * and the answer is kept; where nobody can be asked, it throws `UntrustedEndpointError`.
 */
export async function configWithConsent(flags: Flags, consent: Consent | undefined): Promise<Config> {
  const config = await readConfig(flags)
  const stranger = strangersEndpoint(config)
  if (stranger === undefined) return config
  if (!(await consent?.(stranger))) throw new UntrustedEndpointError(stranger)
  allowEndpoint(config.stateFolder, flags.workspace, stranger.url)
  return readConfig({ ...flags, allowedUrl: stranger.url })
}
