import { Hono } from "hono"
import type { Person } from "../protocol/api/team-api.ts"
import {
  type AccessRules,
  checkHost,
  checkOrigin,
  checkToken,
  limitPosts,
  type ServerEnvironment,
} from "./access/access.ts"
import { leastRole } from "./access/least-roles.ts"
import { requireRole } from "./access/may.ts"
import type { Rooms } from "./access/rooms.ts"
import { chatError } from "./chat/chat-error.ts"
import { addConsole, type ConsoleFiles } from "./console-files.ts"
import { isLoopback } from "./http/allowed-hosts.ts"
import { errorReply, notFound, toFailure } from "./http/failure.ts"
import { redactedJson } from "./http/frames.ts"
import { RateLimit } from "./http/rate-limit.ts"
import { isChatApi, securityHeaders } from "./http/security-headers.ts"
import { type LogLine, logRequests } from "./observing/log-line.ts"
import { addAboutRoutes } from "./routes/about-routes.ts"
import { addActionRoutes } from "./routes/action-routes.ts"
import { addArtifactRoute } from "./routes/artifact-route.ts"
import { addCallRoutes } from "./routes/call-routes.ts"
import { addChatRoutes } from "./routes/chat-routes.ts"
import { addComparisonRoutes } from "./routes/comparison-routes.ts"
import { addOwnerRoutes } from "./routes/owner-routes.ts"
import { addPictureRoutes } from "./routes/picture-routes.ts"
import { addPulseRoutes } from "./routes/pulse-routes.ts"
import { addReplayRoute } from "./routes/replay-route.ts"
import { addReportRoute } from "./routes/report-route.ts"
import { addRunRoutes } from "./routes/run-routes.ts"
import { addSessionRoutes } from "./routes/session-routes.ts"
import { addStreamRoute } from "./routes/stream-route.ts"
import { addUndoRoutes } from "./routes/undo-routes.ts"
import type { Services } from "./services.ts"

/** What a page is told with each reply, so that it offers nothing that would be refused. */
const ROLE_HEADER = "Keelson-Role"

type AppOptions = {
  readonly consoleFiles: ConsoleFiles
  readonly onFault: (error: unknown) => void
  readonly onLog?: ((line: LogLine) => void) | undefined
  /** Those who come with tokens of their own have apps of their own. */
  readonly rooms?: Rooms | undefined
}

/** Puts guards and routes together; every request passes the guards in this order. */
export function buildApp(services: Services, access: AccessRules, options: AppOptions): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>()
  const failures = new RateLimit(access.failedRate, access.now)
  if (options.onLog) app.use(logRequests(options.onLog))
  app.use(securityHeaders, checkHost(access), checkOrigin, checkToken(access, failures), limitPosts(access))
  addSessionRoutes(app, access, failures)
  if (options.rooms) app.use(options.rooms.enter)
  addOwnerRoutes(app, services, access)
  addRoutes(app, services, options)
  addConsole(app, options.consoleFiles, !isLoopback(access.hosts[0] ?? ""))
  return withEnds(app, services, options)
}

/** What one person gets to: behind the guards, and each route only with the role that it needs. */
export function buildRoom(services: Services, person: Person, options: AppOptions): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>()
  app.use(async (context, next) => {
    await next()
    context.res.headers.set(ROLE_HEADER, person.role)
  })
  app.use(async ({ req }, next) => {
    requireRole(person, leastRole(req.method, req.path), "This")
    await next()
  })
  addRoutes(app, services, options)
  return withEnds(app, services, options)
}

function addRoutes(app: Hono<ServerEnvironment>, services: Services, { consoleFiles }: AppOptions): void {
  addAboutRoutes(app, services)
  addPulseRoutes(app, services)
  addRunRoutes(app, services)
  addComparisonRoutes(app, services)
  addPictureRoutes(app, services)
  addActionRoutes(app, services)
  addUndoRoutes(app, services)
  addStreamRoute(app, services)
  addArtifactRoute(app, services)
  addCallRoutes(app, services)
  addReplayRoute(app, services)
  addReportRoute(app, services, consoleFiles)
  addChatRoutes(app, services)
}

function withEnds(app: Hono<ServerEnvironment>, services: Services, { onFault }: AppOptions): Hono<ServerEnvironment> {
  app.notFound(() => {
    throw notFound("There is nothing here.")
  })
  app.onError((error, context) => {
    const failure = toFailure(error)
    if (failure.status >= 500) onFault(error)
    for (const [name, value] of Object.entries(failure.headers)) context.header(name, value)
    const reply = isChatApi(context.req.path) ? chatError(failure) : errorReply(failure)
    // Somebody else's answer may be told in it.
    context.header("content-type", "application/json")
    return context.body(
      redactedJson(reply, (text) => services.host.redact(text)),
      failure.status,
    )
  })
  return app
}
