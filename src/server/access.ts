import type { HttpBindings } from "@hono/node-server"
import type { Context, MiddlewareHandler } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { allowedHosts } from "./allowed-hosts.ts"
import { ApiFailure } from "./failure.ts"
import { type Rate, RateLimit } from "./rate-limit.ts"
import { isApi } from "./security-headers.ts"
import { cookieName, cookieValue, isSame } from "./token.ts"

/** What handlers see of the connection; absent when the app is called without a server. */
export type ServerEnvironment = { Bindings: Partial<HttpBindings> }

/** Who may talk to the server. */
export type AccessRules = {
  /** `null`: everybody who reaches it. */
  readonly token: string | null
  /** Names besides the loopback ones. */
  readonly hosts: readonly string[]
  readonly port: number
  readonly postRate: Rate
  readonly failedRate: Rate
  readonly now: () => number
}

type Guard = MiddlewareHandler<ServerEnvironment>

/** Refuses a Host header that is not ours, whatever is asked. */
export function checkHost({ hosts, port }: AccessRules): Guard {
  const allowed = allowedHosts(hosts, port)
  return async (context, next) => {
    const host = context.req.header("host")?.toLowerCase() ?? ""
    if (!allowed.has(host)) {
      throw new ApiFailure(403, "forbidden_host", `This server does not answer to the name "${host}".`, {
        hint: "Give the name with: keelson serve --host NAME",
      })
    }
    await next()
  }
}

/** Refuses what a page of another origin asks for. Files of the console hold nothing that is worth asking for. */
export const checkOrigin: Guard = async (context, next) => {
  const { method, path } = context.req
  const isFile = !isApi(path) && (method === "GET" || method === "HEAD")
  if (!isFile && !isOwnOrigin(context)) {
    throw new ApiFailure(403, "forbidden_origin", "Pages of other origins may not use this server.")
  }
  await next()
}

function isOwnOrigin({ req }: Context<ServerEnvironment>): boolean {
  const origin = req.header("origin")
  const host = req.header("host")
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return false
  // `none` is a person who typed the address.
  const site = req.header("sec-fetch-site")
  return site === undefined || site === "same-origin" || site === "none"
}

/** Lets nobody in without the token: as a bearer, as the cookie, or once as `/?token=…`, which sets the cookie. */
export function checkToken(rules: AccessRules): Guard {
  const { token } = rules
  const failures = new RateLimit(rules.failedRate, rules.now)
  return async (context, next) => {
    if (token === null || context.req.path === "/api/health") return next()
    const given = context.req.query("token")
    if (context.req.path === "/" && given !== undefined && isSame(given, token))
      return signIn(context, rules.port, token)
    if (isSignedIn(context, rules.port, token)) return next()
    refuseIfEmpty(failures, context)
    throw new ApiFailure(401, "unauthorized", "The token is missing or wrong.", {
      hint: "Open the address that keelson serve printed, or send its token as Authorization: Bearer.",
      headers: { "WWW-Authenticate": 'Bearer realm="keelson"' },
    })
  }
}

function isSignedIn(context: Context<ServerEnvironment>, port: number, token: string): boolean {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(context.req.header("authorization") ?? "") ?? []
  if (bearer !== undefined) return isSame(bearer, token)
  const cookie = getCookie(context, cookieName(port))
  return cookie !== undefined && isSame(cookie, cookieValue(token))
}

/** The address bar and the history keep an address without the token. */
function signIn(context: Context<ServerEnvironment>, port: number, token: string): Response {
  setCookie(context, cookieName(port), cookieValue(token), { httpOnly: true, sameSite: "Strict", path: "/" })
  const { searchParams } = new URL(context.req.url)
  searchParams.delete("token")
  const rest = searchParams.toString()
  context.header("Cache-Control", "no-store")
  return context.redirect(rest === "" ? "/" : `/?${rest}`, 303)
}

/** Bounds what a client may change in a while. */
export function limitPosts({ postRate, now }: AccessRules): Guard {
  const posts = new RateLimit(postRate, now)
  return async (context, next) => {
    if (context.req.method === "POST") refuseIfEmpty(posts, context)
    await next()
  }
}

function refuseIfEmpty(limit: RateLimit, context: Context<ServerEnvironment>): void {
  const waitMs = limit.take(context.env?.incoming?.socket.remoteAddress ?? "local")
  if (waitMs === 0) return
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  throw new ApiFailure(429, "too_many_requests", `Too many requests; try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  })
}
