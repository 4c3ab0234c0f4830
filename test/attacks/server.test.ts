import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { CODE_LIFE_MS } from "../../src/server/access/entry-codes.ts"
import type { RunServer } from "../../src/server/server.ts"
import { Place } from "../cli/keelson.ts"
import { story } from "../cli/scripts.ts"
import { ringer } from "../server/models.ts"
import { ended, place, QUICK } from "../server/place.ts"
import { PROJECTS } from "./home.ts"

type Headers = Readonly<Record<string, string>>
type Asked = { readonly method?: string; readonly path: string; readonly headers?: Headers; readonly body?: string }

const JSON_TYPE = { "content-type": "application/json" }

/** As `fetch` can't: any Host header, any path as it is. */
async function ask({ port }: RunServer, { body, ...options }: Asked): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const sent = request({ host: "127.0.0.1", port, ...options }, async (response) => {
    resolve({ status: response.statusCode ?? 0, body: await text(response) })
  })
  sent.on("error", reject)
  sent.end(body)
  return promise
}

function codeOf(server: RunServer): string {
  return new URL(server.entryUrl()).hash.replace("#code=", "")
}

function enter(server: RunServer, code: string, headers: Headers = {}) {
  return ask(server, {
    method: "POST",
    path: "/api/session",
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ code }),
  })
}

describe("a one-time code of the server", () => {
  it("is good for the token once", async () => {
    await using there = await place({ model: ringer() })
    const code = codeOf(there.server)
    const first = await enter(there.server, code)
    expect([first.status, JSON.parse(first.body)]).toEqual([200, { token: there.server.token }])
    const second = await enter(there.server, code)
    expect([second.status, second.body.includes(String(there.server.token))]).toEqual([401, false])
  })

  it("is good for one of many who use it at the same time", async () => {
    await using there = await place({ model: ringer() })
    const code = codeOf(there.server)
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(there.server, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    ["just in time", CODE_LIFE_MS - 1, 200],
    ["too late", CODE_LIFE_MS, 401],
  ])("has its time: %s", async (_name, later, status) => {
    let now = 1_000_000
    await using there = await place({ model: ringer(), server: { tuning: { ...QUICK, now: () => now } } })
    const code = codeOf(there.server)
    now += later
    expect((await enter(there.server, code)).status).toBe(status)
  })

  it.each([
    ["one letter more", (code: string) => `${code}A`],
    ["one letter less", (code: string) => code.slice(1)],
    ["another letter", (code: string) => `${code.startsWith("A") ? "B" : "A"}${code.slice(1)}`],
    ["the token", (_code: string, { token }: RunServer) => String(token)],
    ["a name that every object has", () => "__proto__"],
    ["a guess", () => "A".repeat(32)],
  ])("can't be made up: %s", async (_name, guess) => {
    await using there = await place({ model: ringer() })
    expect((await enter(there.server, guess(codeOf(there.server), there.server))).status).toBe(401)
  })

  it.each([
    ["as a bearer", (code: string): Asked => ({ path: "/api/runs", headers: { authorization: `Bearer ${code}` } })],
    ["as a cookie", (code: string): Asked => ({ path: "/api/runs", headers: { cookie: `code=${code}` } })],
    ["in an address", (code: string): Asked => ({ path: `/api/runs?code=${code}` })],
    [
      "in the address of the exchange",
      (code: string): Asked => ({ method: "POST", path: `/api/session?code=${code}` }),
    ],
  ])("opens nothing by itself: %s", async (_name, door) => {
    await using there = await place({ model: ringer() })
    expect([400, 401]).toContain((await ask(there.server, door(codeOf(there.server)))).status)
  })

  it("of another server is none here", async () => {
    await using there = await place({ model: ringer() })
    const other = await there.another()
    expect((await enter(there.server, codeOf(other))).status).toBe(401)
  })

  it("is not spent by a page of another origin, which gets nothing", async () => {
    await using there = await place({ model: ringer() })
    const code = codeOf(there.server)
    const stranger = await enter(there.server, code, { origin: "http://127.0.0.1:9" })
    expect([stranger.status, stranger.body.includes(String(there.server.token))]).toEqual([403, false])
    expect((await enter(there.server, code)).status).toBe(200)
  })

  it("can't be guessed on and on, which locks nobody out who has a code or the token", async () => {
    const failedRate = { burst: 3, refillMs: 600_000 }
    await using there = await place({ model: ringer(), server: { tuning: { ...QUICK, failedRate } } })
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await enter(there.server, `guess-${count}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await there.fetch("/api/runs")).status).toBe(200)
    expect((await enter(there.server, codeOf(there.server))).status).toBe(200)
  })
})

describe("a request that does not come from the console or a program of the owner's", () => {
  const ORIGINS: readonly (readonly [name: string, headers: (port: number) => Headers])[] = [
    ["a page elsewhere", () => ({ origin: "https://evil.example" })],
    ["a page of another port", (port) => ({ origin: `http://127.0.0.1:${port + 1}` })],
    ["a page without an origin", () => ({ origin: "null" })],
    ["a page of the same host", () => ({ "sec-fetch-site": "same-site" })],
    ["a page of another host", () => ({ "sec-fetch-site": "cross-site" })],
    ["a rebound name", (port) => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` })],
    ["a rebound name without a port", () => ({ host: "evil.example" })],
    ["a name that begins like ours", (port) => ({ host: `127.0.0.1.evil.example:${port}` })],
    ["a name that ends like ours", (port) => ({ host: `evil.localhost:${port}` })],
    ["another port's name", (port) => ({ host: `127.0.0.1:${port + 1}` })],
  ]

  it.each(ORIGINS)("is refused even with the token: %s", async (_name, headersFor) => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    await ended(there, id)
    const { server } = there
    const headers = { ...JSON_TYPE, authorization: `Bearer ${server.token}`, ...headersFor(server.port) }
    const code = codeOf(server)
    const answers = await Promise.all([
      ask(server, { path: "/api/runs", headers }),
      ask(server, { path: `/api/runs/${id}/events`, headers }),
      ask(server, { path: `/api/runs/${id}/artifacts/request`, headers }),
      ask(server, { method: "POST", path: "/api/runs", headers, body: JSON.stringify({ request: "x" }) }),
      ask(server, { method: "POST", path: "/api/session/address", headers }),
      enter(server, code, headers),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expect(await there.store.listRuns()).toHaveLength(1)
  })

  it.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["a form with text", { "content-type": "text/plain" }],
    ["a form with files", { "content-type": "multipart/form-data; boundary=x" }],
  ])("starts nothing as %s", async (_name, type) => {
    await using there = await place({ model: ringer() })
    const body = JSON.stringify({ request: "x", approve: "full" })
    const own = { authorization: `Bearer ${there.server.token}` }
    for (const headers of [type, { ...type, ...own }]) {
      const { status } = await ask(there.server, { method: "POST", path: "/api/runs", headers, body })
      expect([400, 401]).toContain(status)
    }
    expect(await there.store.listRuns()).toEqual([])
  })

  it.each([
    ["/api/runs?token=TOKEN", {}],
    ["/api/runs?access_token=TOKEN", {}],
    ["/api/runs/any/events?token=TOKEN", {}],
    ["/v1/models?token=TOKEN", {}],
    ["/api/runs", { cookie: "token=TOKEN" }],
    ["/api/runs", { cookie: "keelson_PORT=TOKEN" }],
    ["/api/runs", { referer: "http://127.0.0.1:PORT/?token=TOKEN" }],
    ["/api/runs", { "x-keelson-token": "TOKEN" }],
    ["/api/runs", { authorization: "Basic TOKEN" }],
    ["/API/runs", {}],
    ["//api/runs", {}],
    ["/api%2fruns", {}],
    ["/./api/runs", {}],
  ] as readonly (readonly [string, Headers])[])(
    "gets nothing with the token in the wrong place: %s %o",
    async (path, headers) => {
      await using there = await place({ model: ringer() })
      await ended(there, await there.start("Ring the secret bell."))
      const { port, token } = there.server
      const fill = (word: string) => word.replace("TOKEN", String(token)).replace("PORT", String(port))
      const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]))
      const answer = await ask(there.server, { path: fill(path), headers: given })
      expect(answer.body).not.toContain("secret bell")
      expect(answer.body).not.toContain(String(token))
    },
  )
})

const places: Place[] = []
afterAll(async () => {
  for (const made of places) await made.clear()
})

function project(): Place {
  const made = new Place({ "README.md": "A project.\n" }, PROJECTS)
  places.push(made)
  return made
}

/** A program for addresses that writes down what it was given: its words, and its environment. */
function browserStub(here: Place): { readonly path: string; readonly words: string; readonly variables: string } {
  const bin = join(here.root, "bin")
  const [words, variables] = [join(here.root, "words"), join(here.root, "variables")]
  mkdirSync(bin)
  for (const name of ["xdg-open", "open"]) {
    const file = join(bin, name)
    writeFileSync(
      file,
      `#!/bin/sh\nenv > '${variables}'\nprintf '%s' "$*" > '${words}.new' && mv '${words}.new' '${words}'\n`,
    )
    chmodSync(file, 0o755)
  }
  return { path: `${bin}:${here.environment.PATH}`, words, variables }
}

describe("a token where others can read it", () => {
  it("is not among the words of the browser that --open starts, nor is a code, nor in its environment", async () => {
    const here = project()
    const stub = browserStub(here)
    const token = "a-token-of-my-own-a-token"
    const running = here.start(["serve", "--port", "0", "--open"], { PATH: stub.path, KEELSON_TOKEN: token })
    await expect.poll(() => statSync(stub.words, { throwIfNoEntry: false })?.isFile()).toBe(true)
    const words = readFileSync(stub.words, "utf8")
    expect(words).not.toMatch(/http|code|token-of/)
    expect(readFileSync(stub.variables, "utf8")).not.toContain(token)
    expect(statSync(words).mode & 0o777).toBe(0o600)
    const page = readFileSync(words, "utf8")
    expect(page).toMatch(/location\.replace\("http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}"\)/)
    expect(page).not.toContain(token)
    expect(pathToFileURL(words).href).toMatch(/^file:/)
    running.process.kill()
    await running.end
    expect(statSync(words, { throwIfNoEntry: false })).toBeUndefined()
  })

  it("is refused as a word of the command, with what to do instead", async () => {
    const end = await project().keelson("serve", "--port", "0", "--token", "a-token-of-my-own-a-token")
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/KEELSON_TOKEN.+--token-file/) })
  })

  it("is neither in what is printed nor among the words of the server itself", async () => {
    const here = project()
    const running = here.start(["serve", "--port", "0"])
    await running.hears("stderr", "server-token")
    const token = readFileSync(join(here.root, "state", "server-token"), "utf8").trim()
    const words = execFileSync("ps", ["-o", "args=", "-p", String(running.process.pid)], { encoding: "utf8" })
    expect(words).toContain("serve")
    expect(words).not.toContain(token)
    running.process.kill()
    const { stdout, stderr } = await running.end
    expect(`${stdout}${stderr}`).not.toContain(token)
  })

  it("does not reach the commands of a run", async () => {
    const here = project()
    const command = { command: "env > variables.txt" }
    const plan = { tasks: [{ id: 1, tool: "run_in_terminal", arguments: command, depends_on: [] }] }
    const model = await here.serve(story({ plans: [plan] }))
    const token = "a-token-of-my-own-a-token"
    const running = here.start(["serve", "--port", "0", "--approve", "full", ...here.modelAt(model)], {
      KEELSON_TOKEN: token,
    })
    await running.hears("stdout", "\n")
    const headers = { authorization: `Bearer ${token}`, ...JSON_TYPE }
    const url = running.stdout.trim()
    const started = await fetch(new URL("/api/runs", url), {
      method: "POST",
      headers,
      body: JSON.stringify({ request: "look" }),
    })
    const { run_id } = (await started.json()) as { run_id: string }
    await (await fetch(new URL(`/api/runs/${run_id}/events`, url), { headers })).text()
    running.process.kill()
    await running.end
    const variables = readFileSync(join(here.workspace, "variables.txt"), "utf8")
    expect(variables).toContain("PATH=")
    expect(variables).not.toContain(token)
  })
})
