/*
 * Node's HTTP client without its `fetch`. An `import` of the module reads all that it exports, and one of these things loads the whole of
 * `fetch`: that takes longer than a bare Node takes to start. What needs no `fetch` (`Headers` and `Response` are parts of it) stays away from it.
 */
export const http = process.getBuiltinModule("node:http")

/** The client for an address. That for TLS is loaded when it is needed: a model of one's own machine does without. */
export function clientFor({ protocol }: URL): Pick<typeof http, "request"> {
  return protocol === "https:" ? process.getBuiltinModule("node:https") : http
}
