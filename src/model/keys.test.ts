import { expect, test, vi } from "vitest"
import { ask, closeAfterEach, ENDPOINTS, env, start } from "../../test/support/emulated-fixture.ts"
import { resolveModel } from "./resolve-model.ts"

closeAfterEach()

test.each(ENDPOINTS)(
  "%s: a stranger's address gets no key, not even the process's own",
  async (endpoint, kind, name) => {
    for (const variable of Object.keys(env)) vi.stubEnv(variable, "process-secret")
    vi.stubEnv("GOOGLE_GENERATIVE_AI_API_KEY", "process-secret")
    try {
      const emulator = await start(kind)
      const spec = { model: `${endpoint}:${name}`, baseUrl: emulator.url, env, retries: 0 }
      await ask(resolveModel({ ...spec, isTrusted: false }), {})
      await ask(resolveModel(spec), {})
      const [stranger, friend] = emulator.requests.map(({ headers, path }) => JSON.stringify([headers, path]))
      expect(stranger).not.toContain("secret")
      expect(friend).not.toContain("process-secret")
      const isLocal = ["ollama", "llamacpp", "lmStudio", "vllm"].includes(kind)
      if (!isLocal) expect(friend).toContain("secret")
    } finally {
      vi.unstubAllEnvs()
    }
  },
)
