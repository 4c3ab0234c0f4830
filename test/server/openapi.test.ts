import { expect, it } from "vitest"
import type { z } from "zod"
import * as api from "../../src/protocol/api/api.ts"
import { EntryCodes } from "../../src/server/access/entry-codes.ts"
import { buildApp } from "../../src/server/app.ts"
import { ringer } from "./models.ts"
import { place, waiting } from "./place.ts"

type Operation = { responses: Record<string, unknown>; parameters?: { name: string; in: string }[] }
type Description = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** Every `$ref` of a document, with the path that it stands at. */
function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (name === "$ref" ? [String(part)] : references(part)))
}

function resolve(document: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
}

it("describes every route, with schemas that are there", async () => {
  await using there = await place({ model: ringer() })
  const description = (await (await there.fetch("/api/openapi.json")).json()) as Description
  expect(description).toMatchObject({ openapi: "3.1.0", info: { title: "Keelson", version: "1.2.3" } })
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  expect(described.sort()).toEqual(routesOfTheApp())

  const found = references(description)
  expect(found.length).toBeGreaterThan(20)
  for (const reference of found) expect(resolve(description, reference), reference).toBeTypeOf("object")
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const operation of Object.values(operations)) {
      expect(Object.keys(operation.responses).length).toBeGreaterThan(1)
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path")
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    }
  }
})

it("says what the server says", async () => {
  await using there = await place({ model: ringer(), agent: { approve: "ask" } })
  const id = await there.start()
  await waiting(there, id)
  const replies: [string, z.ZodType][] = [
    ["/api/health", api.HealthReply],
    ["/api/settings", api.SettingsReply],
    ["/api/runs", api.RunListPage],
    [`/api/runs/${id}`, api.RunReply],
    [`/api/runs/${id}/log`, api.LogPage],
    ["/api/runs/nothing", api.ErrorReply],
  ]
  for (const [path, schema] of replies) {
    const reply: unknown = await (await there.fetch(path)).json()
    expect(schema.parse(reply), path).toEqual(reply)
  }
  const reply: unknown = await (await there.post(`/api/runs/${id}/approve`, { decision: "allow" })).json()
  expect(api.ActionReply.parse(reply)).toEqual(reply)
})

/** As they were registered; the services are never asked. */
function routesOfTheApp(): string[] {
  const nothing = {} as Parameters<typeof buildApp>[0]
  const rate = { burst: 1, refillMs: 1 }
  const access = {
    token: null,
    hosts: [],
    port: 1,
    postRate: rate,
    failedRate: rate,
    now: () => 0,
    codes: new EntryCodes(() => 0),
  }
  const app = buildApp(nothing, access, { consoleFiles: new Map(), onFault: () => {} })
  return app.routes
    .filter(({ method, path }) => method !== "ALL" && /^\/(api|v1)\//.test(path))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`)
    .sort()
}
