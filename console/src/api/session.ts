import type { SessionReply } from "@keelson/protocol/api/api.ts"

/*
 * Who this page is to the server. The token is kept by the browser for this origin alone, port included, and goes out only in a header
 * that nobody but this page can send: a cookie would go to every other server on the same host.
 */

const KEY = "keelson.token"
let token = kept()

/** The headers that open the API; none where the server lets everybody in. */
export function credentials(): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** Uses this token from now on, in all tabs and after a reload. */
export function keepToken(given: string): void {
  token = given
  try {
    localStorage.setItem(KEY, given)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** The code of a printed address becomes the token. It leaves the address and the history first: there it would be seen. */
export async function enterWithCode(): Promise<void> {
  const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? []
  if (code === undefined) return
  history.replaceState(null, "", `${location.pathname}#/`)
  const reply = await fetch("api/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  }).catch(() => null)
  // A code that was used is no harm where the token is known already; else the page asks for it.
  if (reply?.ok) keepToken(((await reply.json()) as SessionReply).token)
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
