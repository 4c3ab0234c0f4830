import { allowEndpoint, type Config, type Endpoint, type Flags, readConfig, strangersEndpoint } from "../../config.ts"
import { UntrustedEndpointError } from "../../host/model/untrusted-endpoint.ts"
import type { ShowFlags } from "../flags/flags.ts"

/** Asks the user whether requests may go to an address that only the workspace names. */
export type Consent = (endpoint: Endpoint) => Promise<boolean>

/** Only where somebody can see the question and type an answer. */
export function consentHere({ json, print }: ShowFlags): Consent | undefined {
  if (json || print || !process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async (endpoint) => (await import("./ask-endpoint.ts")).askForEndpoint(endpoint)
}

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
