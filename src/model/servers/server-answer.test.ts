import { describe, expect, test } from "vitest"
import { isLocalAddress } from "./local-address.ts"
import { readServerWord, type ServerDocuments, type ServerWord } from "./server-answer.ts"

const list = (entry: object) => ({ object: "list", data: [{ id: "m", ...entry }] })

describe("what a server says of itself", () => {
  test.each<[string, ServerDocuments, Partial<ServerWord>]>([
    [
      "llama.cpp, by what a slot has",
      {
        models: list({ owned_by: "llamacpp", meta: { n_ctx: 8192, n_ctx_train: 131_072 } }),
        props: { default_generation_settings: { n_ctx: 4096 } },
      },
      { kind: "llamacpp", contextWindow: 4096, models: ["m"] },
    ],
    [
      "llama.cpp under a name of its own",
      { models: { data: [{ id: "/models/x.gguf", owned_by: "llamacpp", meta: { n_ctx: 8192 } }] } },
      { kind: "llamacpp", contextWindow: 8192 },
    ],
    ["an old llama.cpp", { props: { default_generation_settings: { n_ctx: 2048 } } }, { kind: "llamacpp" }],
    ["vLLM", { models: list({ owned_by: "vllm", max_model_len: 40_960 }) }, { kind: "vllm", contextWindow: 40_960 }],
    ["SGLang", { models: list({ owned_by: "sglang", max_model_len: 9000 }) }, { kind: "sglang", contextWindow: 9000 }],
    [
      "Ollama, as it is loaded",
      {
        models: list({ owned_by: "library" }),
        running: { models: [{ name: "m:latest", context_length: 4096 }] },
        shown: { parameters: "num_ctx 16384\nstop x" },
      },
      { kind: "ollama", contextWindow: 4096 },
    ],
    [
      "Ollama, as it would be loaded",
      { models: list({ owned_by: "library" }), running: { models: [] }, shown: { parameters: "num_ctx    16384" } },
      { contextWindow: 16_384 },
    ],
    [
      "Ollama, where nobody knows",
      { running: { models: [] }, shown: { model_info: { "llama.context_length": 131_072 } } },
      { kind: "ollama", contextWindow: undefined },
    ],
    [
      "LM Studio, loaded",
      { listed: list({ max_context_length: 131_072, loaded_context_length: 4096 }) },
      { kind: "lmstudio", contextWindow: 4096 },
    ],
    [
      "LM Studio, not loaded",
      { listed: list({ max_context_length: 131_072 }) },
      { kind: "lmstudio", contextWindow: undefined },
    ],
    [
      "a template without a system role",
      { props: { chat_template: "{{ raise_exception('System role not supported') }}" } },
      { shape: { systemRole: false } },
    ],
    [
      "a template that says what it can",
      { props: { chat_template_caps: { supports_system_role: false }, chat_template: "roles must alternate" } },
      { shape: { systemRole: false, alternation: "strict" } },
    ],
    ["somebody else with one model", { models: { data: [{ id: "x", max_model_len: 9000 }] } }, { contextWindow: 9000 }],
    [
      "LM Studio, where another one is loaded",
      { models: { data: [{ id: "x", owned_by: "organization_owner", max_model_len: 9000 }] } },
      { kind: "lmstudio", contextWindow: undefined },
    ],
    ["somebody else", { models: list({ owned_by: "me" }) }, { kind: undefined, contextWindow: undefined, shape: {} }],
    ["nonsense", { models: 7, props: [], running: { models: {} }, shown: null }, { kind: undefined, models: [] }],
  ])("%s", (_name, documents, word) => {
    expect(readServerWord(documents, "m")).toMatchObject(word)
  })
})

describe("an address of one's own", () => {
  test.each([
    "http://127.0.0.1:8080/v1",
    "http://localhost/v1",
    "http://192.168.1.5:1234",
    "http://box:11434",
    "http://[::1]:1",
  ])("%s is local", (address) => expect(isLocalAddress(address)).toBe(true))
  test.each([
    "https://api.openai.com/v1",
    "http://172.32.0.1",
    "http://[2001:db8::1]",
    "http://100.128.0.1",
    "no address",
  ])("%s is not", (address) => expect(isLocalAddress(address)).toBe(false))
})
