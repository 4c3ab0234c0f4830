import type { Role } from "../../protocol/api/team-api.ts"

/**
 * The least role for each route, by its name in the description of the API. A route that is not here is for those who administer alone;
 * a test says so.
 */
export const LEAST_ROLES: Readonly<Record<string, Role>> = {
  "get /api/health": "view",
  "post /api/session": "view",
  "post /api/session/address": "view",
  "get /api/settings": "view",
  "get /api/models": "view",
  "get /api/openapi.json": "view",
  "get /api/runs": "view",
  "get /api/runs/{id}": "view",
  "get /api/runs/{id}/log": "view",
  "get /api/runs/{id}/opening": "view",
  "get /api/runs/{id}/picture": "view",
  "get /api/runs/{id}/part": "view",
  "get /api/runs/{id}/events": "view",
  "get /api/events": "view",
  "get /api/runs/{id}/calls": "view",
  "get /api/runs/{id}/calls/{n}": "view",
  "get /api/runs/{id}/report": "view",
  "get /api/runs/{id}/diff": "view",
  "get /api/runs/{id}/artifacts/{artifact}": "view",
  // Asks no model and changes nothing.
  "post /api/runs/{id}/replay": "view",
  "get /v1/models": "view",
  "get /v1/models/{id}": "view",
  "post /api/runs": "run",
  "post /api/runs/{id}/answer": "run",
  "post /api/runs/{id}/tell": "run",
  "post /api/runs/{id}/cancel": "run",
  "post /api/runs/{id}/resume": "run",
  "post /api/runs/{id}/fork": "run",
  "post /api/runs/{id}/archive": "run",
  "post /api/runs/{id}/undo": "run",
  // A message that allows something needs more; see `mayAnswer`.
  "post /v1/chat/completions": "run",
  "post /api/runs/{id}/approve": "approve",
}

const PATTERNS = Object.entries(LEAST_ROLES).map(([name, role]) => {
  const [method = "", path = ""] = name.split(" ")
  const pattern = path
    .replaceAll(".", "\\.")
    .replace("{id}", "[^/]+")
    .replace(/\{\w+\}/, ".+")
  return { method, pattern: new RegExp(`^${pattern}$`), role }
})

export function leastRole(method: string, path: string): Role {
  const asked = method === "HEAD" ? "get" : method.toLowerCase()
  return PATTERNS.find((route) => route.method === asked && route.pattern.test(path))?.role ?? "administer"
}
