import { cutBody } from "./bounded-body.ts"
import { leanFetch } from "./lean-fetch.ts"

/** No list of models is longer. */
const MOST_BYTES = 4 * 2 ** 20

/** A small JSON document of a model server; redirects stay on its origin. Throws `SyntaxError` for anything else. */
export async function askServer(
  address: string,
  timeoutMs: number,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await leanFetch(address, { signal: AbortSignal.timeout(timeoutMs), headers })
  const { status, ok, body } = response
  if (ok) return { status, body: JSON.parse(await new Response(cutBody(body, MOST_BYTES)).text()) }
  await body?.cancel()
  return { status, body: undefined }
}
