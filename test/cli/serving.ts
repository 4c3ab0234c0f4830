import type { Place } from "./keelson.ts"

/** A server as a process, and what a browser would be after it opened the printed address. */
export async function serving(there: Place, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const running = there.start(["serve", "--port", "0", ...words], environment)
  await running.hears("stdout", "\n")
  const [url = ""] = running.stdout.split("\n")
  const { token } = await signedIn(url)
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, url), { headers, ...init })
  return { running, url, token, ask }
}

/** What the page does with the code of its address. */
export async function signedIn(url: string): Promise<{ readonly token?: string }> {
  const reply = await fetch(new URL("/api/session", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: new URL(url).hash.replace("#code=", "") }),
  })
  return (await reply.json()) as { token?: string }
}
