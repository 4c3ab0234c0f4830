import type { MiddlewareHandler } from "hono"

/** Of pages: nothing but our own files, and nobody may frame them. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ")

/** Of what the API says: even opened as a page, it can do nothing. */
const REPLY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const ALWAYS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
}

/** Headers of every reply, refusals included. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const isReply = isApi(context.req.path)
  const { headers } = context.res
  for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value)
  headers.set("Content-Security-Policy", isReply ? REPLY_POLICY : PAGE_POLICY)
  if (isReply && !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store")
}

/** Whether programs ask here, and not a browser for a page. */
export function isApi(path: string): boolean {
  return /^\/(?:api(?:\/|$)|metrics$)/.test(path) || isChatApi(path)
}

/** Whether OpenAI's clients ask here. */
export function isChatApi(path: string): boolean {
  return /^\/v1(\/|$)/.test(path)
}
