import type { ModelVariables } from "../resolve-model.ts"
import { http } from "./plain-http.ts"

/** Servers on this machine are never behind a proxy. */
const OWN_MACHINE = ["localhost", "127.0.0.1", "[::1]"]

let hasProxy = false
let current: { readonly settings: string; readonly restore: () => void } | undefined

/**
 * Sends what `fetch` asks for through the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (either case). Returns false if
 * there is one but this Node (before 24.14) can't be told so while it runs; NODE_USE_ENV_PROXY=1 at its start can.
 */
export function useProxy(env: ModelVariables): boolean {
  const proxy = readProxy(env)
  hasProxy = proxy !== undefined
  const settings = JSON.stringify(proxy)
  if (current?.settings === settings) return true
  current?.restore()
  current = undefined
  if (!proxy) return true
  if (typeof http.setGlobalProxyFromEnv !== "function") return env.NODE_USE_ENV_PROXY === "1"
  current = { settings, restore: http.setGlobalProxyFromEnv(proxy) }
  return true
}

/** Whether the settings in use name a proxy: what may go through it is for Node's own `fetch` to send. */
export function isProxied(): boolean {
  return hasProxy
}

function readProxy(env: ModelVariables): Record<string, string> | undefined {
  const http_proxy = env.http_proxy || env.HTTP_PROXY
  const https_proxy = env.https_proxy || env.HTTPS_PROXY
  if (!http_proxy && !https_proxy) return undefined
  const no_proxy = [env.no_proxy || env.NO_PROXY, ...OWN_MACHINE].filter(Boolean).join(",")
  return { ...(http_proxy ? { http_proxy } : {}), ...(https_proxy ? { https_proxy } : {}), no_proxy }
}
