import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider"
import { orOwn } from "../../extras/or-own.ts"
import type { WireStyle } from "../adapter/wire.ts"
import { modelFetch } from "../http/model-fetch.ts"

/** A provider package, and which of its APIs is meant. */
export type PackageName =
  | "openai-responses"
  | "openai-chat"
  | "openai-compatible"
  | "anthropic"
  | "google"
  | "mistral"
  | "deepseek"
  | "xai"
  | "groq"
  | "azure"
  | "bedrock"

/** What a package needs to reach a model. Everything is passed in: left to themselves, packages read the process's variables. */
export type EndpointAccess = {
  readonly name: string
  readonly baseUrl: string
  /** By variable; empty where no key is to be sent. */
  readonly keys: Readonly<Record<string, string>>
  /** Bounds what is read of a reply. */
  readonly contextWindow: number
}

type PackageEntry = Pick<WireStyle, "argumentsAs" | "strictTools" | "callIds"> & {
  readonly load: (access: EndpointAccess) => Promise<LanguageModelV4>
  /** The namespace of the package's own options. */
  readonly optionsKey: string
  /** Behind it may be a server that passes thoughts on as text in tags. */
  readonly hasThinkTags?: boolean
  /** Sent with every call. */
  readonly options?: SharedV4ProviderOptions[string]
}

/** The packages want a key even where the server does not. */
const NO_KEY = "none"
/** Our schemas have optional fields, which strict ones must not have. */
const LENIENT = { strictJsonSchema: false }
/** Nothing is kept on the provider's side: reasoning comes back to us encrypted, so that a run can be resumed any time. */
const STATELESS = { ...LENIENT, store: false }

/** One import each, when the model is first asked: together they cost most of a second. Those that few use are extras of the library. */
export const PACKAGES: Readonly<Record<PackageName, PackageEntry>> = {
  "openai-responses": {
    load: async ({ name, ...access }) =>
      (await import("@ai-sdk/openai")).createOpenAI(settings(access)).responses(name),
    optionsKey: "openai",
    options: STATELESS,
    strictTools: false,
  },
  "openai-chat": {
    load: async ({ name, ...access }) => (await import("@ai-sdk/openai")).createOpenAI(settings(access)).chat(name),
    optionsKey: "openai",
    options: LENIENT,
  },
  "openai-compatible": {
    load: loadCompatible,
    optionsKey: "endpoint",
    options: LENIENT,
    hasThinkTags: true,
  },
  anthropic: {
    load: async ({ name, ...access }) => (await import("@ai-sdk/anthropic")).createAnthropic(settings(access))(name),
    optionsKey: "anthropic",
    argumentsAs: "object",
  },
  google: {
    load: async ({ name, ...access }) => (await import("@ai-sdk/google")).createGoogle(settings(access))(name),
    optionsKey: "google",
    argumentsAs: "object",
  },
  mistral: {
    load: async ({ name, ...access }) =>
      (await import("@ai-sdk/mistral").catch(orOwn("mistral"))).createMistral(settings(access))(name),
    optionsKey: "mistral",
    callIds: "nine",
  },
  deepseek: {
    load: async ({ name, ...access }) =>
      (await import("@ai-sdk/deepseek").catch(orOwn("deepseek"))).createDeepSeek(settings(access))(name),
    optionsKey: "deepseek",
    argumentsAs: "object",
  },
  xai: {
    load: async ({ name, ...access }) =>
      (await import("@ai-sdk/xai").catch(orOwn("xai"))).createXai(settings(access))(name),
    optionsKey: "xai",
    options: { store: false },
    argumentsAs: "object",
  },
  groq: {
    load: async ({ name, ...access }) =>
      (await import("@ai-sdk/groq").catch(orOwn("groq"))).createGroq(settings(access))(name),
    optionsKey: "groq",
    options: LENIENT,
  },
  azure: {
    load: async ({ name, ...access }) =>
      (await import("@ai-sdk/azure").catch(orOwn("azure"))).createAzure(settings(access)).responses(name),
    optionsKey: "azure",
    options: STATELESS,
    strictTools: false,
  },
  bedrock: { load: loadBedrock, optionsKey: "bedrock", argumentsAs: "object" },
}

function settings({ baseUrl, keys, contextWindow }: Omit<EndpointAccess, "name">) {
  return { baseURL: baseUrl, apiKey: Object.values(keys)[0] ?? NO_KEY, fetch: modelFetch(contextWindow) }
}

async function loadCompatible({ name, baseUrl, keys, contextWindow }: EndpointAccess): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  const [apiKey] = Object.values(keys)
  return createOpenAICompatible({
    name: "endpoint",
    baseURL: baseUrl,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: modelFetch(contextWindow),
    ...(apiKey ? { apiKey } : {}),
  }).chatModel(name)
}

/** The region is part of the host; for any other host it only enters the signature. */
async function loadBedrock({ name, baseUrl, keys, contextWindow }: EndpointAccess): Promise<LanguageModelV4> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock").catch(orOwn("bedrock"))
  const region = /bedrock-runtime[.-]([a-z0-9-]+)\.amazonaws/.exec(baseUrl)?.[1] ?? "us-east-1"
  const { AWS_BEARER_TOKEN_BEDROCK: apiKey, AWS_SESSION_TOKEN: sessionToken } = keys
  return createAmazonBedrock({
    region,
    baseURL: baseUrl,
    apiKey: apiKey ?? "",
    fetch: modelFetch(contextWindow),
    accessKeyId: keys.AWS_ACCESS_KEY_ID ?? NO_KEY,
    secretAccessKey: keys.AWS_SECRET_ACCESS_KEY ?? NO_KEY,
    ...(sessionToken ? { sessionToken } : {}),
  })(name)
}
