import type { MiddlewareHandler } from "hono"
import type { ServerEnvironment } from "../access/access.ts"

/** What a server tells whoever keeps its logs. No queries, headers or bodies: they are other people's. */
export type LogLine =
  | {
      readonly event: "request"
      readonly method: string
      readonly path: string
      readonly status: number
      readonly ms: number
      readonly run_id?: string
    }
  | { readonly event: "run.taken"; readonly run_id: string }
  | { readonly event: "run.left"; readonly run_id: string; readonly outcome: string }

/** Tells of every request once its reply begins; of a new run by the id that it got. */
export function logRequests(log: (line: LogLine) => void): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    const began = performance.now()
    await next()
    const { method, path } = context.req
    const run_id = context.res.headers.get(RUN_HEADER) ?? /^\/api\/runs\/([^/]+)/.exec(path)?.[1]
    const ms = Math.round(performance.now() - began)
    log({ event: "request", method, path, status: context.res.status, ms, ...(run_id ? { run_id } : {}) })
  }
}

export const RUN_HEADER = "X-Keelson-Run"
