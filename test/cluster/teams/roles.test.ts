import { describe, expect, it } from "vitest"
import { Role } from "../../../src/protocol/api/team-api.ts"
import { describeApi } from "../../../src/server/openapi/openapi.ts"
import { direct } from "../../cli/scripts.ts"
import { type Ask, house, json, post, started } from "./house.ts"

/** What each role may ask for. A route that is new has no row here, and fails. */
const ROWS: Readonly<Record<string, Role | "everybody">> = {
  "get /api/health": "everybody",
  "post /api/session": "everybody",
  "post /api/session/address": "everybody",
  "get /api/settings": "view",
  "get /api/models": "view",
  "get /api/openapi.json": "view",
  "get /api/runs": "view",
  "post /api/runs": "run",
  "get /api/runs/{id}": "view",
  "get /api/runs/{id}/log": "view",
  "get /api/runs/{id}/opening": "view",
  "get /api/runs/{id}/picture": "view",
  "get /api/runs/{id}/part": "view",
  "get /api/runs/{id}/events": "view",
  "get /api/events": "view",
  "post /api/runs/{id}/answer": "run",
  "post /api/runs/{id}/approve": "approve",
  "post /api/runs/{id}/tell": "run",
  "post /api/runs/{id}/cancel": "run",
  "post /api/runs/{id}/resume": "run",
  "post /api/runs/{id}/fork": "run",
  "post /api/runs/{id}/archive": "run",
  "post /api/runs/{id}/replay": "view",
  "get /api/runs/{id}/calls": "view",
  "get /api/runs/{id}/calls/{n}": "view",
  "get /api/runs/{id}/report": "view",
  "post /api/runs/{id}/undo": "run",
  "get /api/runs/{id}/diff": "view",
  "get /api/runs/{id}/artifacts/{artifact}": "view",
  // For whoever runs the machine; those who administer are told that there is nothing for them.
  "post /api/comparisons": "administer",
  "post /api/demo": "administer",
  "get /api/config": "administer",
  "post /api/config": "administer",
  "post /api/keys": "administer",
  "post /api/prune": "administer",
  "get /v1/models": "view",
  "get /v1/models/{id}": "view",
  "post /v1/chat/completions": "run",
}

/** Not in the description: for programs that watch the server. */
const WATCHED = { "get /metrics": "administer" } as const

/** A body that a route takes, where an empty one would not do. */
const BODIES: Readonly<Record<string, object>> = {
  "post /api/runs/{id}/answer": { text: "yes" },
  "post /api/runs/{id}/approve": { decision: "allow" },
  "post /api/runs/{id}/tell": { text: "Be brief." },
}

const { person, owner, server } = await house(direct("There is a README."))
const askers = new Map<string, Ask>()
for (const role of Role.options) askers.set(role, await person(`${role}-of-blue`, { role, tenant: "blue" }))

const described = Object.entries(describeApi("1").paths as Record<string, Record<string, unknown>>).flatMap(
  ([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`),
)

async function statusOf(ask: Ask, route: string, runId: string): Promise<number> {
  const [method = "", path = ""] = route.split(" ")
  const asked = path
    .replace("{id}", path.startsWith("/v1") ? "keelson" : runId)
    .replace(/\{\w+\}/, "1")
    .replace(/\/events$/, (end) => (path === "/api/events" ? `${end}?run=${runId}@0` : end))
  const body = method === "post" ? { body: JSON.stringify(BODIES[route] ?? {}) } : {}
  const reply = await ask(asked, { method: method.toUpperCase(), ...body })
  await reply.body?.cancel()
  return reply.status
}

describe("roles", () => {
  it("have a row for every route", () => {
    expect(Object.keys(ROWS).sort()).toEqual([...described].sort())
  })

  it.each(Role.options)("%s may do what is theirs, and nothing else", async (role) => {
    const ask = askers.get(role) as Ask
    const runId = await started(askers.get("administer") as Ask)
    const seen: Record<string, boolean> = {}
    for (const route of Object.keys({ ...ROWS, ...WATCHED })) {
      const status = await statusOf(ask, route, runId)
      seen[route] = status !== 403
      // Who is signed in is never asked to sign in.
      if (route !== "post /api/session") expect([route, status]).not.toEqual([route, 401])
    }
    const may = (least: string) =>
      least === "everybody" || Role.options.indexOf(least as Role) <= Role.options.indexOf(role)
    expect(seen).toEqual(
      Object.fromEntries(Object.entries({ ...ROWS, ...WATCHED }).map(([route, least]) => [route, may(least)])),
    )
  })

  it("say what is missing, and what a person is", async () => {
    const view = askers.get("view") as Ask
    const refused = await post(view, "/api/runs", { request: "Write a note" })
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "forbidden_role" } } })
    expect(JSON.stringify(refused.body)).toContain('needs the role \\"run\\"')
    expect(await json(view, "/api/settings")).toMatchObject({
      you: { name: "view-of-blue", role: "view", tenant: "blue" },
    })
    expect(await json<object>(owner, "/api/settings")).not.toHaveProperty("you")
    // Guards and headers are those of the whole server.
    expect((await view("/api/runs")).headers.get("content-security-policy")).toContain("default-src 'none'")
    expect((await fetch(new URL("/api/runs", server.url))).status).toBe(401)
  })

  it("are not what keeps the demo and comparisons from a cluster: whoever runs the server is told what to do instead", async () => {
    const told = async (path: string, body: object = {}) => {
      const { status, body: said } = await post(owner, path, body)
      return [status, JSON.stringify(said)]
    }
    expect(await told("/api/demo")).toEqual([409, expect.stringContaining("keelson demo plays it")])
    const comparison = { request: "Look", strategies: ["react", "todo"] }
    expect(await told("/api/comparisons", comparison)).toEqual([
      409,
      expect.stringContaining("once with each strategy"),
    ])
  })

  it("keep a run that would ask nobody from those who may not approve", async () => {
    const run = askers.get("run") as Ask
    const refused = await post(run, "/api/runs", { request: "Write a note", approve: "full" })
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "forbidden_role" } } })
    expect((await post(run, "/api/runs", { request: "Look", approve: "read-only" })).status).toBe(201)
    const approver = await post(askers.get("approve") as Ask, "/api/runs", { request: "Write", approve: "full" })
    expect(approver.status).toBe(201)
  })
})
