import { cutBody } from "./bounded-body.ts"
import { leanFetch } from "./lean-fetch.ts"
import { leanResponse } from "./lean-response.ts"

/** No list of models is longer. */
const MOST_BYTES = 4 * 2 ** 20

/** With a body it is posted. */
export type ServerQuestion = {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A small JSON document of a model server; redirects stay on its origin. Throws `SyntaxError` for anything else. */
export async function askServer(
  address: string,
  signal: AbortSignal,
  { headers = {}, body: question }: ServerQuestion = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const posted = question === undefined ? {} : { method: "POST", body: question }
  const json = question === undefined ? {} : { "content-type": "application/json" }
  const response = await leanFetch(address, { signal, headers: { ...headers, ...json }, ...posted })
  const { status, ok, body } = response
  if (ok) return { status, body: await leanResponse(cutBody(body, MOST_BYTES), response).json() }
  await body?.cancel()
  return { status, body: undefined }
}
