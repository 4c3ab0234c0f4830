import { join } from "node:path"
import { type Config, endpointFor, providerOf } from "../../config.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { findEndpoint } from "../../model/endpoints/endpoints.ts"
import { useProxy } from "../../model/http/proxy.ts"
import { InMemoryLearned, type LearnedMemory, withLearned } from "../../model/learned/learned.ts"
import { openLearned } from "../../model/learned/learned-file.ts"
import { type ModelSpec, resolveModel } from "../../model/resolve-model.ts"
import type { Model } from "../../model/seam/model.ts"
import { withRetry } from "../../model/wrappers/retry.ts"
import { routed, withFallback } from "../../model/wrappers/route.ts"
import { SetupError } from "../errors/setup-error.ts"
import { UntrustedEndpointError } from "../errors/untrusted-endpoint.ts"
import type { ConfiguredModel, Notify } from "./configured-model.ts"
import { modelCatalog } from "./model-catalog-file.ts"
import { suggestedModel } from "./suggested-model.ts"

/** The main model with those that answer for it. Throws `SetupError` or `ModelSetupError` before anybody is asked. */
export async function resolveConfiguredModel(config: Config, name: string, notify: Notify): Promise<ConfiguredModel> {
  warnOfProxy(config, notify)
  const memory = await openMemory(config, notify)
  const resolve = (model: string) => withLearned(resolveNamed(config, model), memory)
  const main = resolve(name)
  const fallback = config.fallback === undefined ? undefined : resolve(config.fallback)
  const safe = (model: Model) => (fallback && fallback.id !== model.id ? withFallback(model, fallback) : model)
  const others = Object.entries(config.models).map(([control, model]) => [control, resolve(model)] as const)
  const byControl = Object.fromEntries(others.map(([control, model]) => [control, safe(model)]))
  const everyone = [main, ...others.map(([, model]) => model), ...(fallback ? [fallback] : [])]
  return {
    model: others.length === 0 ? safe(main) : routed(safe(main), byControl),
    endpoint: endpointFor(config, name)?.isTrusted === false ? null : (main.baseUrl ?? null),
    modelIds: [...new Set(everyone.map(({ id }) => id))],
  }
}

/**
 * One model as the config has it, by itself: nothing is remembered, and nobody answers in its place. One of the project's own
 * needs neither a provider nor an address.
 */
export function resolveNamed(config: Config, model: string, more: Partial<ModelSpec> = {}): Model {
  const own = config.code.models.find(({ id }) => id === model)
  if (own) return withRetry(own)
  const provider = providerOf(model)
  const endpoint = endpointFor(config, model)
  const known = findEndpoint(provider)
  if (!known) throw new SetupError(unknownProvider(provider, model))
  const meant = suggestedModel({ model, endpoint })
  if (meant !== undefined) throw new SetupError(`"${model}" names no provider. Did you mean: --model ${meant}?`)
  // Every model is made here, so that no way leads around the user's word.
  if (endpoint?.isAllowed === false) throw new UntrustedEndpointError(endpoint)
  return resolveModel({
    ...saidOf(config, model),
    ...more,
    model,
    env: config.environment,
    // Given its own address, a provider still needs its key.
    baseUrl: endpoint?.url === known.baseUrl ? undefined : endpoint?.url,
    isTrusted: endpoint?.isTrusted,
  })
}

/** The user's own figures for a model. The window that is said of none in particular is that of the main one. */
function saidOf(config: Config, model: string): Pick<ModelSpec, "contextWindow" | "toldWindow" | "timeouts"> {
  const own = config.modelSettings[model] ?? {}
  const firstByteMs = own.first_byte_ms ?? config.firstByteMs
  const idleMs = own.silence_ms ?? config.silenceMs
  return {
    contextWindow: own.context_window ?? (model === config.model ? config.contextWindow : undefined),
    toldWindow: modelCatalog(config)[model]?.context_window,
    timeouts: { ...(firstByteMs ? { firstByteMs } : {}), ...(idleMs ? { idleMs } : {}) },
  }
}

/** What was learned about models; of a state that is not kept, nothing is either. */
export async function openMemory({ stateFolder }: Config, notify: Notify): Promise<LearnedMemory> {
  if (stateFolder === IN_MEMORY) return new InMemoryLearned()
  return openLearned(join(stateFolder, "learned.json"), notify)
}

function warnOfProxy({ environment }: Config, notify: Notify): void {
  if (useProxy(environment)) return
  notify(
    `a proxy is set, but Node ${process.versions.node} can't use it while it runs; set NODE_USE_ENV_PROXY=1 too, or use Node 24.14 or newer.`,
  )
}

/** The names of local models have colons of their own. */
function unknownProvider(provider: string, model: string): string {
  return `there is no provider "${provider}"; for a local model write ollama:${model} or openai-compatible:${model}. All are listed by: keelson models`
}
