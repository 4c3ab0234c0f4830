import { z } from "zod"
import { CHAT_ROUTES, CHAT_SCHEMAS } from "./openapi-chat.ts"
import { OWNER_ROUTES, OWNER_SCHEMAS } from "./openapi-owner.ts"
import { ROUTES, type RouteDescription, SCHEMAS } from "./openapi-routes.ts"

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 description of the API, made of the schemas that requests are checked with. */
export function describeApi(version: string): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Keelson",
      version,
      description: "Runs of language-model agents: start, follow, answer, cancel, resume.",
    },
    security: [{ token: [] }],
    paths: pathsOf([...ROUTES, ...OWNER_ROUTES, ...CHAT_ROUTES]),
    components: {
      schemas: schemas(),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  }
}

function pathsOf(routes: readonly RouteDescription[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) }
  return paths
}

function operation({
  path,
  summary,
  query,
  body,
  status = 200,
  reply,
  failure = "Error",
  isOpen,
}: RouteDescription): Json {
  const content =
    "schema" in reply
      ? { "application/json": { schema: reference(reply.schema) } }
      : { [reply.type]: { schema: reply.type === "application/json" ? {} : { type: "string" } } }
  const parameters = [...pathParameters(path), ...queryParameters(query)]
  return {
    summary,
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { content: { "application/json": { schema: reference(body) } } } }),
    responses: {
      [status]: { description: "Done as asked.", content },
      default: {
        description: "Not done; says why.",
        content: { "application/json": { schema: reference(failure) } },
      },
    },
  }
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (query === undefined) return []
  const { properties = {} } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" })
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }))
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** All of them together, so that one refers to another instead of repeating it. */
function schemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...SCHEMAS, ...OWNER_SCHEMAS, ...CHAT_SCHEMAS }))
    registry.add(schema, { id })
  const { schemas: made } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: "input",
    unrepresentable: "any",
  })
  return Object.fromEntries(Object.entries(made).map(([id, schema]) => [id, withoutNames(schema)]))
}

/** Inside a description a schema is found by its place; a name of its own would change what its references mean. */
function withoutNames({ $id: _id, $schema: _schema, ...schema }: Json): Json {
  return schema
}
