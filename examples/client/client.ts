// A client of the HTTP API with every route, body and reply typed: generated types, and openapi-fetch around `fetch`.
import createClient, { type Client } from "openapi-fetch"
import type { paths } from "./api-types.ts"

/** `url` and `token` as `keelson serve` has them. */
export function apiClient(url: string, token: string | null): Client<paths> {
  return createClient<paths>({
    baseUrl: url,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })
}
