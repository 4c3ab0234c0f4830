// The types of the HTTP API's client, made of its OpenAPI description: `node scripts/api-types.js` writes examples/client/api-types.ts
// anew, in the form that openapi-fetch takes. The usual generator stands on TypeScript's JavaScript API, which TypeScript 7 does not have.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeApi } from "../src/server/openapi/openapi.ts"
import { root } from "./bootstrap.js"

const FILE = join(root, "examples", "client", "api-types.ts")

const HEAD = `// Made of /api/openapi.json by scripts/api-types.js; not written by hand.
`

/** The file as it should be. */
export function apiTypes() {
  const { paths, components } = describeApi("0")
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  const routes = Object.entries(paths).map(([path, methods]) => `${JSON.stringify(path)}: { ${operations(methods)} }`)
  return formatted(
    `${HEAD}export type paths = { ${routes.join("\n")} }\nexport type components = { schemas: { ${schemas.join("\n")} } }\n`,
  )
}

/** The file as it is. */
export function writtenTypes() {
  return readFileSync(FILE, "utf8")
}

function operations(methods) {
  return Object.entries(methods)
    .map(([method, operation]) => `/** ${operation.summary}. */\n${method}: ${operationType(operation)}`)
    .join("\n")
}

function operationType({ parameters = [], requestBody, responses }) {
  const places = ["query", "path"].map((place) => parametersIn(place, parameters))
  const body = requestBody ? `requestBody: { content: ${contentType(requestBody.content)} }` : "requestBody?: never"
  const replies = Object.entries(responses).map(
    ([status, { content }]) => `${status}: { headers: { [name: string]: unknown }; content: ${contentType(content)} }`,
  )
  return `{ parameters: { ${places.join("; ")}; header?: never; cookie?: never }; ${body}; responses: { ${replies.join("; ")} } }`
}

function parametersIn(place, parameters) {
  const own = parameters.filter((parameter) => parameter.in === place)
  if (own.length === 0) return `${place}?: never`
  const isNeeded = own.some(({ required }) => required)
  const fields = own.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeOf(schema)}`)
  return `${place}${isNeeded ? "" : "?"}: { ${fields.join("; ")} }`
}

function contentType(content) {
  return `{ ${Object.entries(content).map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`)} }`
}

function typeOf(schema) {
  if (schema === true || schema === undefined || Object.keys(schema).length === 0) return "unknown"
  if (schema === false || schema.not) return "never"
  if (schema.$ref) return `components["schemas"][${JSON.stringify(schema.$ref.split("/").at(-1))}]`
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if ("const" in schema) return JSON.stringify(schema.const)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map((one) => `(${typeOf(one)})`).join(" | ")
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(" & ")
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ")
  return plainType(schema)
}

function plainType(schema) {
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type
    case "number":
    case "integer":
      return "number"
    case "array":
      return schema.prefixItems ? `[${schema.prefixItems.map(typeOf)}]` : `(${typeOf(schema.items)})[]`
    case "object":
      return objectType(schema)
  }
  return "unknown"
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  )
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  if (fields.length === 0) return `{ [name: string]: ${isOpen ? typeOf(additionalProperties) : "unknown"} }`
  return `{ ${fields.join("; ")} }`
}

function formatted(input) {
  return execFileSync(join(root, "node_modules", ".bin", "biome"), ["format", `--stdin-file-path=${FILE}`], {
    cwd: root,
    input,
    encoding: "utf8",
  })
}

if (import.meta.main) writeFileSync(FILE, apiTypes())
