import { mkdir, writeFile } from "node:fs/promises"
import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import type { RunServer } from "../../src/server/server.ts"
import { ringer } from "./models.ts"
import { ended, type Place, place, QUICK } from "./place.ts"

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }
type Asked = RequestOptions & { readonly body?: string | undefined }

/** As `fetch` can't: any Host header, any path as it is. */
async function ask({ port }: RunServer, { body, ...options }: Asked): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request({ host: "127.0.0.1", port, ...options }, async (response) => {
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
  })
  sent.on("error", reject)
  sent.end(body)
  return promise
}

function bearer({ token }: RunServer): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

const START = { method: "POST", path: "/api/runs", body: JSON.stringify({ request: "Ring." }) }
const JSON_TYPE = { "content-type": "application/json" }

/** Every door of a server that has one finished run. */
function doors(id: string): Asked[] {
  const post = (path: string, body: object): Asked => ({ method: "POST", path, body: JSON.stringify(body) })
  return [
    { path: "/api/settings" },
    { path: "/api/openapi.json" },
    { path: "/api/runs" },
    { path: `/api/runs/${id}` },
    { path: `/api/runs/${id}/log` },
    { path: `/api/runs/${id}/events` },
    { path: `/api/runs/${id}/diff` },
    { path: `/api/runs/${id}/artifacts/request` },
    { path: "/v1/models" },
    post("/v1/chat/completions", { model: "keelson", messages: [{ role: "user", content: "Ring." }] }),
    START,
    post(`/api/runs/${id}/answer`, { text: "yes" }),
    post(`/api/runs/${id}/approve`, { decision: "allow" }),
    post(`/api/runs/${id}/cancel`, {}),
    post(`/api/runs/${id}/resume`, {}),
    post(`/api/runs/${id}/undo`, {}),
  ]
}

/** What each door says to a stranger with these headers; the server must have nothing more afterwards. */
async function strangerAt(there: Place, headers: Record<string, string>, suffix = ""): Promise<number[]> {
  const id = await there.start()
  await ended(there, id)
  const before = await there.store.load(id)
  const answers = await Promise.all(
    doors(id).map((door) =>
      ask(there.server, { ...door, path: `${door.path}${suffix}`, headers: { ...JSON_TYPE, ...headers } }),
    ),
  )
  for (const { body } of answers) expect(body).not.toContain("rang")
  expect(await there.store.load(id)).toEqual(before)
  expect(await there.store.listRuns()).toHaveLength(1)
  return [...new Set(answers.map(({ status }) => status))]
}

describe("a stranger reads and starts nothing", () => {
  it("without a token", async () => {
    await using there = await place({ model: ringer() })
    expect(await strangerAt(there, {})).toEqual([401])
  })

  it("with a wrong token, in whatever form", async () => {
    const tuning = { ...QUICK, failedRate: { burst: 1000, refillMs: 1 } }
    await using there = await place({ model: ringer(), server: { tuning } })
    const { token, port } = there.server
    expect(await strangerAt(there, { authorization: `Bearer ${token}x` })).toEqual([401])
    for (const headers of [
      { authorization: "Bearer " },
      { authorization: `Basic ${token}` },
      { authorization: String(token) },
      // No cookie opens anything.
      { cookie: `keelson_${port}=${token}` },
      { cookie: `token=${token}` },
    ]) {
      expect((await ask(there.server, { path: "/api/runs", headers })).status).toBe(401)
    }
  })

  it("with the token in an address", async () => {
    await using there = await place({ model: ringer() })
    expect(await strangerAt(there, {}, `?token=${there.server.token}`)).toEqual([401])
  })

  it("from a page of another origin, even with the token", async () => {
    await using there = await place({ model: ringer() })
    const own = bearer(there.server)
    expect(await strangerAt(there, { ...own, origin: "https://evil.example" })).toEqual([403])
    for (const headers of [
      { origin: "null" },
      { origin: `http://127.0.0.1:${there.server.port + 1}` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const answer = await ask(there.server, { path: "/api/runs", headers: { ...own, ...headers } })
      expect(answer.status).toBe(403)
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined()
    }
    const preflight = await ask(there.server, {
      method: "OPTIONS",
      path: "/api/runs",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    })
    expect(preflight.status).toBe(403)
  })

  it("by a name that leads here but is not ours (DNS rebinding), even with the token", async () => {
    await using there = await place({ model: ringer() })
    const { port } = there.server
    const evil = { ...bearer(there.server), host: `evil.example:${port}` }
    expect(await strangerAt(there, { ...evil, origin: `http://evil.example:${port}` })).toEqual([403])
    for (const host of ["evil.example", `localhost.evil.example:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`]) {
      expect((await ask(there.server, { path: "/", headers: { ...evil, host } })).status).toBe(403)
      expect((await ask(there.server, { path: "/api/health", headers: { host } })).status).toBe(403)
    }
  })
})

describe("the owner", () => {
  it("swaps the code of the printed address for the token, and has no cookie", async () => {
    await using there = await place({ model: ringer() })
    const { server } = there
    const { pathname, search, hash } = new URL(server.entryUrl())
    expect([pathname, search, hash]).toEqual(["/", "", expect.stringMatching(/^#code=[\w-]{32}$/)])
    const page = { origin: `http://127.0.0.1:${server.port}`, "sec-fetch-site": "same-origin", ...JSON_TYPE }
    const body = JSON.stringify({ code: hash.replace("#code=", "") })
    const entered = await ask(server, { method: "POST", path: "/api/session", headers: page, body })
    expect([entered.status, JSON.parse(entered.body)]).toEqual([200, { token: server.token }])
    expect(entered.headers["set-cookie"]).toBeUndefined()
    expect((await ask(server, { ...START, headers: { ...page, ...bearer(server) } })).status).toBe(201)
  })

  it("has a new address told where the server runs, and nowhere else", async () => {
    const told: string[] = []
    await using there = await place({ model: ringer(), server: { announce: (url) => told.push(url) } })
    const reply = await ask(there.server, { method: "POST", path: "/api/session/address" })
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { told: true }])
    expect(told).toEqual([expect.stringMatching(/#code=[\w-]{32}$/)])
    const silent = await there.another({ announce: undefined })
    expect((await ask(silent, { method: "POST", path: "/api/session/address" })).status).toBe(404)
  })

  it("may do without a token on this machine alone", async () => {
    await using there = await place({ model: ringer(), server: { token: null } })
    expect((await ask(there.server, { path: "/api/runs" })).status).toBe(200)
    const evil = { origin: "https://evil.example" }
    expect((await ask(there.server, { path: "/api/runs", headers: evil })).status).toBe(403)
    await expect(there.another({ token: null, hosts: ["0.0.0.0"] })).rejects.toThrow(/Without a token/)
    await expect(there.another({ token: "short" })).rejects.toThrow(/at least 16/)
  })

  it("may give the server other names", async () => {
    await using there = await place({ model: ringer(), server: { hosts: ["127.0.0.1", "box.example"] } })
    const headers = { ...bearer(there.server), host: `box.example:${there.server.port}` }
    expect((await ask(there.server, { path: "/api/runs", headers })).status).toBe(200)
  })
})

describe("bad requests", () => {
  it("are refused when the body is too large, however it is sent", async () => {
    await using there = await place({ model: ringer() })
    const headers = { ...bearer(there.server), ...JSON_TYPE }
    const body = JSON.stringify({ request: "x".repeat(1024 * 1024) })
    const counted = { ...headers, "content-length": String(body.length) }
    const chunked = { ...headers, "transfer-encoding": "chunked" }
    for (const given of [counted, chunked]) {
      expect((await ask(there.server, { ...START, body, headers: given })).status).toBe(413)
    }
    expect(await there.store.listRuns()).toEqual([])
  })

  it("are refused when the body is no JSON or is not said to be", async () => {
    await using there = await place({ model: ringer() })
    const own = bearer(there.server)
    const broken = await ask(there.server, { ...START, body: '{"request": ', headers: { ...own, ...JSON_TYPE } })
    expect([broken.status, JSON.parse(broken.body)]).toMatchObject([400, { error: { code: "bad_json" } }])
    const plain = await ask(there.server, { ...START, headers: { ...own, "content-type": "text/plain" } })
    expect(plain.status).toBe(400)
    expect(await there.store.listRuns()).toEqual([])
  })

  it("are refused when there are too many of them", async () => {
    const slow = { burst: 2, refillMs: 600_000 }
    await using there = await place({
      model: ringer(),
      server: { tuning: { ...QUICK, postRate: slow, failedRate: slow } },
    })
    const posts = []
    for (let count = 0; count < 3; count++) posts.push(await there.post("/api/runs/nothing/undo"))
    expect(posts.map(({ status }) => status)).toEqual([404, 404, 429])
    // What is said to a run gets through all the same.
    for (const verb of ["cancel", "approve", "answer"])
      expect((await there.post(`/api/runs/nothing/${verb}`)).status).not.toBe(429)
    expect(Number(posts[2]?.headers.get("retry-after"))).toBeGreaterThan(0)
    const failures = []
    for (let count = 0; count < 3; count++) failures.push((await ask(there.server, { path: "/api/runs" })).status)
    expect(failures).toEqual([401, 401, 429])
    // Somebody else's guesses don't lock the owner out.
    expect((await there.fetch("/api/runs")).status).toBe(200)
  })

  it("find no file but those of the console, and no result but those of the run", async () => {
    await using there = await place({ model: ringer() })
    const consoleFolder = join(there.root, "console")
    await mkdir(join(consoleFolder, "assets"), { recursive: true })
    await writeFile(join(consoleFolder, "index.html"), "<p>the console</p>")
    await writeFile(join(consoleFolder, "assets", "app-1a2b.js"), "export {}")
    await writeFile(join(there.root, "private.txt"), "a secret")
    const server = await there.another({ consoleFolder })
    const id = await there.start()
    await ended(there, id)
    const headers = bearer(server)
    const paths = ["/../private.txt", "/%2e%2e/private.txt", "/..%2fprivate.txt", "/assets/..%2f..%2fprivate.txt"]
    const artifacts = ["../../private.txt", "..%2f..%2fprivate.txt", "%00", "....//private.txt", "t1t1%2f..%2f.."]
    for (const path of [...paths, ...artifacts.map((name) => `/api/runs/${id}/artifacts/${name}`)]) {
      const answer = await ask(server, { path, headers })
      expect(answer.body).not.toContain("a secret")
      expect([200, 404]).toContain(answer.status)
      if (answer.status === 200) expect(answer.body).toBe("<p>the console</p>")
    }
    const page = await ask(server, { path: "/runs/some-run", headers })
    expect([page.status, page.body]).toEqual([200, "<p>the console</p>"])
    expect(page.headers).toMatchObject({
      "content-type": expect.stringContaining("text/html"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy": expect.stringMatching(
        /default-src 'self'.*script-src 'self';.*frame-ancestors 'none'/,
      ),
    })
    const script = await ask(server, { path: "/assets/app-1a2b.js", headers })
    expect(script.headers["content-type"]).toContain("text/javascript")
    expect((await ask(server, { path: "/assets/gone.js", headers })).status).toBe(404)
    expect((await ask(there.server, { path: "/", headers: bearer(there.server) })).body).toContain("not built")
  })

  it("that break something are answered without a stack", async () => {
    await using there = await place({ model: ringer() })
    await there.store.close()
    const answer = await there.fetch("/api/runs")
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(await answer.text()).not.toMatch(/\.ts:\d|\n\s+at /)
    expect(there.faults).toHaveLength(1)
  })
})
