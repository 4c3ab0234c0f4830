import type { Consent } from "../../host/consent.ts"
import type { ShowFlags } from "../flags/flags.ts"

/** Only where somebody can see the question and type an answer. */
export function consentHere({ json, print }: ShowFlags): Consent | undefined {
  if (json || print || !process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async (endpoint) => (await import("./ask-endpoint.ts")).askForEndpoint(endpoint)
}
