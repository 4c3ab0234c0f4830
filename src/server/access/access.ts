import type { HttpBindings } from "@hono/node-server"
import type { Context, MiddlewareHandler } from "hono"
import { allowedHosts } from "../http/allowed-hosts.ts"
import { ApiFailure, unauthorized } from "../http/failure.ts"
import { type Rate, RateLimit } from "../http/rate-limit.ts"
import { isApi } from "../http/security-headers.ts"
import type { EntryCodes } from "./entry-codes.ts"
import { bearerOf } from "./rooms.ts"
import { digestOf, isSame } from "./token.ts"

/**
 * What handlers see of the connection; absent when the app is called without a server. `isPerson`: let in by a token of their own,
 * not by the server's.
 */
export type ServerEnvironment = { Bindings: Partial<HttpBindings>; Variables: { isPerson?: true } }

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
  /** Each stands in an address, and is good for the token once. */
  readonly codes: EntryCodes
  /** Tells the owner a new address. */
  readonly announce?: (() => void) | undefined
  /** Whether a token is somebody's own, and not the server's. */
  readonly admit?: ((token: string) => Promise<boolean>) | undefined
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

/** What may be asked without the token: whether the server is there, and to be let in. */
const OPEN_ROUTES: readonly string[] = [
  "GET /api/health",
  "HEAD /api/health",
  "POST /api/session",
  "POST /api/session/address",
]

/**
 * Lets nobody use the API without the token as a bearer. There is no cookie: a browser sends cookies to every server of a host,
 * whatever its port, but a header only where our own page puts it. The console's files are the same for everybody.
 */
export function checkToken({ token, admit }: AccessRules, failures: RateLimit): Guard {
  return async (context, next) => {
    const { method, path } = context.req
    if (token === null || !isApi(path) || OPEN_ROUTES.includes(`${method} ${path}`)) return next()
    const bearer = bearerOf(context)
    if (bearer !== undefined && isSame(bearer, token)) return next()
    if (bearer !== undefined && (await admit?.(bearer))) {
      context.set("isPerson", true)
      return next()
    }
    refuseIfEmpty(failures, context)
    throw unauthorized()
  }
}

/** What people say to a run that is under way: a stop or a "no" must always get through. */
const NEVER_LIMITED = /^\/api\/runs\/[^/]+\/(?:cancel|approve|answer)$/

/** Bounds how much each caller may start or change in a while: by token, since a proxy gives all of them one address. */
export function limitPosts({ token, postRate, now }: AccessRules): Guard {
  const posts = new RateLimit(postRate, now)
  return async (context, next) => {
    const { method, path } = context.req
    if (method === "POST" && !NEVER_LIMITED.test(path)) refuseIfEmpty(posts, context, callerOf(context, token))
    await next()
  }
}

/** Behind `checkToken`: the token is right, or nobody needs one. */
function callerOf(context: Context<ServerEnvironment>, token: string | null): string {
  const bearer = bearerOf(context)
  return token === null || bearer === undefined ? addressOf(context) : digestOf(bearer)
}

function addressOf(context: Context<ServerEnvironment>): string {
  return context.env?.incoming?.socket.remoteAddress ?? "local"
}

/** Takes one of what this client may still do. Throws where nothing is left. */
export function refuseIfEmpty(
  limit: RateLimit,
  context: Context<ServerEnvironment>,
  client = addressOf(context),
): void {
  const waitMs = limit.take(client)
  if (waitMs === 0) return
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  throw new ApiFailure(429, "too_many_requests", `Too many requests; try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  })
}
