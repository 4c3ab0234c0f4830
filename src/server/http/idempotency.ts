import type { Context } from "hono"
import type { StartOptions } from "../../agent.ts"
import { DEFAULT_TENANT } from "../../protocol/api/team-api.ts"
import type { Services } from "../services.ts"
import { ApiFailure } from "./failure.ts"

/** Told with a reply that starts nothing anew. */
export const REPEATED_HEADER = "Idempotent-Replayed"

/**
 * What the `Idempotency-Key` of a request says: whoever did not hear the reply asks again, and gets the run that the first request began.
 * A key belongs to its tenant. `wish`: the body, since the same key with another one is a mistake.
 */
export function askedOnce({ req }: Context, { host }: Services, wish: unknown): Pick<StartOptions, "once"> {
  const key = req.header("idempotency-key")
  if (key === undefined) return {}
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ApiFailure(400, "bad_request", "Idempotency-Key: 1 to 255 visible ASCII characters are expected.")
  return { once: { key: `${host.person?.tenant ?? DEFAULT_TENANT} ${key}`, wish } }
}
