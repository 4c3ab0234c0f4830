import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { closedPorts } from "../../../test/support/closed-ports.ts"
import { type Emulator, startEmulator } from "../../../test/support/emulators/emulator.ts"
import { discoverEndpoints } from "./discover.ts"

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

async function emulate(kind: "ollama" | "vllm", model: string): Promise<Emulator> {
  const emulator = await startEmulator(kind, { mind: () => ({ text: "x" }), model })
  closing.push(() => emulator.close())
  return emulator
}

test("keys, running servers, and why not", async () => {
  await using closed = await closedPorts()
  const ollama = await emulate("ollama", "qwen3:8b")
  const page = await listen(createServer((_, response) => response.end("<html>")))
  const ports = { ...closed.ports, ollama: Number(new URL(ollama.url).port), llamacpp: page }
  const env = { OPENAI_API_KEY: "k", AZURE_API_KEY: "k" }
  const found = await discoverEndpoints({ env, ports, timeoutMs: 60_000 })
  const by = Object.fromEntries(found.map(({ id, ...status }) => [id, status]))

  expect(by.openai).toMatchObject({ kind: "ready", baseUrl: "https://api.openai.com/v1", models: [], isLocal: false })
  expect(by.anthropic).toMatchObject({ kind: "unavailable", reason: "ANTHROPIC_API_KEY is not set" })
  expect(by.anthropic?.homePage).toContain("https://")
  expect(by.azure).toMatchObject({ kind: "unavailable", reason: "AZURE_RESOURCE_NAME is not set" })
  expect(by.ollama).toMatchObject({ kind: "ready", baseUrl: ollama.url, models: ["qwen3:8b"], isLocal: true })
  expect(by.llamacpp).toMatchObject({ reason: `something else answers at 127.0.0.1:${page}` })
  expect(by.vllm).toMatchObject({ reason: `nothing listens at 127.0.0.1:${closed.ports.vllm}` })
  expect(by["openai-compatible"]).toMatchObject({ kind: "unavailable", reason: "needs a base URL" })
})

test("a server that says nothing is not waited for", async () => {
  const silent = await listen(createServer(() => {}))
  await using closed = await closedPorts()
  const ports = { ...closed.ports, lmstudio: silent }
  const found = await discoverEndpoints({ env: {}, ports, timeoutMs: 1 })
  expect(found.find(({ id }) => id === "lmstudio")).toMatchObject({
    reason: `does not answer in time at 127.0.0.1:${silent}`,
  })
})
