import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import { type ModelServer, startModelServer } from "../../testing/model-server.ts"
import * as says from "../../testing/server-reply.ts"
import { resolveModel } from "../resolve-model.ts"
import { readReply } from "../seam/read-reply.ts"
import { useProxy } from "./proxy.ts"

let proxy: Server | undefined
let server: ModelServer | undefined
afterEach(async () => {
  useProxy({})
  await server?.close()
  proxy?.closeAllConnections()
  await new Promise((resolve) => proxy?.close(resolve) ?? resolve(undefined))
})

/** Tunnels every connection to the server, whatever host it was meant for, and writes those hosts down. */
async function startProxy(target: string): Promise<{ url: string; hosts: string[] }> {
  const hosts: string[] = []
  const { port } = new URL(target)
  proxy = createServer().on("connect", (request, client) => {
    hosts.push(request.url ?? "")
    const upstream = connect(Number(port), "127.0.0.1", () => client.write("HTTP/1.1 200 Connected\r\n\r\n"))
    upstream.on("error", () => client.destroy())
    client.on("error", () => upstream.destroy())
    upstream.pipe(client).pipe(upstream)
  })
  await new Promise<void>((resolve) => proxy?.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, hosts }
}

function ask(baseUrl: string, env: Record<string, string>) {
  const model = resolveModel({ model: "openai-compatible:m", baseUrl, env, retries: 0 })
  return readReply(model, modelRequest(), new AbortController().signal)
}

test("a host that only the proxy can reach", async () => {
  server = await startModelServer({ script: () => says.text("through") })
  const { url, hosts } = await startProxy(server.url)
  expect((await ask("http://models.invalid/v1", { HTTP_PROXY: url })).text).toBe("through")
  expect(hosts).toEqual(["models.invalid:80"])
})

test("NO_PROXY and this machine are asked directly", async () => {
  server = await startModelServer({ script: () => says.text("direct") })
  const { url, hosts } = await startProxy(server.url)
  expect((await ask(server.url, { http_proxy: url })).text).toBe("direct")
  expect((await ask(server.url.replace("127.0.0.1", "localhost"), { http_proxy: url })).text).toBe("direct")
  const excluded = ask("http://models.invalid/v1", { HTTP_PROXY: url, NO_PROXY: "models.invalid" })
  await expect(excluded).rejects.toMatchObject({ kind: "broken" })
  expect(hosts).toEqual([])
})
