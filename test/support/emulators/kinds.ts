import { anthropicProtocol } from "./anthropic/anthropic-protocol.ts"
import { chatProtocol } from "./chat/chat-protocol.ts"
import {
  deepseekFlavour,
  llamacppFlavour,
  lmStudioFlavour,
  mistralFlavour,
  ollamaFlavour,
  openaiFlavour,
  vllmFlavour,
} from "./chat/flavours.ts"
import { googleProtocol } from "./google/google-protocol.ts"
import type { Protocol } from "./protocol.ts"
import type { Quirks } from "./quirks.ts"
import { responsesProtocol } from "./responses/responses-protocol.ts"

/** A kind of endpoint: its protocol, how it deviates by default, and whether it minds the model's name. */
export type Kind = { readonly protocol: () => Protocol; readonly quirks: Quirks; readonly checksModel: boolean }

/** The kinds of endpoint that can be emulated. */
export const KINDS = {
  /** OpenAI's chat completions, or with quirks any "OpenAI-compatible" endpoint. */
  openaiChat: kind(() => chatProtocol(openaiFlavour), { pairsRequired: true }),
  openaiResponses: kind(responsesProtocol, { pairsRequired: true }),
  anthropicMessages: kind(() => anthropicProtocol, { pairsRequired: true, prefillRefused: true }),
  googleGenerate: kind(() => googleProtocol, { pairsRequired: true, echoRequired: true }),
  /** Ignores the choice altogether, enforces schemas by grammar, cuts too long a prompt silently. */
  ollama: kind(() => chatProtocol(ollamaFlavour), {
    namedIgnored: true,
    requiredIgnored: true,
    noneIgnored: true,
    parallelIgnored: true,
    grammar: true,
    schemaWins: true,
    truncates: true,
  }),
  /** Takes auto, none and required; the template decides about roles: see `strictAlternation`, `noTools`, `systemRefused`. */
  llamacpp: {
    ...kind(() => chatProtocol(llamacppFlavour), {
      namedIgnored: true,
      parallelIgnored: true,
      grammar: true,
      schemaWins: true,
      replayStrict: true,
    }),
    checksModel: false,
  },
  lmStudio: kind(() => chatProtocol(lmStudioFlavour), { namedRefused: true, parallelIgnored: true, grammar: true }),
  vllm: kind(() => chatProtocol(vllmFlavour), { grammar: true }),
  /** DeepSeek V4, Qwen 3.x, Kimi: thinking by default, and forcing refused while they do. */
  deepseekLike: kind(() => chatProtocol(deepseekFlavour), {
    thinkingOn: true,
    echoRequired: true,
    pairsRequired: true,
  }),
  mistral: kind(() => chatProtocol(mistralFlavour), {
    namedRefused: true,
    pairsRequired: true,
    prefillRefused: true,
    userAfterToolRefused: true,
  }),
} satisfies Readonly<Record<string, Kind>>

/** The name of a kind of endpoint. */
export type EmulatorKind = keyof typeof KINDS

/** The kind's quirks overlaid by those of one emulator; thinking forbids forcing on chat endpoints unless said otherwise. */
export function quirksOf(kind: Kind, protocol: Protocol, own: Quirks): Quirks {
  const merged = { ...kind.quirks, ...own }
  const forbids = merged.thinkingForbidsForcing ?? (protocol.name === "chat" && merged.thinkingOn === true)
  return { ...merged, thinkingForbidsForcing: forbids }
}

function kind(protocol: () => Protocol, quirks: Quirks): Kind {
  return { protocol, quirks, checksModel: true }
}
