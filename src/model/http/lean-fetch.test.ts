import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, createServer as createSocketServer } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { leanFetch } from "./lean-fetch.ts"

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = (url: string, init: RequestInit = {}) =>
  leanFetch(url, { method: "POST", headers: { authorization: "Bearer key-1" }, body: "{}", ...init })

describe("what is sent", () => {
  test("is the text with its length, and what comes back has status, headers and body", async () => {
    const heard: unknown[] = []
    const url = await serve(async (request, response) => {
      heard.push(request.method, request.headers["content-length"], request.headers.authorization)
      response.writeHead(418, { "x-note": "tea" }).end("short and stout")
    })
    const response = await post(url, { body: "世界" })
    expect(heard).toEqual(["POST", "6", "Bearer key-1"])
    expect([response.status, response.ok, response.headers.get("x-note")]).toEqual([418, false, "tea"])
    expect(await response.text()).toBe("short and stout")
  })

  test("a redirect to itself ends", async () => {
    const url = await serve((_request, response) => response.writeHead(307, { location: "/" }).end())
    await expect(post(url)).rejects.toMatchObject({ kind: "moved", message: expect.stringContaining("in circles") })
  })

  test("a redirect that would lose the question is not followed, one of a GET is", async () => {
    const url = await serve((request, response) =>
      request.url === "/" ? response.writeHead(303, { location: "/there" }).end() : response.end("there"),
    )
    await expect(post(url)).rejects.toMatchObject({ kind: "moved" })
    expect(await (await leanFetch(url)).text()).toBe("there")
  })
})

describe("the body", () => {
  test("may be longer than what is read at once", async () => {
    const whole = "0123456789".repeat(200_000)
    const url = await serve((_request, response) => response.end(whole))
    expect(await (await post(url)).text()).toBe(whole)
  })

  test("of a reply that has none by definition is null", async () => {
    const url = await serve((_request, response) => response.writeHead(204).end())
    expect((await post(url)).body).toBeNull()
  })

  test("that breaks off is an error, not an end", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200).write("half")
      setImmediate(() => response.destroy())
    })
    await expect((await post(url)).text()).rejects.toThrow()
  })

  test("that nobody reads any more ends the connection", async () => {
    const closed = Promise.withResolvers<void>()
    const url = await serve((_request, response) => {
      response.on("close", closed.resolve).writeHead(200).write("endless")
    })
    await (await post(url)).body?.cancel()
    await closed.promise
  })
})

describe("what goes wrong", () => {
  test("nobody listens: an error with the code of the system", async () => {
    const url = await serve(() => {})
    servers.splice(0).map((server) => server.close())
    await expect(post(url)).rejects.toMatchObject({ message: "fetch failed", cause: { code: "ECONNREFUSED" } })
  })

  test("the caller's abort is thrown as it is, also before anything was sent", async () => {
    const controller = new AbortController()
    const url = await serve(() => controller.abort(new Error("enough")))
    await expect(post(url, { signal: controller.signal })).rejects.toThrow("enough")
    await expect(post(url, { signal: controller.signal })).rejects.toThrow("enough")
  })

  test("a kept connection that the other side just closed is replaced by a new one", async () => {
    let connections = 0
    // Answers one request on each connection, keeps it, and hangs up when a second one comes.
    const server = createSocketServer((socket) => {
      connections += 1
      let requests = 0
      socket
        .on("error", () => {})
        .on("data", () => {
          requests += 1
          if (requests > 1) socket.resetAndDestroy()
          else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok")
        })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await (await post(url)).text()).toBe("ok")
    expect(await (await post(url)).text()).toBe("ok")
    expect(connections).toBe(2)
    server.close()
  })
})
